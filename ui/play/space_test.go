package play

import (
	"strings"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/ui/canvas"
)

// pictures draws a view in colour and in ASCII.
func pictures(t *testing.T, v *net.View) (colour, ascii string) {
	term := newTerminal(t, 80, 24)
	show(New(Options{}), term, v, noon)
	colour = term.text()
	show(New(Options{Mode: canvas.ASCII}), term, v, noon)
	return colour, term.text()
}

func TestEverythingInSpaceShowsInBothModes(t *testing.T) {
	empty, plain := pictures(t, testView("Nova"))
	for name, put := range map[string]func(*game.World, *game.Arena){
		"barrel": func(w *game.World, _ *game.Arena) { w.Barrels[3] = game.Barrel{X: unit(100), Y: unit(100), HP: 3} },
		"power-up": func(w *game.World, _ *game.Arena) {
			w.Items[9] = game.Item{Kind: game.ShieldItem, X: unit(100), Y: unit(100), Timer: 999}
		},
		"orb": func(w *game.World, _ *game.Arena) {
			w.Items[9] = game.Item{Kind: game.Orb, X: unit(100), Y: unit(100), Timer: 999}
		},
		"rock": func(_ *game.World, a *game.Arena) { a.Tiles[10*a.Width+20] = game.Rock },
		"pad": func(w *game.World, a *game.Arena) {
			a.Pads = append(a.Pads, game.Point{X: unit(100), Y: unit(100)})
			w.Items[0] = game.Item{X: unit(100), Y: unit(100)}
		},
		"cannon": func(w *game.World, _ *game.Arena) { shoot(w, 0) },
		"spread": func(w *game.World, _ *game.Arena) { shoot(w, 1) },
		"rail":   func(w *game.World, _ *game.Arena) { shoot(w, 2) },
		"mine":   func(w *game.World, _ *game.Arena) { shoot(w, 3) },
		"flame":  func(w *game.World, _ *game.Arena) { w.Ships[0].Input = game.Steer(game.Up) },
		"shield": func(w *game.World, _ *game.Arena) { w.Ships[0].Hits = 3 },
		"spawn":  func(w *game.World, _ *game.Arena) { w.Ships[0].Protect = 9 },
	} {
		v := testView("Nova")
		put(v.World, v.Setup.Arena)
		colour, ascii := pictures(t, v)
		if colour == empty || ascii == plain {
			t.Errorf("%s: seen in colour %v, in ASCII %v", name, colour != empty, ascii != plain)
		}
	}
}

// shoot puts a shot of the weapon into the middle, flying up.
func shoot(w *game.World, weapon uint8) {
	w.Ships[0].Live = 1
	w.Shots[0][0] = game.Shot{X: unit(100), Y: unit(100), VY: -1536, Weapon: weapon, Left: 20}
}

func TestWeaponsLookDifferentInFlight(t *testing.T) {
	seen := map[string]uint8{}
	for weapon := range uint8(4) {
		v := testView("Nova")
		shoot(v.World, weapon)
		picture, _ := pictures(t, v)
		if other, ok := seen[picture]; ok {
			t.Errorf("weapons %d and %d look alike", other, weapon)
		}
		seen[picture] = weapon
	}
}

func TestAStreakIsNoLongerThanTheShotFlew(t *testing.T) {
	v := testView("Nova")
	shoot(v.World, 2)
	v.World.Shots[0][0].Left = 48 // of a life of 48
	fresh, _ := pictures(t, v)
	v.World.Shots[0][0].Left = 40
	flown, _ := pictures(t, v)
	if ink(fresh) >= ink(flown) {
		t.Errorf("the streak of a fresh shot has %d half-blocks, later %d", ink(fresh), ink(flown))
	}
}

// ink counts the block characters of a picture.
func ink(picture string) int {
	return strings.Count(picture, "█") + strings.Count(picture, "▀") + strings.Count(picture, "▄")
}

func TestBurstsFollowEventsAndEnd(t *testing.T) {
	for kind := game.EventSpark; kind <= game.EventBump; kind++ {
		v, s, term := testView("Nova"), New(Options{}), newTerminal(t, 80, 24)
		show(s, term, v, noon)
		before := term.text()
		v.Events = []game.Event{{Kind: kind, Slot: 5, By: 5, X: unit(160), Y: unit(100)}}
		show(s, term, v, noon)
		v.Events = nil
		show(s, term, v, noon.Add(60*time.Millisecond))
		if during := term.text(); (during != before) != (burstOf(kind) != nil) {
			t.Errorf("event %d: seen %v", kind, during != before)
		}
		show(s, term, v, noon.Add(10*time.Second))
		if after := term.text(); after != before {
			t.Errorf("event %d left something behind:\n%s", kind, after)
		}
	}
}

func TestTheKillFeedTellsWhoDestroyedWhom(t *testing.T) {
	v, s, term := testView("Nova", "Rex"), New(Options{}), newTerminal(t, 80, 24)
	v.Events = []game.Event{
		{Kind: game.EventKill, Slot: 1, By: 0, What: 2},
		{Kind: game.EventKill, Slot: 0, By: 0, What: game.BlastWeapon},
	}
	show(s, term, v, noon)
	v.Events = nil
	if got := term.row(1); !strings.HasSuffix(got, " Nova ─► Rex") {
		t.Errorf("got %q", got)
	}
	if got := term.row(2); !strings.HasSuffix(got, " ☼ Nova") {
		t.Errorf("got %q", got)
	}
	show(s, term, v, noon.Add(feedStays))
	term.hides(t, "─► Rex")
}

func TestStarsMoveSlowerTheFartherTheyAre(t *testing.T) {
	last := 1
	for i := range starLayers {
		l := &starLayers[len(starLayers)-1-i]
		if l.slowness <= last {
			t.Errorf("layer %d is as near as the one before", i)
		}
		last = l.slowness
	}
}
