package dogfight

import (
	"testing"

	"dogfight/game"
	"dogfight/testkit/dialects"
)

func TestMoveIsHeldForThreeUnitsOfFlight(t *testing.T) {
	for _, c := range []struct {
		topSpeed int32 // 1/256 unit a tick
		ticks    int
	}{
		{6 * game.One, 3}, {640, 3}, {game.One, 3}, {game.One - 1, 4}, {game.One / 2, 6}, {game.One / 4, 12}, {1, 15},
	} {
		m := dialects.NewMatch(1)
		m.Setup.Classes[0].TopSpeed = c.topSpeed
		var h controls
		h.tick(&m.Scene)
		h.move(Left)
		if got := heldFor(&h, m, game.Steer(game.Left)); got != c.ticks {
			t.Errorf("at %d/256 units a tick: %d ticks, expected %d", c.topSpeed, got, c.ticks)
		}
	}
}

// heldFor counts the ticks until something else than in is held.
func heldFor(h *controls, m *dialects.Match, in game.Input) (ticks int) {
	for h.tick(&m.Scene) == in && ticks < 1000 {
		ticks++
	}
	return ticks
}

func TestMovesInOneDirectionAddUpToAQuarterOfASecond(t *testing.T) {
	m := dialects.NewMatch(1)
	for moves, want := range []int{0, 3, 6, 9, 12, 15, 15, 15} {
		var h controls
		for range moves {
			h.move(Up)
		}
		if got := heldFor(&h, m, game.Steer(game.Up)); got != want {
			t.Errorf("%d moves: held for %d ticks, expected %d", moves, got, want)
		}
	}
}

func TestAnotherDirectionReplacesTheOneBefore(t *testing.T) {
	m := dialects.NewMatch(1)
	var h controls
	for range 10 {
		h.move(Up)
	}
	h.tick(&m.Scene)
	h.move(Right)
	if got := heldFor(&h, m, game.Steer(game.Right)); got != 3 {
		t.Errorf("right is held for %d ticks, expected 3", got)
	}
	h.move(Right)
	h.move(Idle)
	if got := h.tick(&m.Scene); got != 0 {
		t.Errorf("after a move to idle %v is held", got)
	}
}

// However long the gun still cools, a shoot is a shot: one.
func TestAShootIsOneShot(t *testing.T) {
	for after := range 12 {
		m := dialects.NewMatch(1)
		var h controls
		shots := 0
		for tick := range 60 {
			if tick == 0 || tick == 3+after {
				h.shoot()
			}
			m.Inputs[0] = h.tick(&m.Scene)
			for _, ev := range m.Step().Events {
				if ev.Kind == game.EventShot {
					shots++
				}
			}
		}
		if shots != 2 {
			t.Errorf("two shoots %d ticks apart: %d shots", 3+after, shots)
		}
	}
}

func TestShootWaitsForAFreeShot(t *testing.T) {
	m := dialects.NewMatch(1)
	m.World.Ships[0].Live = 0b11111
	for k := range 5 {
		m.World.Shots[0][k] = game.Shot{X: 100 * game.One, Y: 40 * game.One, Left: uint16(8 + k)}
	}
	var h controls
	h.shoot()
	held, shots := 0, 0
	for range 30 {
		m.Inputs[0] = h.tick(&m.Scene)
		if m.Inputs[0].Holds(game.Fire) {
			held++
		}
		for _, ev := range m.Step().Events {
			if ev.Kind == game.EventShot {
				shots++
			}
		}
	}
	if shots != 1 || held != 9 {
		t.Errorf("%d shots, held for %d ticks; expected one, in the ninth tick", shots, held)
	}
}

func TestTheTriggerIsHeldForAQuarterOfASecondAtMost(t *testing.T) {
	m := dialects.NewMatch(1)
	m.World.Ships[0].Cooldown = 200
	var h controls
	for range 10 {
		h.shoot()
		h.tick(&m.Scene)
	}
	if got := heldFor(&h, m, game.Fire); got != 5 {
		t.Errorf("after ten ticks it is held for %d more, expected 5, independent of shots in the meantime", got)
	}
}

func TestTriggerIsHeldLongEnoughToBeSeen(t *testing.T) {
	m := dialects.NewMatch(1)
	var h controls
	h.shoot()
	if got := heldFor(&h, m, game.Fire); got != 3 {
		t.Errorf("with a gun that is ready it is held for %d ticks, expected 3", got)
	}
}
