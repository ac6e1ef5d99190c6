package proto

import (
	"math"
	"math/rand/v2"

	"dogfight/game"
)

// randomWorld returns a World with anything in it that the Setup allows, slots
// in all states among it.
func randomWorld(s *game.Setup, chance *rand.Rand) game.World {
	w := game.World{
		Tick:   game.Tick(1<<31 + chance.Uint32N(endTick-1<<31)),
		Status: game.Status(chance.IntN(3)),
		Rand:   game.NewChance(chance.Uint64()),
	}
	w.Started = game.Tick(chance.Uint32N(1 << 31))
	for team := 1; team <= scoredTeams(s); team++ {
		w.TeamScores[team] = randomScore(chance)
	}
	for i := range w.Ships {
		if chance.IntN(4) > 0 {
			w.Ships[i] = randomShip(s, chance)
			w.Ships[i].Live = uint8(chance.Uint32())
			randomShots(s, &w, i, chance)
		}
	}
	for i := range s.Arena.Barrels {
		if chance.IntN(4) > 0 {
			w.Barrels[i] = randomBarrel(s, chance)
		}
	}
	for i := range w.Items {
		if i < len(s.Arena.Pads) || chance.IntN(2) > 0 {
			w.Items[i] = randomItem(s, chance)
		}
	}
	randomMode(s, &w, chance)
	return w
}

// fillSlots puts a ship into every slot and as many shots as there can be, and
// leaves no barrel or item place free.
func fillSlots(s *game.Setup, w *game.World, chance *rand.Rand) {
	for i := range w.Ships {
		w.Ships[i] = randomShip(s, chance)
		w.Ships[i].State = game.Dead
		w.Ships[i].Live = math.MaxUint8
		for k := range w.Ships[i].Attackers {
			w.Ships[i].Attackers[k].Left |= 2
		}
		randomShots(s, w, i, chance)
	}
	for i := range s.Arena.Barrels {
		w.Barrels[i] = randomBarrel(s, chance)
	}
	for i := range w.Items {
		w.Items[i] = randomItem(s, chance)
		w.Items[i].Kind = 2 + game.ItemKind(chance.IntN(game.ItemKinds-2))
	}
	fillMode(s, w, chance)
}

func randomShip(s *game.Setup, chance *rand.Rand) game.Ship {
	state := 1 + game.ShipState(chance.IntN(2))
	x, y := randomPlace(s, chance)
	for state == game.Flying && !s.Arena.HullFits(x, y) {
		x, y = randomPlace(s, chance)
	}
	ship := game.Ship{
		State: state, Team: randomTeam(s, chance),
		X: x, Y: y, VX: randomSpeed(chance, game.MaxSpeed), VY: randomSpeed(chance, game.MaxSpeed),
		Input:  game.Steer(game.Course(chance.IntN(game.Courses))) | game.Input(chance.IntN(4))<<4,
		Facing: 1 + game.Course(chance.IntN(game.Courses-1)),
		HP:     uint8(chance.Uint32()),
		Class:  uint8(chance.IntN(len(s.Classes))), Weapon: uint8(chance.IntN(len(s.Weapons))),
		NextClass: uint8(chance.IntN(len(s.Classes))), NextWeapon: uint8(chance.IntN(len(s.Weapons))),
		Cooldown: uint8(randomTime(chance)), Boost: uint8(randomTime(chance)),
		Respawn: uint8(randomTime(chance)), Protect: uint8(randomTime(chance)),
		Shield: randomTime(chance), Hits: uint8(randomTime(chance)), Overdrive: randomTime(chance),
		Extra: uint8(chance.IntN(game.MaxShots + 1)),
		Cloak: randomTime(chance), Seekers: uint8(randomTime(chance)), Level: uint8(randomTime(chance)),
		Score: randomScore(chance),
		Kills: randomTime(chance), Deaths: randomTime(chance), Assists: randomTime(chance),
	}
	if s.Mode.Rounds() {
		ship.Lives, ship.Wins = uint8(randomTime(chance)), uint8(randomTime(chance))
	}
	for i := range ship.Attackers {
		if left := randomTime(chance); left > 0 {
			ship.Attackers[i] = game.Attacker{Slot: uint8(chance.IntN(game.MaxShips)), Left: left}
		}
	}
	return ship
}

// randomShots fills the ship's live shots: fired by the rules, or anything.
func randomShots(s *game.Setup, w *game.World, slot int, chance *rand.Rand) {
	ship := &w.Ships[slot]
	for k := range w.Shots[slot] {
		if ship.Live>>k&1 == 0 {
			w.Shots[slot][k] = game.Shot{}
			continue
		}
		x, y := randomPlace(s, chance)
		shot := game.Shot{X: x, Y: y, Weapon: uint8(chance.IntN(len(s.Weapons)))}
		weapon := &s.Weapons[shot.Weapon]
		shot.Left = 1 + uint16(chance.IntN(int(weapon.Life)))
		if chance.IntN(4) == 0 {
			shot.Prey = uint8(1 + chance.IntN(game.MaxShips))
		}
		shot.VX, shot.VY = randomSpeed(chance, game.MaxShotSpeed), randomSpeed(chance, game.MaxShotSpeed)
		if chance.IntN(4) > 0 {
			course := 1 + game.Course(chance.IntN(game.Courses-1))
			shot.VX, shot.VY = game.ShotVelocity(weapon, course, chance.IntN(int(weapon.Fan)))
		}
		if chance.IntN(4) > 0 {
			age := int32(weapon.Life - shot.Left)
			beganX, beganY := x&^(game.One-1)+shot.VX*age, y&^(game.One-1)+shot.VY*age
			if width, height := s.Arena.Size(); beganX >= 0 && beganX < width && beganY >= 0 && beganY < height {
				shot.X, shot.Y = beganX, beganY
			}
		}
		w.Shots[slot][k] = shot
	}
}

func randomBarrel(s *game.Setup, chance *rand.Rand) game.Barrel {
	x, y := randomPlace(s, chance)
	return game.Barrel{
		X: x, Y: y, VX: randomSpeed(chance, maxDrift), VY: randomSpeed(chance, maxDrift),
		HP: uint8(1 + chance.IntN(255)), Timer: randomTime(chance),
	}
}

func randomItem(s *game.Setup, chance *rand.Rand) game.Item {
	x, y := randomPlace(s, chance)
	return game.Item{Kind: 1 + game.ItemKind(chance.IntN(game.ItemKinds-1)), X: x, Y: y, Timer: randomTime(chance)}
}

func randomPlace(s *game.Setup, chance *rand.Rand) (x, y int32) {
	width, height := s.Arena.Size()
	return chance.Int32N(width), chance.Int32N(height)
}

func randomSpeed(chance *rand.Rand, most int32) int32 {
	return chance.Int32N(2*most+1) - most
}

// randomTime is often 0; other values are as often short as long.
func randomTime(chance *rand.Rand) uint16 {
	return uint16(chance.Uint32()) >> chance.IntN(17)
}

func randomScore(chance *rand.Rand) int32 {
	return int32(chance.Uint32()) >> chance.IntN(32)
}

func randomTeam(s *game.Setup, chance *rand.Rand) uint8 {
	if n := s.Teams(); n > 0 {
		return uint8(1 + chance.IntN(n))
	}
	return 0
}

// randomMode sets the state of the mode of the Setup.
func randomMode(s *game.Setup, w *game.World, chance *rand.Rand) {
	x, y := randomPlace(s, chance)
	if s.Mode.Rounds() {
		w.Rounds = randomRounds(chance)
	}
	switch s.Mode.State() {
	case game.ZoneState:
		w.Zone = game.Zone{X: x, Y: y, Radius: chance.Int32N(1 << radiusBits), Step: uint8(chance.IntN(game.ZoneSteps)),
			Wait: randomTime(chance), Closes: randomTime(chance)}
		w.Zone.NextX, w.Zone.NextY = randomPlace(s, chance)
		w.Zone.NextRadius = chance.Int32N(w.Zone.Radius + 1)
	case game.OrbState:
		w.Orb = game.Orb{X: x, Y: y, Carrier: uint8(chance.IntN(game.MaxShips + 1)), Timer: randomTime(chance)}
	case game.RaceState:
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
	case game.TrailState:
		for i := range w.Trails {
			if ship := &w.Ships[i]; ship.State != game.Empty {
				w.Trails[i] = randomTrail(s, ship, chance)
			}
		}
	case game.AssaultState:
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

// fillMode uses all slots in the state of the mode of the Setup.
func fillMode(s *game.Setup, w *game.World, chance *rand.Rand) {
	randomMode(s, w, chance)
	if s.Mode.State() == game.ZoneState {
		w.Zone.Radius |= 2
	}
	for i := range w.Racers {
		if s.Mode.State() == game.RaceState {
			w.Racers[i].Lap |= 2
		}
	}
	for i := range w.Trails {
		if s.Mode.State() == game.TrailState {
			w.Trails[i] = trailOf(game.MaxCorners, s, &w.Ships[i], chance)
			w.Trails[i].Gaps |= 2
		}
	}
	for i := range w.Drones {
		if s.Mode.State() == game.AssaultState {
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

// trailOf draws a trail of corners that ends at the ship, which flies along an axis.
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
