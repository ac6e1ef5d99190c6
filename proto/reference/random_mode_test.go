package reference

import (
	"slices"

	"pgregory.net/rapid"

	"dogfight/game"
)

// randomMode draws what the mode of the Setup keeps.
func randomMode(t *rapid.T, s *game.Setup, w *game.World) {
	switch s.Mode {
	case game.Last:
		w.Rounds = randomRounds(t, w)
		w.Zone.X, w.Zone.Y = place(t, s)
		w.Zone.Radius = few[int32](t, 1<<20-1)
		w.Zone.NextX, w.Zone.NextY = place(t, s)
		w.Zone.NextRadius = few[int32](t, int64(w.Zone.Radius))
		w.Zone.Step = few[uint8](t, int64(game.ZoneSteps-1))
		w.Zone.Wait, w.Zone.Closes = few[uint16](t, 1<<16-1), few[uint16](t, 1<<16-1)
	case game.CaptureOrb:
		w.Orb.X, w.Orb.Y = place(t, s)
		w.Orb.Carrier, w.Orb.Timer = few[uint8](t, game.MaxShips), few[uint16](t, 1<<16-1)
	case game.Race:
		w.Heat = game.Heat{
			Called: few[game.Tick](t, int64(w.Tick)), Go: few[game.Tick](t, 1<<32-1),
			Won: few[game.Tick](t, int64(w.Tick)), Placed: few[uint8](t, 255),
		}
		for i := range w.Racers[:4] {
			w.Racers[i] = game.Racer{
				Late: few[uint8](t, 1), Lap: few[uint8](t, 255), Gate: few[uint8](t, int64(max(len(s.Arena.Gates), 1)-1)),
				Place: few[uint8](t, 255),
				Began: few[game.Tick](t, int64(w.Tick)), Best: few[game.Tick](t, 1<<32-1), Done: few[game.Tick](t, int64(w.Tick)),
			}
		}
	case game.Trails:
		w.Rounds = randomRounds(t, w)
		for i := range w.Trails {
			if ship := &w.Ships[i]; ship.State != game.Empty {
				w.Trails[i] = randomTrail(t, s, ship)
			}
		}
	case game.Waves:
		w.Assault = game.Assault{
			Wave: few[uint8](t, 255), Lives: few[uint8](t, 255), Timer: few[uint16](t, 1<<16-1),
			Began: few[game.Tick](t, int64(w.Tick)), Pilots: few[uint8](t, 255),
		}
		for i := range w.Assault.Sent {
			w.Assault.Sent[i] = few[uint8](t, 255)
		}
		for i := range w.Drones[:4] {
			d := &w.Drones[i]
			if d.Wave = few[uint8](t, 255); d.Wave == 0 {
				continue
			}
			d.Group, d.Step, d.Timer = few[uint8](t, 255), few[uint8](t, 255), few[uint16](t, 1<<16-1)
			if d.Veer = few[uint8](t, 255); d.Veer != 0 {
				d.Turn = game.Course(few[uint8](t, game.Courses-1))
			}
			if d.Link = few[uint8](t, game.MaxShips); d.Link != 0 {
				d.X, d.Y = int8(few[uint8](t, 255)), int8(few[uint8](t, 255))
			}
		}
	}
}

func randomRounds(t *rapid.T, w *game.World) game.Rounds {
	return game.Rounds{Number: few[uint8](t, 255), Began: few[game.Tick](t, int64(w.Tick)), Pause: few[uint16](t, 1<<16-1)}
}

// randomTrail draws one that ends where the ship is, which flies along an axis.
func randomTrail(t *rapid.T, s *game.Setup, ship *game.Ship) game.Trail {
	at := game.Corner{X: int16(ship.X / game.One), Y: int16(ship.Y / game.One)}
	ship.Facing, ship.X, ship.Y = number[game.Course](t, 1, 4), int32(at.X)*game.One, int32(at.Y)*game.One
	if !s.Arena.HullFits(ship.X, ship.Y) {
		ship.State = game.Dead
	}
	backwards := []game.Corner{at}
	for range few[uint8](t, game.MaxCorners-1) {
		x, y := place(t, s)
		next := game.Corner{X: at.X, Y: int16(y / game.One)}
		if rapid.Bool().Draw(t, "along x") {
			next = game.Corner{X: int16(x / game.One), Y: at.Y}
		}
		if next != at {
			backwards, at = append(backwards, next), next
		}
	}
	trail := game.Trail{Count: uint8(len(backwards)), Jump: few[uint8](t, 255), Held: number[game.Course](t, 0, 8)}
	slices.Reverse(backwards)
	copy(trail.Corners[:], backwards)
	trail.Gaps = few[uint32](t, 1<<trail.Count-1)
	return trail
}
