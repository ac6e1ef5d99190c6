package dialect_test

import (
	"slices"
	"testing"

	"dogfight/game"
	"dogfight/proto/dialect"
	"dogfight/testkit/dialects"
)

func TestTheNumberOfTheOrbIsConstant(t *testing.T) {
	m := dialects.NewMatch(3)
	s := *m.Setup
	s.Mode, m.Setup, m.Scene.Setup = game.CaptureOrb, &s, &s
	var c dialect.Tracker
	orb := func() dialect.Thing {
		t.Helper()
		c.Update(&m.Scene)
		i := slices.IndexFunc(c.Things, func(t dialect.Thing) bool { return t.Kind == dialect.Orb })
		if i < 0 {
			t.Fatalf("no orb among %d things", len(c.Things))
		}
		return c.Things[i]
	}
	m.World.Orb = game.Orb{X: 1, Y: 2}
	first := orb()
	if !first.New || first.X != 1 || first.Item != game.OrbItem {
		t.Errorf("at first it is %+v", first)
	}
	m.World.Orb = game.Orb{X: 30, Y: 40, Carrier: 2}
	if got := orb(); got.New || got.ID != first.ID || got.X != 30 || got.Y != 40 {
		t.Errorf("carried it is %+v", got)
	}
	other := dialects.NewMatch(3)
	c.Update(&other.Scene)
	if !slices.Contains(c.Gone, dialect.Gone{ID: first.ID, Kind: dialect.Orb}) {
		t.Errorf("in another match it is not among what is removed: %v", c.Gone)
	}
}

func TestADroneHasNoPilotInAnyRoster(t *testing.T) {
	m := dialects.NewMatch(2)
	m.AddDrone()
	m.Scene.Roster[1].Slot = dialects.Drone
	if p := m.Scene.PilotAt(dialects.Drone); p != nil || m.Scene.Drone(dialects.Drone) == nil {
		t.Errorf("it is flown by %+v", p)
	}
	if p := m.Scene.PilotAt(0); p == nil || m.Scene.Drone(0) != nil {
		t.Errorf("the ship of slot 0 is flown by %+v", p)
	}
}

func TestOut(t *testing.T) {
	for _, c := range []struct {
		what string
		mode game.Mode
		ship game.Ship
		left uint8 // lives that pilots share
		want bool
	}{
		{"dead", game.Deathmatch, game.Ship{State: game.Dead}, 0, false},
		{"dead", game.Race, game.Ship{State: game.Dead}, 0, false},
		{"dead with a life", game.Last, game.Ship{State: game.Dead, Lives: 1}, 0, false},
		{"dead without one", game.Last, game.Ship{State: game.Dead}, 0, true},
		{"dead without one", game.Trails, game.Ship{State: game.Dead}, 0, true},
		{"flying without one, alone", game.Trails, game.Ship{State: game.Flying}, 0, false},
		{"not seated", game.Last, game.Ship{}, 0, true},
		{"dead, lives left", game.Waves, game.Ship{State: game.Dead}, 1, false},
		{"dead, none left", game.Waves, game.Ship{State: game.Dead}, 0, true},
	} {
		m := dialects.NewMatch(1)
		s := *m.Setup
		s.Mode, m.Scene.Setup = c.mode, &s
		m.World.Ships[0] = c.ship
		m.World.Assault = game.Assault{Wave: 1, Lives: c.left}
		if got := m.Scene.Out(); got != c.want {
			t.Errorf("%s, %s: %v", c.mode.Name(), c.what, got)
		}
	}
}
