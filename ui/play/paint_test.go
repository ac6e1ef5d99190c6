package play

import (
	"encoding/binary"
	"testing"
	"time"

	"pgregory.net/rapid"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/net"
	"dogfight/ui/canvas"
	"dogfight/ui/play/playtest"
)

// tones returns the colours that a palette has on a terminal of so many, and the
// attributes that stand for them.
func tones(p canvas.Palette, colours int) (known map[canvas.CellColour]bool, manners canvas.Manner) {
	known = map[canvas.CellColour]bool{0: true}
	for k := range p {
		ink, ground := p.Style(colours, canvas.Colour(k), canvas.SpaceTone), p.Style(colours, canvas.SpaceTone, canvas.Colour(k))
		known[ink.Ink], known[ground.Ground] = true, true
		manners |= ink.Manner | ground.Manner
	}
	return known, manners
}

// look is one that a player can choose.
type look struct {
	name    string
	palette canvas.Palette
}

// looks returns all that are built in.
func looks(t *testing.T) (looks []look) {
	t.Helper()
	var themes []*assets.Theme
	for _, name := range assets.ThemeNamesIn("") {
		theme, err := assets.ThemeIn("", name, canvas.Roles())
		if err != nil {
			t.Fatal(err)
		}
		themes = append(themes, theme)
		looks = append(looks, look{name, canvas.PaletteOf(false, themes[0], theme)}, look{name + ", colour-blind", canvas.PaletteOf(true, themes[0], theme)})
	}
	return looks
}

func TestMatchScreenHasNoColourOutsideItsPalette(t *testing.T) {
	term := newTerminal(t, 120, 40)
	all := looks(t)
	rapid.Check(t, func(rt *rapid.T) {
		v := anyView(rt)
		l := rapid.SampledFrom(all).Draw(rt, "look")
		for _, colours := range []int{1 << 24, 256, 16, 8, 0} {
			s := New(Options{Palette: l.palette})
			show(s, coloured{term, colours}, v, playtest.Noon)
			known, manners := tones(l.palette, colours)
			manners |= canvas.Reversed // where a colour stands on nothing in a shape that there is the other way round alone
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

func TestAnotherPaletteLeavesWhatIsSaid(t *testing.T) {
	v := playtest.View("Nova", "Rex")
	v.Chat = []net.ChatLine{{From: "Rex", Slot: 1, Text: "well flown"}}
	s, term := New(Options{}), newTerminal(t, 80, 24)
	show(s, term, v, playtest.Noon)
	before := term.text()
	v.Chat = nil
	for _, l := range looks(t) {
		s.Set(Options{Palette: l.palette})
		show(s, term, v, playtest.Noon)
	}
	s.Set(Options{Palette: canvas.Standard})
	show(s, term, v, playtest.Noon)
	if term.text() != before {
		t.Errorf("before\n%s\nafter\n%s", before, term.text())
	}
}

// picture is all that shows, with its colours.
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

// blinking is everything on the match screen that blinks, flickers or twinkles by
// itself.
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
			s, term := New(Options{Mode: canvas.Braille, FewerFlashes: fewer}), newTerminal(t, 99, 30)
			show(s, term, v, playtest.Noon.Add(-10*time.Second)) // the camera comes to rest
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

// brightest is the most dots of the brightest fire that an event puts on the screen at once.
func brightest(t *testing.T, kind game.EventKind, fewer bool) (most int) {
	v := playtest.View("Nova")
	v.Setup.Arena.Tiles[14*v.Setup.Arena.Width+20] = game.Rock // on which it would shine
	v.Events = []game.Event{{Kind: kind, Slot: 0, By: 1, X: playtest.Unit(140), Y: playtest.Unit(100)}}
	v.World.Ships[0].State = game.Dead
	s, term := New(Options{FewerFlashes: fewer}), newTerminal(t, 80, 24)
	for i := range 30 {
		show(s, term, v, playtest.Noon.Add(time.Duration(i)*33*time.Millisecond))
		v.Events = nil
		most = max(most, s.dots(canvas.Flash, canvas.FlameYellow)+s.dots(lit...))
	}
	return most
}

// lit is what dust and rock look like that fire shines on.
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
