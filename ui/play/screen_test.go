package play

import (
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/net"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
	"dogfight/ui/play/playtest"
)

// show shows a View on a Screen and draws it.
func show(s *Screen, t canvas.Screen, v *net.View, now time.Time) {
	s.See(v, now)
	s.Draw(t)
}

// terminal is a readable screen of 256 colours.
type terminal struct{ *canvas.Grid }

func newTerminal(_ testing.TB, width, height int) terminal {
	g := canvas.NewGrid(256)
	g.Resize(width, height)
	return terminal{g}
}

// glyph returns the character of a cell: a full block for a blank on the ground of something in space.
func (t terminal) glyph(x, y int) (glyph string, columns int) {
	glyph, style, columns := t.Get(x, y)
	if glyph == " " && style.Ground != 0 && !textGrounds[style.Ground] {
		glyph = "█"
	}
	return glyph, columns
}

// textGrounds are the grounds of text.
var textGrounds = map[canvas.TermColour]bool{
	standardColour(canvas.PanelInk): true, standardColour(canvas.PanelMarked): true, standardColour(canvas.BoxHealth): true,
	standardColour(canvas.BoxAmmo): true, standardColour(canvas.BoxShield): true, standardColour(canvas.BoxOverdrive): true,
}

// standardColour returns a colour on a terminal of 256.
func standardColour(k canvas.Colour) canvas.TermColour {
	return canvas.Numbered(int(canvas.Standard[k].Rich))
}

// row returns a row without trailing blanks.
func (t terminal) row(y int) string {
	width, _ := t.Size()
	var row strings.Builder
	for x := 0; x < width; {
		glyph, columns := t.glyph(x, y)
		row.WriteString(glyph)
		x += columns
	}
	return strings.TrimRight(row.String(), " ")
}

// patch returns a part of the terminal, with a '|' before each row.
func (t terminal) patch(x, y, width, height int) string {
	var b strings.Builder
	for row := range height {
		b.WriteByte('|')
		for column := range width {
			glyph, _ := t.glyph(x+column, y+row)
			b.WriteString(glyph)
		}
	}
	return b.String()
}

// text returns all rows.
func (t terminal) text() string {
	_, height := t.Size()
	var rows []string
	for y := range height {
		rows = append(rows, t.row(y))
	}
	return strings.Join(rows, "\n")
}

// shows fails the test if the terminal does not show the words somewhere.
func (t terminal) shows(tb testing.TB, words ...string) {
	tb.Helper()
	for _, w := range words {
		if !strings.Contains(t.text(), w) {
			tb.Errorf("%q is not on the screen:\n%s", w, t.text())
		}
	}
}

// hides fails the test if the terminal shows the words.
func (t terminal) hides(tb testing.TB, words ...string) {
	tb.Helper()
	for _, w := range words {
		if strings.Contains(t.text(), w) {
			tb.Errorf("%q is on the screen:\n%s", w, t.text())
		}
	}
}

// drawn draws a view at noon on a terminal of 80x24.
func drawn(t testing.TB, v *net.View) terminal {
	term := newTerminal(t, 80, 24)
	show(New(Options{}), term, v, playtest.Noon)
	return term
}

func key(k input.Key) input.Event { return input.PressOf(k) }

func char(r rune) input.Event { return input.PressOf(input.Key(r)) }

func ctrl(letter input.Key) input.Event {
	return input.Event{Kind: input.Press, Key: letter, Mods: input.Ctrl}
}

// typed sends characters to a screen and returns the last action.
func typed(s *Screen, v *net.View, text string) (last Action) {
	for _, r := range text {
		last = s.Event(char(r), v, playtest.Noon)
	}
	return last
}

func TestTheSameViewAtTheSameTimeIsTheSamePicture(t *testing.T) {
	v := playtest.View("Nova", "Rex")
	v.World.Ships[0].Protect = 60
	v.Events = []game.Event{{Kind: game.EventKill, Slot: 1, By: 0, X: playtest.Unit(90), Y: playtest.Unit(60)}}
	first, second := drawn(t, v).text(), drawn(t, v).text()
	if first != second {
		t.Errorf("first\n%s\nthen\n%s", first, second)
	}
}

func TestPhasesWithoutAWorldShowTheirState(t *testing.T) {
	for phase, words := range map[net.Phase]string{
		net.Joining: "joining ...",
		net.Lost:    "connection lost, reconnecting",
		net.Refused: "the host refused the connection",
		net.Ended:   "the match is over",
	} {
		drawn(t, &net.View{Phase: phase, Me: -1}).shows(t, words)
	}
}

func TestALostLinkShowsOverTheLastPicture(t *testing.T) {
	v := playtest.View("Nova", "Rex")
	v.Phase = net.Lost
	drawn(t, v).shows(t, "connection lost, reconnecting - Esc menu", "Rex", "Fighter") // over a ship
}

func TestALostLinkShowsOverShips(t *testing.T) {
	v := playtest.View("Nova", "Rex", "Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal", "Ina", "Jo")
	for i := range 12 {
		v.World.Ships[i].X, v.World.Ships[i].Y = playtest.Unit(int32(60+10*(i%2))), playtest.Unit(int32(20+8*i))
	}
	v.Phase, v.Err = net.Lost, errors.New("your match goes on in a moment, here or at another host")
	drawn(t, v).shows(t, "connection lost, reconnecting - Esc menu", v.Err.Error())
}

func TestDrawingTwiceMakesOnePicture(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		mode := rapid.SampledFrom(allModes).Draw(t, "mode")
		s := New(Options{Mode: mode, LowBandwidth: rapid.Bool().Draw(t, "far")})
		moves := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "moves"), 0))
		v := anyView(t)
		width, height := 60+moves.IntN(150), 20+moves.IntN(50)
		one, other := newTerminal(nil, width, height), newTerminal(nil, width, height)
		s.pages.overlay, s.news.figures.Open = overlay(moves.IntN(5)), moves.IntN(2) == 0
		for i := range 5 {
			for slot := range v.World.Ships {
				ship := &v.World.Ships[slot]
				ship.X, ship.Y = ship.X+moves.Int32N(9*game.One), ship.Y-moves.Int32N(9*game.One)
			}
			s.See(v, playtest.Noon.Add(time.Duration(i)*33*time.Millisecond))
			s.Draw(one)
			again := slices.Clone(one.Grid.Cells)
			s.Draw(other) // an empty screen
			s.Draw(one)
			if !slices.Equal(one.Grid.Cells, again) || one.text() != other.text() {
				t.Fatalf("picture %d:\n%s\nand then\n%s", i, one.text(), other.text())
			}
		}
	})
}

func TestViewsThatAreNotDrawnStillCount(t *testing.T) {
	v, s := playtest.View("Nova", "Rex"), New(Options{})
	show(s, newTerminal(t, 80, 24), v, playtest.Noon)
	v.Chat = []net.ChatLine{{From: "Rex", Pilot: 1, Slot: 1, Text: "behind you"}}
	v.Events = []game.Event{{Kind: game.EventKill, Slot: 0, By: 1}}
	v.Decided = v.Events
	s.See(v, playtest.Noon.Add(time.Second))
	v.Chat, v.Events, v.Decided = nil, nil, nil
	s.See(v, playtest.Noon.Add(2*time.Second))
	term := newTerminal(t, 80, 24)
	s.Draw(term)
	term.shows(t, "Rex: behind you", "Rex » Nova")
	if s.known.tally.Slots[1].Streak != 1 {
		t.Error("the kill is not counted")
	}
}

// tones returns the colours of a palette on a terminal of so many, and the attributes for them.
func tones(p canvas.Palette, colours int) (known map[canvas.TermColour]bool, manners canvas.Manner) {
	known = map[canvas.TermColour]bool{0: true}
	for k := range p {
		ink, ground := p.Style(colours, canvas.Colour(k), canvas.Space), p.Style(colours, canvas.Space, canvas.Colour(k))
		known[ink.Ink], known[ground.Ground] = true, true
		manners |= ink.Manner | ground.Manner
	}
	return known, manners
}

// builtIn is a built-in palette with its name.
type builtIn struct {
	name    string
	palette canvas.Palette
}

func builtIns(t *testing.T) (all []builtIn) {
	t.Helper()
	var themes []*assets.Theme
	for _, name := range assets.ThemeNamesIn("") {
		theme, err := assets.ThemeIn("", name, canvas.Roles())
		if err != nil {
			t.Fatal(err)
		}
		themes = append(themes, theme)
		all = append(all, builtIn{name, canvas.PaletteOf(false, themes[0], theme)}, builtIn{name + ", colour-blind", canvas.PaletteOf(true, themes[0], theme)})
	}
	return all
}

func TestMatchScreenHasNoColourOutsideItsPalette(t *testing.T) {
	term := newTerminal(t, 120, 40)
	all := builtIns(t)
	rapid.Check(t, func(rt *rapid.T) {
		v := anyView(rt)
		l := rapid.SampledFrom(all).Draw(rt, "look")
		for _, colours := range []int{1 << 24, 256, 16, 8, 0} {
			s := New(Options{Palette: l.palette})
			show(s, coloured{term, colours}, v, playtest.Noon)
			known, manners := tones(l.palette, colours)
			manners |= canvas.Reversed // for shapes without an inverse
			if colours == 0 && len(known) > 1 {
				rt.Fatalf("%s has colours without colours: %v", l.name, known)
			}
			for i := range term.Cells {
				if style := term.Cells[i].Style(); !known[style.Ink] || !known[style.Ground] || style.Manner&^manners != 0 || colours == 8 && style.Manner == canvas.Reversed|canvas.Bold {
					rt.Fatalf("%s, %d colours: found %v", l.name, colours, style)
				}
			}
		}
	})
}

func TestAnotherPalettePreservesTheState(t *testing.T) {
	v := playtest.View("Nova", "Rex")
	v.Chat = []net.ChatLine{{From: "Rex", Slot: 1, Text: "well flown"}}
	s, term := New(Options{}), newTerminal(t, 80, 24)
	show(s, term, v, playtest.Noon)
	before := term.text()
	v.Chat = nil
	for _, l := range builtIns(t) {
		s.Set(Options{Palette: l.palette})
		show(s, term, v, playtest.Noon)
	}
	s.Set(Options{Palette: canvas.Standard})
	show(s, term, v, playtest.Noon)
	if term.text() != before {
		t.Errorf("before\n%s\nafter\n%s", before, term.text())
	}
}

// picture returns all characters with their colours.
func (t terminal) picture() string {
	width, height := t.Size()
	var all []byte
	for i := range width * height {
		glyph, style, _ := t.Get(i%width, i/width)
		all = append(all, glyph...)
		all = binary.BigEndian.AppendUint64(all, uint64(style.Ink))
		all = binary.BigEndian.AppendUint64(all, uint64(style.Ground))
	}
	return string(all)
}

// blinking is everything that blinks, flickers or twinkles.
var blinking = map[string]func(v *net.View){
	"the lights around a ship fresh from the spawn": func(v *net.View) { v.World.Ships[0].Protect = 60 },
	"exhaust": func(v *net.View) { v.World.Ships[0].Input = game.Steer(game.Up) },
	"exhaust with the afterburner": func(v *net.View) {
		v.World.Ships[0].Input = game.Steer(game.Up)
		v.World.Ships[0].Boost = 255
	},
	"a mine": func(v *net.View) { shoot(v.World, 3) },
	"a barrel that was hit": func(v *net.View) {
		v.World.Barrels[0] = game.Barrel{X: playtest.Unit(100), Y: playtest.Unit(100), HP: 1}
	},
	"an orb": func(v *net.View) {
		v.World.Items[0] = game.Item{Kind: game.OrbItem, X: playtest.Unit(100), Y: playtest.Unit(100), Timer: 600}
	},
	"a drop that goes soon": func(v *net.View) {
		v.World.Items[0] = game.Item{Kind: game.ShieldItem, X: playtest.Unit(100), Y: playtest.Unit(100), Timer: 60}
	},
}

func TestFewerFlashesHoldsStillEachThingThatBlinks(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("seconds of a fight are drawn in every mode; runs without -short")
	}
	for what, put := range blinking {
		for _, fewer := range []bool{false, true} {
			v := playtest.View("Nova")
			put(v)
			s, term := New(Options{Settings: input.Settings{FewerFlashes: fewer}, Mode: canvas.Braille}), newTerminal(t, 99, 30)
			show(s, term, v, playtest.Noon.Add(-10*time.Second)) // the camera settles
			pictures := map[string]bool{}
			for i := range 60 {
				show(s, term, v, playtest.Noon.Add(time.Duration(i)*33*time.Millisecond))
				pictures[term.picture()] = true
			}
			if fewer != (len(pictures) == 1) {
				t.Errorf("%s, fewer flashes %v: %d different pictures", what, fewer, len(pictures))
			}
		}
	}
}

// brightest returns the most dots of the brightest fire that an event draws.
func brightest(t *testing.T, kind game.EventKind, fewer bool) (most int) {
	v := playtest.View("Nova")
	v.Setup.Arena.Tiles[14*v.Setup.Arena.Width+20] = game.Rock // it would shine on it
	v.Events = []game.Event{{Kind: kind, Slot: 0, By: 1, X: playtest.Unit(140), Y: playtest.Unit(100)}}
	v.World.Ships[0].State = game.Dead
	s, term := New(Options{Settings: input.Settings{FewerFlashes: fewer}}), newTerminal(t, 80, 24)
	for i := range 30 {
		show(s, term, v, playtest.Noon.Add(time.Duration(i)*33*time.Millisecond))
		v.Events = nil
		most = max(most, s.dots(canvas.Flash, canvas.FlameYellow)+s.dots(lit...))
	}
	return most
}

// lit is the colours of dust and rock lit by fire.
var lit = func() (all []canvas.Colour) {
	for tone := range canvas.GlowTones {
		all = append(all, canvas.Glow+canvas.Colour(tone))
	}
	for tone := range canvas.RockTones {
		for steps := range canvas.Warmth {
			all = append(all, canvas.Warm(canvas.RockOf(0, tone), steps+1))
		}
	}
	return all
}()

func TestFewerFlashesLeavesExplosionsThatDoNotFlashUp(t *testing.T) {
	for _, kind := range []game.EventKind{game.EventKill, game.EventBlast} {
		with, without := brightest(t, kind, false), brightest(t, kind, true)
		t.Logf("event %d: at most %d dots that flash up, %d with fewer flashes", kind, with, without)
		if with < 1000 || without > 0 {
			t.Errorf("event %d: expected 1000 dots that flash up or more, and none with fewer flashes; found %d, %d", kind, with, without)
		}
	}
}
