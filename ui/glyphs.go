package ui

import (
	"strings"

	"github.com/gdamore/tcell/v2"
	"github.com/rivo/tview"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
	"dogfight/ui/play/scene"
	"dogfight/ui/term"
)

// chosenModes has the drawing modes of the choices except BestGlyphs.
var chosenModes = map[input.Glyphs]canvas.Mode{
	input.BrailleGlyphs: canvas.Braille, input.BlockGlyphs: canvas.Blocks, input.ASCIIGlyphs: canvas.ASCII, input.HalfGlyphs: canvas.Halves,
	input.SextantGlyphs: canvas.Sextants, input.OctantGlyphs: canvas.Octants,
}

// ownGlyphs are the terminals that draw more than blocks without the font, since a version; the finest mode first. No
// query finds out: the cursor also moves when a glyph is missing.
var ownGlyphs = [...]struct {
	name string
	from term.Version
	mode canvas.Mode
}{
	{"kitty", term.Version{0, 40}, canvas.Octants}, {"kitty", term.Version{0, 20}, canvas.Sextants},
	{"foot", term.Version{1, 20}, canvas.Octants}, {"foot", term.Version{1, 10}, canvas.Sextants},
	{"ghostty", term.Version{1}, canvas.Octants},
	{"dogfight-page", term.Version{}, canvas.Octants}, // ours, for browsers
	{"VTE", term.Version{0, 78}, canvas.Octants}, {"VTE", term.Version{0, 62}, canvas.Sextants},
	{"WezTerm", term.Version{20240204}, canvas.Octants}, {"WezTerm", term.Version{20220101}, canvas.Sextants},
	{"Alacritty", term.Version{0, 13, 2}, canvas.Sextants},
}

// ModeOf returns the drawing mode of a choice on a terminal, and why. A locale without UTF-8 allows only ASCII.
func ModeOf(g input.Glyphs, t term.Traits, p term.Program) (mode canvas.Mode, why string) {
	wanted, chosen := chosenModes[g]
	switch {
	case t.ASCII:
		return canvas.ASCII, "the locale's character set is not UTF-8"
	case chosen:
		return wanted, "by your settings"
	case t.Inside || p.Multiplexes():
		return canvas.Blocks, "the terminal around tmux or screen is not known"
	case t.Console():
		return canvas.Halves, "consoles have little more"
	case p.Name == "":
		return canvas.Blocks, "the terminal does not report its name"
	}
	for _, own := range ownGlyphs {
		if p.Is(own.name) && !p.Version.Less(own.from) {
			return own.mode, p.String() + " draws them by itself"
		}
	}
	return canvas.Blocks, p.String() + " is not known to draw finer ones"
}

// cardModes are the drawing modes of a test card, side by side: glyphs that the font lacks are seen at once.
var cardModes = [...]canvas.Mode{canvas.Blocks, canvas.Sextants, canvas.Octants, canvas.Braille}

// The size of a patch of the test card, and the distance to the next, in cells.
const (
	patchWidth  = 9
	patchHeight = 4
	patchStep   = 13
)

// testCard is the page that shows the choices of glyphs.
type testCard struct {
	*tview.Box
	app    *app
	choice *choice
}

const (
	testCardWidth  = 4*patchStep + 6
	testCardHeight = patchHeight + 10
)

// newTestCard shows the test card. The arrows change the choice of glyphs.
func newTestCard(a *app, c *choice) *panel {
	card := &testCard{Box: tview.NewBox(), app: a, choice: c}
	card.SetBorder(true).SetTitle(" Test card ").SetBorderPadding(1, 0, 2, 2)
	p := &panel{root: card, width: testCardWidth, height: testCardHeight, back: a.pop, press: card.press}
	p.focus(card)
	return p
}

func (c *testCard) press(ev input.Event) (left input.Event) {
	switch untabbed(ev) {
	case input.KeyLeft, input.KeyUp:
		c.choice.turn(-1)
	case input.KeyRight, input.KeyDown:
		c.choice.turn(1)
	case input.KeyEnter:
		c.app.pop()
	}
	return left
}

// chosen returns the drawing mode of the choice, and why.
func (c *testCard) chosen() (mode canvas.Mode, why string) {
	return ModeOf(glyphOptions[c.choice.current].value, c.app.term.Traits(), c.app.reported.Program)
}

func (c *testCard) Draw(s tcell.Screen) {
	c.DrawForSubclass(s, c)
	x, y, width, height := c.GetInnerRect()
	mode, why := c.chosen()
	put(s, "◂ "+c.choice.options[c.choice.current]+" ▸", x, y, width, accentColor)
	put(s, "draws "+mode.String()+": "+why, x, y+1, width, labelColor)
	for i, shown := range cardModes {
		if c.app.term.Traits().ASCII {
			break // no patch would show
		}
		left, ink := x+i*patchStep, labelColor
		if shown == mode {
			ink = accentColor
		}
		put(s, shown.String(), left, y+3, patchStep, ink)
		drawPatch(pane{c.app.term.Grid(), left, y + 4}, shown, c.app.palette, canvas.OwnBright)
	}
	put(s, "Choose glyphs with whole shapes, no gaps or boxes.", x, y+height-2, width, textColor)
	put(s, c.app.hint("←→ change · Enter or Esc back"), x, y+height-1, width, labelColor)
}

// pane is a part of a screen for a patch.
type pane struct {
	*canvas.Grid
	x, y int
}

func (p pane) Size() (width, height int)      { return patchWidth, patchHeight }
func (p pane) Written(y int) uint32           { return p.Grid.Written(p.y + y) }
func (p pane) Shift(canvas.Area, int, int)    {} // its picture stays
func (p pane) Span(x, y, n int) []canvas.Cell { return p.Grid.Span(p.x+x, p.y+y, n) }

// drawPatch draws a small ship above a slope. hull is the first of the ship's three tones.
func drawPatch(on pane, m canvas.Mode, p canvas.Palette, hull canvas.Colour) {
	c := canvas.Canvas{Mode: m, Palette: p, Sky: canvas.Sky}
	c.Resize(on.Size())
	width, height := c.Dots()
	for x := range width {
		for y := height + 5 - x; y < height; y++ {
			c.Dot(x, y, canvas.RockFace)
		}
	}
	tones := [scene.Parts]canvas.Colour{scene.Middle: 1, scene.Dark: 2, scene.Wing: 1}
	for _, spot := range scene.SpriteOf(&assets.Classes()[0]).At(game.UpRight) {
		c.Figure(4+int(spot.X), 4+int(spot.Y), hull+tones[spot.Part])
	}
	c.Draw(on)
}

// TestCard returns the test card as text in the terminal's own colours.
func TestCard() string {
	var b strings.Builder
	for _, m := range cardModes {
		b.WriteString(" " + m.String() + strings.Repeat(" ", patchStep-1-len(m.String())))
	}
	b.WriteString("\n")
	grid := canvas.NewGrid(256)
	grid.Resize(len(cardModes)*patchStep, patchHeight)
	for i, m := range cardModes {
		drawPatch(pane{grid, 1 + i*patchStep, 0}, m, inOneTone(), canvas.OwnBright)
	}
	for y := range patchHeight {
		for x := range grid.Width {
			character, style, _ := grid.Get(x, y)
			if style.Ground != 0 { // all ink
				character = "\x1b[7m \x1b[m"
			}
			b.WriteString(character)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// inOneTone returns a palette of one tone, for text without colours.
func inOneTone() canvas.Palette {
	p := canvas.PaletteOf(false)
	one := make(canvas.Palette, len(p))
	for k := range one {
		one[k] = p[canvas.OwnMiddle]
	}
	one[canvas.Space] = p[canvas.Space]
	return one
}
