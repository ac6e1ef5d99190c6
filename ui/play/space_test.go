package play

import (
	"strings"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/ui/canvas"
	"dogfight/ui/play/model"
	"dogfight/ui/play/playtest"
)

// pictures draws a view in colour and in ASCII.
func pictures(t *testing.T, v *net.View) (colour, ascii string) {
	term := newTerminal(t, 80, 24)
	show(New(Options{}), term, v, playtest.Noon)
	colour = term.text()
	show(New(Options{Mode: canvas.ASCII}), term, v, playtest.Noon)
	return colour, term.text()
}

func TestEverythingInSpaceShowsInBothModes(t *testing.T) {
	empty, plain := pictures(t, playtest.View("Nova"))
	for name, put := range map[string]func(*game.World, *game.Arena){
		"barrel": func(w *game.World, _ *game.Arena) {
			w.Barrels[3] = game.Barrel{X: playtest.Unit(100), Y: playtest.Unit(100), HP: 3}
		},
		"power-up": func(w *game.World, _ *game.Arena) {
			w.Items[9] = game.Item{Kind: game.ShieldItem, X: playtest.Unit(100), Y: playtest.Unit(100), Timer: 999}
		},
		"orb": func(w *game.World, _ *game.Arena) {
			w.Items[9] = game.Item{Kind: game.OrbItem, X: playtest.Unit(100), Y: playtest.Unit(100), Timer: 999}
		},
		"rock": func(_ *game.World, a *game.Arena) { a.Tiles[10*a.Width+20] = game.Rock },
		"pad": func(w *game.World, a *game.Arena) {
			a.Pads = append(a.Pads, game.Point{X: playtest.Unit(100), Y: playtest.Unit(100)})
			w.Items[0] = game.Item{X: playtest.Unit(100), Y: playtest.Unit(100)}
		},
		"cannon": func(w *game.World, _ *game.Arena) { shoot(w, 0) },
		"spread": func(w *game.World, _ *game.Arena) { shoot(w, 1) },
		"rail":   func(w *game.World, _ *game.Arena) { shoot(w, 2) },
		"mine":   func(w *game.World, _ *game.Arena) { shoot(w, 3) },
		"flame":  func(w *game.World, _ *game.Arena) { w.Ships[0].Input = game.Steer(game.Up) },
		"shield": func(w *game.World, _ *game.Arena) { w.Ships[0].Hits = 3 },
		"spawn":  func(w *game.World, _ *game.Arena) { w.Ships[0].Protect = 9 },
	} {
		v := playtest.View("Nova")
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
	w.Shots[0][0] = game.Shot{X: playtest.Unit(100), Y: playtest.Unit(100), VY: -1536, Weapon: weapon, Left: 20}
}

func TestWeaponsLookDifferentInFlight(t *testing.T) {
	seen := map[string]uint8{}
	for weapon := range uint8(4) {
		v := playtest.View("Nova")
		shoot(v.World, weapon)
		picture, _ := pictures(t, v)
		if other, ok := seen[picture]; ok {
			t.Errorf("weapons %d and %d look alike", other, weapon)
		}
		seen[picture] = weapon
	}
}

func TestAStreakIsNoLongerThanTheShotFlew(t *testing.T) {
	v, s := playtest.View("Nova"), New(Options{})
	shoot(v.World, 2)
	v.World.Ships[0].State = game.Dead
	want := map[uint16]int{48: 1, 47: 4, 46: 7, 40: 24} // by 3 dots in each
	for i, left := range []uint16{48, 47, 46, 40} {     // of a life of 48
		v.World.Shots[0][0].Left = left
		show(s, newTerminal(t, 80, 24), v, playtest.Noon.Add(time.Duration(i)*time.Second))
		own := (&model.Match{View: v}).HullOf(0)
		if got := s.dots(canvas.Spark, own.Bright, own.Middle, own.Dark); got != want[left] {
			t.Errorf("flown for %d ticks, the shot has %d dots, expected %d", 48-left, got, want[left])
		}
	}
}

func TestBurstsFollowEventsAndEnd(t *testing.T) {
	seen := map[game.EventKind]bool{
		game.EventSpark: true, game.EventHit: true, game.EventBlock: true, game.EventKill: true,
		game.EventBlast: true, game.EventPickup: true, game.EventSpawn: true, game.EventBump: true,
	}
	for kind := game.EventSpark; kind <= game.EventBump; kind++ {
		v, s, term := playtest.View("Nova"), New(Options{}), newTerminal(t, 80, 24)
		show(s, term, v, playtest.Noon)
		before := term.text()
		v.Events = []game.Event{{Kind: kind, Slot: 5, By: 5, X: playtest.Unit(160), Y: playtest.Unit(100)}}
		show(s, term, v, playtest.Noon)
		v.Events = nil
		show(s, term, v, playtest.Noon.Add(60*time.Millisecond))
		if during := term.text(); (during != before) != seen[kind] {
			t.Errorf("event %d: seen %v", kind, during != before)
		}
		show(s, term, v, playtest.Noon.Add(10*time.Second))
		if after := term.text(); after != before {
			t.Errorf("event %d left something behind:\n%s", kind, after)
		}
	}
}

func TestTheKillFeedTellsWhoDestroyedWhom(t *testing.T) {
	v, s, term := playtest.View("Nova", "Rex"), New(Options{}), newTerminal(t, 80, 30)
	v.Events = []game.Event{
		{Kind: game.EventKill, Slot: 1, By: 0, What: 2},
		{Kind: game.EventKill, Slot: 0, By: 0, What: game.BlastWeapon},
	}
	show(s, term, v, playtest.Noon)
	v.Events = nil
	if got := term.row(1); !strings.HasSuffix(got, " Nova hit a barrel") {
		t.Errorf("got %q", got)
	}
	if got := term.row(2); !strings.HasSuffix(got, " Nova » Rex") {
		t.Errorf("got %q", got)
	}
	show(s, term, v, playtest.Noon.Add(6*time.Second))
	term.hides(t, "Nova » Rex")
}
