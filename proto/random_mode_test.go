package proto

import (
	"math/rand/v2"

	"dogfight/game"
)

// randomMode fills in what the mode of the Setup keeps.
func randomMode(s *game.Setup, w *game.World, chance *rand.Rand) {
	x, y := randomPlace(s, chance)
	switch s.Mode {
	case game.Last:
		w.Rounds = randomRounds(chance)
		w.Zone = game.Zone{X: x, Y: y, Radius: chance.Int32N(1 << radiusBits), Step: uint8(chance.IntN(game.ZoneSteps)),
			Wait: randomTime(chance), Closes: randomTime(chance)}
		w.Zone.NextX, w.Zone.NextY = randomPlace(s, chance)
		w.Zone.NextRadius = chance.Int32N(w.Zone.Radius + 1)
	case game.CaptureOrb:
		w.Orb = game.Orb{X: x, Y: y, Carrier: uint8(chance.IntN(game.MaxShips + 1)), Timer: randomTime(chance)}
	case game.Race:
		w.Heat = game.Heat{
			Called: game.Tick(randomTime(chance)), Go: game.Tick(randomTime(chance)),
			Won: game.Tick(randomTime(chance)), Placed: uint8(randomTime(chance)),
		}
		for i := range w.Racers {
			w.Racers[i] = game.Racer{
				Late: uint8(chance.IntN(2)), Lap: uint8(randomTime(chance)), Gate: uint8(chance.IntN(max(len(s.Arena.Gates), 1))),
				Place: uint8(randomTime(chance)),
				Began: game.Tick(randomTime(chance)), Best: game.Tick(randomTime(chance)), Done: game.Tick(randomTime(chance)),
			}
		}
	case game.Trails:
		w.Rounds = randomRounds(chance)
		for i := range w.Trails {
			if ship := &w.Ships[i]; ship.State != game.Empty {
				w.Trails[i] = randomTrail(s, ship, chance)
			}
		}
	case game.Waves:
		w.Assault = game.Assault{
			Wave: uint8(randomTime(chance)), Lives: uint8(randomTime(chance)), Timer: randomTime(chance),
			Pilots: uint8(randomTime(chance)), Began: game.Tick(randomTime(chance)),
		}
		for i := range w.Assault.Sent {
			w.Assault.Sent[i] = uint8(randomTime(chance))
		}
		for i := range w.Drones {
			if chance.IntN(2) > 0 {
				w.Drones[i] = randomDrone(chance)
			}
		}
	}
}

func randomRounds(chance *rand.Rand) game.Rounds {
	return game.Rounds{Number: uint8(randomTime(chance)), Began: game.Tick(randomTime(chance)), Pause: randomTime(chance)}
}

func randomDrone(chance *rand.Rand) game.Drone {
	d := game.Drone{
		Wave: uint8(1 + chance.IntN(255)), Group: uint8(randomTime(chance)), Step: uint8(randomTime(chance)),
		Timer: randomTime(chance), Link: uint8(chance.IntN(game.MaxShips + 1)),
	}
	if d.Veer = uint8(randomTime(chance)); d.Veer != 0 {
		d.Turn = game.Course(chance.IntN(game.Courses))
	}
	if d.Link != 0 {
		d.X, d.Y = int8(chance.Uint32()), int8(chance.Uint32())
	}
	return d
}

// fillMode leaves no room in what the mode of the Setup keeps.
func fillMode(s *game.Setup, w *game.World, chance *rand.Rand) {
	randomMode(s, w, chance)
	if s.Mode == game.Last {
		w.Zone.Radius |= 2
	}
	for i := range w.Racers {
		if s.Mode == game.Race {
			w.Racers[i].Lap |= 2
		}
	}
	for i := range w.Trails {
		if s.Mode == game.Trails {
			w.Trails[i] = trailOf(game.MaxCorners, s, &w.Ships[i], chance)
			w.Trails[i].Gaps |= 2
		}
	}
	for i := range w.Drones {
		if s.Mode == game.Waves {
			w.Drones[i] = randomDrone(chance)
			w.Drones[i].Wave |= 2
			w.Drones[i].Link, w.Drones[i].Veer = 2, 3
			w.Drones[i].Turn = game.Course(chance.IntN(game.Courses))
			w.Drones[i].X, w.Drones[i].Y = int8(chance.Uint32()), int8(chance.Uint32())
		}
	}
}

func randomTrail(s *game.Setup, ship *game.Ship, chance *rand.Rand) game.Trail {
	return trailOf(chance.IntN(game.MaxCorners+1), s, ship, chance)
}

// trailOf draws a trail of so many corners that ends at the ship, which flies along an axis.
func trailOf(corners int, s *game.Setup, ship *game.Ship, chance *rand.Rand) game.Trail {
	at := game.Corner{X: int16(ship.X / game.One), Y: int16(ship.Y / game.One)}
	ship.Facing = game.Up + game.Course(chance.IntN(4))
	if x, _ := ship.Facing.Vector(); x != 0 {
		ship.Y = int32(at.Y) * game.One
	} else {
		ship.X = int32(at.X) * game.One
	}
	if !s.Arena.HullFits(ship.X, ship.Y) {
		ship.State = game.Dead
	}
	t := game.Trail{Count: uint8(corners), Jump: uint8(randomTime(chance)), Held: game.Course(chance.IntN(game.Courses))}
	for i := corners - 1; i >= 0; i-- { // from the ship to the tail
		t.Corners[i] = at
		for was := at; at == was; {
			if x, y := randomPlace(s, chance); chance.IntN(2) == 0 {
				at.X = int16(x / game.One)
			} else {
				at.Y = int16(y / game.One)
			}
		}
	}
	t.Gaps = chance.Uint32() & chance.Uint32() & (1<<corners - 1)
	return t
}
