package play

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"dogfight/game"
	"dogfight/net"
	"dogfight/ui/canvas"
	"dogfight/ui/cells"
)

// tones returns the colours that a palette has on a terminal of so many, and the
// attributes that stand for them.
func tones(p canvas.Palette, colours int) (known map[cells.Colour]bool, manners cells.Manner) {
	known = map[cells.Colour]bool{0: true}
	for k := range p {
		ink, ground := p.Style(colours, canvas.Colour(k), space), p.Style(colours, space, canvas.Colour(k))
		known[ink.Ink], known[ground.Ground] = true, true
		manners |= ink.Manner | ground.Manner
	}
	return known, manners
}

func TestMatchScreenHasNoColourOutsideItsPalette(t *testing.T) {
	term := newTerminal(t, 120, 40)
	all := looks(t)
	rapid.Check(t, func(rt *rapid.T) {
		v := anyView(rt)
		l := rapid.SampledFrom(all).Draw(rt, "look")
		for _, colours := range []int{1 << 24, 256, 16, 8, 0} {
			s := New(Options{Palette: l.palette})
			show(s, coloured{term, colours}, v, noon)
			known, manners := tones(l.palette, colours)
			if colours != 8 {
				manners |= cells.Reversed // where rock ends within a cell
			}
			if colours == 0 && len(known) > 1 {
				rt.Fatalf("%s has colours without colours: %v", l.String(), known)
			}
			for i := range term.Cells {
				if style := term.Cells[i].Style(); !known[style.Ink] || !known[style.Ground] || style.Manner&^manners != 0 {
					rt.Fatalf("%s, %d colours: found %v", l.String(), colours, style)
				}
			}
		}
	})
}

func TestAnotherPaletteLeavesWhatIsSaid(t *testing.T) {
	v := testView("Nova", "Rex")
	v.Chat = []net.ChatLine{{From: "Rex", Slot: 1, Text: "well flown"}}
	s, term := New(Options{}), newTerminal(t, 80, 24)
	show(s, term, v, noon)
	before := term.text()
	v.Chat = nil
	for _, l := range looks(t) {
		s.Set(Options{Palette: l.palette})
		show(s, term, v, noon)
	}
	s.Set(Options{Palette: standard})
	show(s, term, v, noon)
	if term.text() != before {
		t.Errorf("before\n%s\nafter\n%s", before, term.text())
	}
}

// picture is all that shows, with its colours.
func (t terminal) picture() string {
	width, height := t.Size()
	return fmt.Sprint(func() (cells []string) {
		for i := range width * height {
			glyph, style, _ := t.Get(i%width, i/width)
			cells = append(cells, fmt.Sprint(glyph, style.Ink, style.Ground))
		}
		return cells
	}())
}

// blinking is everything on the match screen that blinks, flickers or twinkles by
// itself.
var blinking = map[string]func(v *net.View){
	"the lights around a ship fresh from the spawn": func(v *net.View) { v.World.Ships[0].Protect = 60 },
	"exhaust": func(v *net.View) { v.World.Ships[0].Input = game.Steer(game.Up) },
	"exhaust with the afterburner": func(v *net.View) {
		v.World.Ships[0].Input = game.Steer(game.Up)
		v.World.Ships[0].Boost = 255
	},
	"a mine":                func(v *net.View) { shoot(v.World, 3) },
	"a barrel that was hit": func(v *net.View) { v.World.Barrels[0] = game.Barrel{X: unit(100), Y: unit(100), HP: 1} },
	"an orb": func(v *net.View) {
		v.World.Items[0] = game.Item{Kind: game.Orb, X: unit(100), Y: unit(100), Timer: 600}
	},
	"a drop that goes soon": func(v *net.View) {
		v.World.Items[0] = game.Item{Kind: game.ShieldItem, X: unit(100), Y: unit(100), Timer: 60}
	},
	"one's own dot on a radar": func(v *net.View) { v.Setup.Arena = largeArena() },
}

// largeArena is one that gets a radar.
func largeArena() *game.Arena {
	a := &game.Arena{Name: "large", Width: 200, Height: 100, Tiles: make([]game.Tile, 200*100)}
	for i := range a.Tiles {
		a.Tiles[i] = game.Space
	}
	return a
}

func TestFewerFlashesHoldsStillEachThingThatBlinks(t *testing.T) {
	for what, put := range blinking {
		for _, fewer := range []bool{false, true} {
			v := testView("Nova")
			put(v)
			s, term := New(Options{Mode: canvas.Braille, FewerFlashes: fewer}), newTerminal(t, 99, 30)
			show(s, term, v, noon.Add(-10*time.Second)) // the camera comes to rest
			pictures := map[string]bool{}
			for i := range 60 {
				show(s, term, v, noon.Add(time.Duration(i)*33*time.Millisecond))
				pictures[term.picture()] = true
			}
			if fewer != (len(pictures) == 1) {
				t.Errorf("%s, fewer flashes %v: %d different pictures", what, fewer, len(pictures))
			}
		}
	}
}

// brightest is the most pixels of the flash's colour that an event puts on the
// screen at once.
func brightest(t *testing.T, kind game.EventKind, fewer bool) (most int) {
	v := testView("Nova")
	v.Events = []game.Event{{Kind: kind, Slot: 0, By: 1, X: unit(140), Y: unit(100)}}
	v.World.Ships[0].State = game.Dead
	s, term := New(Options{FewerFlashes: fewer}), newTerminal(t, 80, 24)
	for i := range 30 {
		show(s, term, v, noon.Add(time.Duration(i)*33*time.Millisecond))
		v.Events = nil
		bright := 0
		for cell := 80; cell < 80*22; cell++ {
			glyph, style, _ := term.Get(cell%80, cell/80)
			half := map[string]int{"▀": 1, "▄": 1}[glyph]
			if style.Ink == standardColour(white) {
				bright += half
			}
			if style.Ground == standardColour(white) {
				bright += 2 - half
			}
		}
		most = max(most, bright)
	}
	return most
}

func TestFewerFlashesLeavesNoExplosionMoreThanSparks(t *testing.T) {
	for _, kind := range []game.EventKind{game.EventKill, game.EventBlast} {
		with, without := brightest(t, kind, false), brightest(t, kind, true)
		t.Logf("event %d: at most %d pixels of the flash, %d with fewer flashes", kind, with, without)
		if with < 20 || without > 12 {
			t.Errorf("event %d: expected 20 pixels or more, and 12 at most with fewer flashes; found %d, %d", kind, with, without)
		}
	}
}
