package play

import (
	"strings"
	"testing"
	"time"

	"dogfight/game"
)

func TestTheFeedGivesWayToTheOwnShip(t *testing.T) {
	v, s, term := wideView("Nova", "Rex"), New(Options{}), newTerminal(t, 80, 24)
	w, _ := v.Setup.Arena.Size()
	ship := &v.World.Ships[0]
	v.Events = []game.Event{{Kind: game.EventKill, Slot: 1, By: 0}}
	for i, want := range []struct {
		x    int32
		left bool
	}{{w - unit(500), false}, {w - unit(20), true}, {w - unit(150), true}, {w - unit(200), false}} {
		ship.X, ship.Y = want.x, unit(6)
		show(s, term, v, noon.Add(time.Duration(i)*time.Second))
		v.Events = nil
		if left := strings.HasPrefix(term.row(1), " Nova •► Rex"); left != want.left {
			t.Errorf("at %d: on the left %v, expected %v\n%s", i, left, want.left, term.text())
		}
	}
}
