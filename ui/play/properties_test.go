package play

import (
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
	"dogfight/ui/play/playtest"
	"dogfight/ui/play/scene"
)

// Properties of any World in every tier.

// tier is the traits of a terminal.
type tier struct {
	mode    canvas.Mode
	colours int
	far     bool
}

func anyTier(t *rapid.T) tier {
	return tier{
		rapid.SampledFrom(allModes).Draw(t, "mode"),
		rapid.SampledFrom([]int{1 << 24, 256, 16, 8, 0}).Draw(t, "colours"),
		rapid.Bool().Draw(t, "far"),
	}
}

// anyMatch returns a match with anything anywhere, or with many ships near each other.
func anyMatch(t *rapid.T) *net.View {
	if rapid.Bool().Draw(t, "melee") {
		return melee(rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)), 100, 79)
	}
	return anyView(t)
}

// shapes are the characters of dots.
var shapes = map[canvas.Mode]string{
	canvas.Halves:    " ▀▄",
	canvas.Quadrants: " ▀▄▌▐▖▗▘▝▚▞▙▛▜▟",
	canvas.Blocks:    " ▀▄▌▐▖▗▘▝▚▞▙▛▜▟▂▆",
	canvas.Sextants:  " ▌▐" + runes(0x1fb00, 0x1fb3b),
	canvas.Octants:   " ▀▄▌▐▖▗▘▝▚▞▙▛▜▟▂▆" + runes(0x1cd00, 0x1cde5) + "🮂🮅𜺨𜺫𜺣𜺠🯦🯧",
	canvas.Braille:   " " + runes(0x2800, 0x28ff),
	canvas.ASCII:     " '.#:",
}

// runes returns a range of characters.
func runes(first, last rune) string {
	var b strings.Builder
	for r := first; r <= last; r++ {
		b.WriteRune(r)
	}
	return b.String()
}

func TestDotsAreDrawnWithTheShapesOfTheirModeAlone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v, by := anyMatch(t), anyTier(t)
		s, term := New(Options{Mode: by.mode, LowBandwidth: by.far}), newTerminal(nil, 100, 30)
		s.camera().Zoom.Steps = rapid.IntRange(0, 2).Draw(t, "zoom")
		for i := range 3 {
			show(s, coloured{term, by.colours}, v, playtest.Noon.Add(time.Duration(i)*100*time.Millisecond))
			for at := range term.Grid.Cells {
				x, y := at%100, at/100
				has := shapes[by.mode]
				if by.colours == 8 {
					has += "▒" // colours other than black and grey
				}
				if glyph, _, _ := term.Get(x, y); s.drawing.canvas.Plain(x, y) && !s.drawing.canvas.Blank(x, y) && !strings.Contains(has, glyph) {
					t.Fatalf("%v, %d colours: %q at %d, %d", by.mode, by.colours, glyph, x, y)
				}
			}
			if by.mode == canvas.ASCII {
				onlyASCII(t, term)
			}
		}
	})
}

func TestMarksNeverCoverText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v, by := melee(rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)), 200, 155), anyTier(t)
		size := rapid.SampledFrom(usualSizes).Draw(t, "size")
		before, after := newTerminal(nil, size[0], size[1]), newTerminal(nil, size[0], size[1])
		s := New(Options{Mode: by.mode, LowBandwidth: by.far})
		for i := range 3 {
			s.See(v, playtest.Noon.Add(time.Duration(i)*100*time.Millisecond))
			s.drawing.canvas.Resize(size[0], size[1])
			f := s.frame()
			s.lay(f)
			s.drawSpace(&f.Space)
			s.drawHUD(f)
			s.drawing.canvas.Draw(before)
			text := make([]bool, size[0]*size[1])
			for at := range text {
				text[at] = !s.drawing.canvas.Plain(at%size[0], at/size[0])
			}
			for _, draw := range []func(){
				f.Space.DrawBrackets, func() { f.DrawHitMarks(&s.space.hurt) }, f.Space.DrawBars, f.DrawArrows, func() { s.drawing.next.tags.Draw(f) }, func() { s.space.callouts.Draw(&f.Space) }, f.Space.DrawStars,
			} {
				draw()
				s.drawing.canvas.Draw(after)
				for at := range text {
					if text[at] && after.Grid.Cells[at] != before.Grid.Cells[at] {
						t.Fatalf("%v: text at %d, %d was written over:\n%s\nthen\n%s", by, at%size[0], at/size[0], before.text(), after.text())
					}
					text[at] = !s.drawing.canvas.Plain(at%size[0], at/size[0])
				}
				s.drawing.canvas.Draw(before)
			}
			v.Chat, v.Events = nil, nil
		}
	})
}

// around calls f with all colours in the cells of the player's ship and beside it. A cell shows only colours that are
// in it.
func (s *Screen) around(f func(x, y int, k canvas.Colour)) {
	at := s.frame()
	s.lay(at)
	px, py := at.Space.LocateShip(at.Match.Me)
	is := func(x, y int) bool { return playerHull(s.drawing.canvas.At(x, y)) }
	seen := map[[2]int]bool{}
	for y := py - 6; y <= py+6; y++ {
		for x := px - 6; x <= px+6; x++ {
			column, row := s.drawing.canvas.Cell(x, y)
			near := is(x, y) || is(x-1, y) || is(x+1, y) || is(x, y-1) || is(x, y+1)
			if !near || seen[[2]int{column, row}] || !at.Sheet.InField(column, row) || !s.drawing.canvas.Plain(column, row) {
				continue
			}
			seen[[2]int{column, row}] = true
			for i := range canvas.Across * canvas.Down {
				dx, dy := canvas.Across*column+i%canvas.Across, canvas.Down*row+i/canvas.Across
				if !is(dx, dy) {
					f(dx, dy, s.drawing.canvas.At(dx, dy))
				}
			}
		}
	}
}

// playerHull reports whether a colour is only of the player's ship (not glass).
func playerHull(k canvas.Colour) bool {
	return k >= canvas.OwnBright && k <= canvas.OwnTrim
}

// moving reports whether a colour is of another hull, of fire or of a shield, which contrast by themselves.
func moving(k canvas.Colour) bool {
	fire := []canvas.Colour{
		canvas.Spark, canvas.Flash, canvas.FlameYellow, canvas.FlameOrange, canvas.FlameRed, canvas.Ember, canvas.Smoke, canvas.Soot,
		canvas.ShieldGlow, canvas.ShieldMiddle, canvas.ShieldWorn,
	}
	return hulls[k] || slices.Contains(fire, k)
}

// contrast returns the greatest contrast of the player's hull with a colour. Without colours only space contrasts.
func contrast(p canvas.Palette, colours int, from canvas.Colour) (most float64) {
	if colours == 0 {
		if from == canvas.Space {
			return 21
		}
		return 1
	}
	shown := func(k canvas.Colour) int {
		hex, known := p.Style(colours, k, canvas.Space).Ink.Hex()
		if !known || k == canvas.Space {
			hex, _ = p.Ground(colours).Hex()
		}
		return hex
	}
	for _, tone := range []canvas.Colour{canvas.OwnBright, canvas.OwnMiddle, canvas.OwnMiddle + 1} {
		most = max(most, canvas.Contrast(shown(tone), shown(from)))
	}
	return most
}

// amongRock returns a match with the player's ship among rock, other ships and items.
func amongRock(r *rand.Rand) *net.View {
	v := melee(r, 60, 40)
	own := &v.World.Ships[0]
	v.Me, own.State, own.Live, own.Hits, own.Protect, v.Phase = 0, game.Flying, 0, 0, 0, net.Playing
	for range 400 {
		v.Setup.Arena.Tiles[r.IntN(len(v.Setup.Arena.Tiles))] = game.Rock
	}
	return v
}

func TestThePlayersShipContrastsWithItsSurroundingsInEveryTier(t *testing.T) {
	all := builtIns(t)
	rapid.Check(t, func(t *rapid.T) {
		l, by := rapid.SampledFrom(all).Draw(t, "look"), anyTier(t)
		if by.mode == canvas.ASCII {
			by.mode = canvas.Blocks // ASCII has no dots
		}
		v := amongRock(rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)))
		s := New(Options{Palette: l.palette, Mode: by.mode, LowBandwidth: by.far})
		show(s, coloured{newTerminal(nil, 80, 24), by.colours}, v, playtest.Noon)
		low := map[canvas.Colour]int{}
		s.around(func(x, y int, k canvas.Colour) {
			if k < canvas.BarTrack && !moving(k) && contrast(s.drawing.canvas.Palette, by.colours, k) < 4.5 {
				low[k]++
			}
		})
		if len(low) > 0 {
			t.Fatalf("%s, %v: in the cells of the hull and beside it are dots of too little contrast, by colour: %v", l.name, by, low)
		}
	})
}

func TestInASCIINoRockIsBesideThePlayersShip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := amongRock(rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)))
		s, term := New(Options{Mode: canvas.ASCII}), newTerminal(nil, 80, 24)
		show(s, term, v, playtest.Noon)
		f := s.frame()
		s.lay(f)
		at := f.Space.ShipArea(0).Wider(1, 0)
		for y := canvas.Down * at.Y; y < canvas.Down*(at.Y+at.Height); y++ {
			for x := canvas.Across * at.X; x < canvas.Across*(at.X+at.Width); x++ {
				if canvas.IsRock(s.drawing.canvas.At(x, y)) {
					t.Fatalf("there is rock at %d, %d:\n%s", x/canvas.Across, y/canvas.Down, term.text())
				}
			}
		}
	})
}

// filled is the dots of block characters, a bit each, row by row from the upper left.
var filled = map[string]uint8{
	" ": 0x00, "█": 0xff, "▀": 0x0f, "▄": 0xf0, "▌": 0x55, "▐": 0xaa, "▘": 0x05, "▝": 0x0a, "▖": 0x50, "▗": 0xa0,
	"▚": 0xa5, "▞": 0x5a, "▙": 0xf5, "▟": 0xfa, "▛": 0x5f, "▜": 0xaf, "▂": 0xc0, "▆": 0xfc,
}

// overlap returns the dots of a ship in blocks that are drawn as ship, its dots, and the drawn dots.
func overlap(t *testing.T, class *game.Class, facing game.Course, dx, dy int) (both, has, drawn int) {
	const width, height = 8, 5
	c, g := &canvas.Canvas{Palette: canvas.Standard, Sky: canvas.Sky}, canvas.NewGrid(1<<24)
	c.Resize(width, height)
	g.Resize(width, height)
	is := map[[2]int]bool{}
	for _, spot := range scene.SpriteOf(class).At(facing) {
		x, y := 6+dx+int(spot.X), 8+dy+int(spot.Y)
		c.Figure(x, y, canvas.FoeBright+1)
		is[[2]int{x, y}] = true
	}
	c.Draw(g)
	for y := range canvas.Down * height {
		for x := range canvas.Across * width {
			glyph, style, _ := g.Get(x/canvas.Across, y/canvas.Down)
			shape, known := filled[glyph]
			if !known {
				t.Fatalf("drew %q", glyph)
			}
			if style.Manner&canvas.Reversed != 0 || glyph == " " && style.Ground != 0 {
				shape = ^shape
			}
			shows := shape>>(y&3<<1|x&1)&1 == 1
			if shows {
				drawn++
			}
			if is[[2]int{x, y}] {
				has++
				if shows {
					both++
				}
			}
		}
	}
	return both, has, drawn
}

func TestTheOutlineOfAShipSurvivesInBlocks(t *testing.T) {
	// Measured: 0.93 and 0.65 at the worst place, 0.97 and 0.81 on the average.
	const leastShown, leastShip = 0.92, 0.64
	var shown, ship, n float64
	worstShown, worstShip := 1.0, 1.0
	classes := assets.Classes()
	for i := range classes {
		for _, facing := range facings {
			for place := range canvas.Across * canvas.Down {
				both, has, drawn := overlap(t, &classes[i], facing, place&1, place>>1)
				of, by := float64(both)/float64(has), float64(both)/float64(drawn)
				worstShown, worstShip = min(worstShown, of), min(worstShip, by)
				shown, ship, n = shown+of, ship+by, n+1
				if of < leastShown || by < leastShip {
					t.Errorf("%s, facing %d, at %d, %d of a cell: %d of %d dots show, and %d are drawn", classes[i].Name, facing, place&1, place>>1, both, has, drawn)
				}
			}
		}
	}
	t.Logf("of a ship's dots %.2f show on the average, at least %.2f; of what is drawn %.2f are ship, at least %.2f", shown/n, worstShown, ship/n, worstShip)
}
