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

func TestTheStripTellsWithWhatFromHowFarAndWhatTheKillerHasLeft(t *testing.T) {
	far := game.Event{Kind: game.EventKill, Slot: 0, By: 1, What: 2, HP: 3, X: playtest.Unit(20), Y: playtest.Unit(40), FromX: playtest.Unit(200), FromY: playtest.Unit(40)}
	lost, mine, barrel := far, far, far
	lost.HP, mine.What, barrel.What = 0, 3, game.BlastWeapon
	for _, c := range []struct {
		kill game.Event
		want string
	}{
		{far, "Rail gun, distance 3, 3 of 5 hp left"}, {lost, "Rail gun, distance 3, destroyed too"},
		{mine, "Mines, 3 of 5 hp left"}, {barrel, "with a barrel, 3 of 5 hp left"},
	} {
		for _, size := range usualSizes[:3] {
			v, s, term := playtest.View("Nova", "Rex"), New(Options{}), newTerminal(t, size[0], size[1])
			v.World.Ships[0].State, v.World.Ships[0].Respawn = game.Dead, 90
			v.World.Ships[1].X = playtest.Unit(300) // it flew on
			v.Events = []game.Event{c.kill}
			show(s, term, v, playtest.Noon)
			term.shows(t, "destroyed by Rex", c.want, "back in 1.5 s")
		}
	}
}

func TestWhoDestroysOneselfOrIsDestroyedOnAForeignServerIsToldNoMore(t *testing.T) {
	for _, foreign := range []bool{false, true} {
		v, s, term := playtest.View("Nova", "Rex"), New(Options{}), newTerminal(t, 80, 24)
		v.Foreign, v.World.Ships[0].State = foreign, game.Dead
		v.Events = []game.Event{{Kind: game.EventKill, Slot: 0, By: 0, What: 0}}
		show(s, term, v, playtest.Noon)
		term.hides(t, "distance", " left")
	}
}
