package lightracer_test

import (
	"testing"

	"dogfight/game"
	"dogfight/testkit/dialects"
)

func TestADroneIsAPlayerThatIsInNoList(t *testing.T) {
	m := dialects.NewMatch(2)
	m.AddDrone().Score = 99
	r := joined(t, m)
	r.tick(2)
	if p := r.player(dialects.Drone + 1); p == nil || p.Team != 2 || !p.Alive || p.HP != 2 {
		t.Errorf("the drone is %+v", p)
	}
	r.received()
	m.Order(game.Order{Kind: game.OrderClose})
	r.tick(60)
	if received, want := r.received(), "OVER 1 0;2 0"; received != want {
		t.Errorf("expected %q, got %q", want, received)
	}
}

func TestOfEqualScoresTheWinnersIsFirst(t *testing.T) {
	m := dialects.NewMatch(3)
	s := *m.Setup
	s.Mode, m.Setup, m.Scene.Setup = game.Last, &s, &s
	r := joined(t, m)
	r.received()
	m.World.Ships[0].Score, m.World.Ships[1].Score, m.World.Ships[2].Score = 1, 2, 2
	m.World.Ships[2].Kills = 1
	m.Order(game.Order{Kind: game.OrderClose})
	r.tick(60)
	if received, want := r.received(), "OVER 3 2;2 2;1 1"; received != want {
		t.Errorf("expected %q, got %q", want, received)
	}
}

// Where a mode has room for fewer, a racer may have to wait, and another has the ship of that number.
func TestARacerWithoutAShipHasNoID(t *testing.T) {
	for _, datagrams := range []bool{false, true} {
		m := dialects.Melee(40, 300)
		m.Scene.Me = 0
		r := joined(t, m)
		if datagrams {
			r.session.DataOpenDatagrams()
		}
		r.tick(4)
		m.Scene.Me = -1
		r.received()
		if r.tick(4); r.reader.Update.World.You != 0 || r.received() != "" {
			t.Errorf("datagrams %v: without a ship it is Player %d", datagrams, r.reader.Update.World.You)
		}
		m.Scene.Me = 7
		if r.tick(4); r.reader.Update.World.You != 8 || r.player(8) == nil {
			t.Errorf("datagrams %v: it is Player %d, expected 8", datagrams, r.reader.Update.World.You)
		}
	}
}
