package play

import (
	"regexp"
	"strings"
	"testing"

	"dogfight/game"
	"dogfight/ui/play/playtest"
)

func TestAnEventDoesNotLieOverWhatThePlayerIsToDo(t *testing.T) {
	v, s, term := inRound(), New(Options{}), newTerminal(t, 60, 20)
	v.World.Ships[0].X = playtest.Unit(900) // outside the zone
	v.Roster[1].Name, v.Roster[2].Name = "Marmalade", "Gremlin"
	v.Events = []game.Event{{Kind: game.EventKill, Slot: 1, By: 2}}
	show(s, term, v, playtest.Noon)
	if row := term.row(1); !strings.Contains(row, "into the zone: -1 hp every 2.0 s") || strings.Contains(row, "»") {
		t.Errorf("the first row says %q", row)
	}
	if row := term.row(2); !strings.HasSuffix(row, "Gremlin » Marmalade") {
		t.Errorf("the second row says %q", row)
	}
}

func TestAnArrowIsNoPartOfWhatThePlayerIsToDo(t *testing.T) {
	v, term := inRound(), newTerminal(t, 80, 24)
	v.World.Zone.Wait = 540
	near := regexp.MustCompile(`[▲0-9].{0,2}zone closes in 9 s|zone closes in 9 s.{0,2}[▲0-9]`)
	own := &v.World.Ships[0]
	own.X, own.Y = playtest.Unit(90), playtest.Unit(150)
	for x := int32(-200); x <= 200; x += 10 {
		other := &v.World.Ships[1]
		other.X, other.Y = own.X+playtest.Unit(x), own.Y-playtest.Unit(150)
		show(New(Options{}), term, v, playtest.Noon)
		if !strings.Contains(term.row(1), "zone closes in 9 s") {
			t.Fatalf("the row says %q", term.row(1))
		}
		if near.MatchString(term.row(1)) {
			t.Errorf("an arrow touches the words: %q", term.row(1))
		}
	}
}

func TestNoShipLiesOverWhatTellsTheDeath(t *testing.T) {
	v, s, term := amid("Nova", "Rex"), New(Options{}), newTerminal(t, 80, 24)
	show(s, term, v, playtest.Noon)
	v.World.Ships[0].State, v.World.Ships[0].Respawn = game.Dead, 60
	v.Events = []game.Event{{Kind: game.EventKill, Slot: 0, By: 1, X: v.World.Ships[0].X, Y: v.World.Ships[0].Y}}
	v.Decided = v.Events
	for x := int32(-60); x <= 60; x += 4 {
		for y := int32(-30); y <= 10; y += 4 {
			v.World.Ships[1].X, v.World.Ships[1].Y = v.World.Ships[0].X+playtest.Unit(x), v.World.Ships[0].Y+playtest.Unit(y)
			show(s, term, v, playtest.Noon)
			v.Events, v.Decided = nil, nil
			for _, words := range []string{"destroyed by Rex", "back in "} {
				if !strings.Contains(term.text(), words) {
					t.Fatalf("a ship at %d, %d covers %q:\n%s", x, y, words, term.text())
				}
			}
		}
	}
}
