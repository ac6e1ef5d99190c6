package play

import (
	"strings"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/ui/play/playtest"
)

func TestWhatDestroyedOneIsNotToldOfTheNextDeath(t *testing.T) {
	for name, early := range map[string]bool{"told with the death": false, "told a View before it": true} {
		v, s, term := playtest.View("Nova", "Rex"), New(Options{}), newTerminal(t, 80, 24)
		own, now := &v.World.Ships[0], playtest.Noon
		look := func(events ...game.Event) {
			v.Events, now = events, now.Add(33*time.Millisecond)
			show(s, term, v, now)
		}
		look()
		if early {
			look(game.Event{Kind: game.EventKill, Slot: 0, By: 1})
			own.State, own.Respawn = game.Dead, 90
			look()
		} else {
			own.State, own.Respawn = game.Dead, 90
			look(game.Event{Kind: game.EventKill, Slot: 0, By: 1})
		}
		if !strings.Contains(term.text(), "destroyed by Rex") {
			t.Errorf("%s: the first death is not told of:\n%s", name, term.text())
		}
		own.State = game.Flying
		look()
		own.State = game.Dead // and nobody has told why yet
		look()
		if strings.Contains(term.text(), "destroyed") {
			t.Errorf("%s: something is told of the second death:\n%s", name, term.text())
		}
		look(game.Event{Kind: game.EventKill, Slot: 0, By: 0, What: game.BlastWeapon})
		if !strings.Contains(term.text(), "destroyed by a barrel") {
			t.Errorf("%s: the second death is not told of:\n%s", name, term.text())
		}
	}
}
