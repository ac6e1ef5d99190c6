package reference

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"dogfight/game"
	"dogfight/proto"
)

// randomWorld draws a World that can be played on, of few ships.
func randomWorld(t *rapid.T, s *game.Setup) game.World {
	w := game.World{
		Tick:   game.Tick(rapid.Uint32Max(0xff000000-1).Draw(t, "tick")),
		Status: number[game.Status](t, 0, 2),
		Rand:   game.Chance(rapid.Uint64Min(1).Draw(t, "rand")),
	}
	w.Started = game.Tick(rapid.Uint32Max(uint32(w.Tick)).Draw(t, "started"))
	for team := 1; team <= max(2, s.Teams()); team++ {
		w.TeamScores[team] = rapid.Int32().Draw(t, "score")
	}
	for _, slot := range rapid.SliceOfN(rapid.IntRange(0, game.MaxShips-1), 0, 4).Draw(t, "slots") {
		w.Ships[slot] = randomShip(t, s)
		w.Shots[slot] = randomShots(t, s, &w.Ships[slot])
	}
	for i, middle := range s.Arena.Barrels {
		w.Barrels[i] = randomBarrel(t, s, middle)
	}
	for i := range w.Items {
		w.Items[i] = randomItem(t, s, i)
	}
	randomMode(t, s, &w)
	return w
}

// place draws where something is.
func place(t *rapid.T, s *game.Setup) (x, y int32) {
	width, height := s.Arena.Size()
	return number[int32](t, 0, int(width)-1), number[int32](t, 0, int(height)-1)
}

// few draws a number up to most that is mostly 0.
func few[T interface {
	~uint8 | ~uint16 | ~uint32 | ~int32
}](t *rapid.T, most int64) T {
	if rapid.Bool().Draw(t, "none") {
		return 0
	}
	return T(rapid.Int64Range(0, most).Draw(t, "number"))
}

func randomShip(t *rapid.T, s *game.Setup) game.Ship {
	ship := game.Ship{
		State:  number[game.ShipState](t, 1, 2),
		Team:   uint8(min(s.Teams(), rapid.IntRange(1, 4).Draw(t, "team"))),
		Input:  game.Steer(number[game.Course](t, 0, 8)) | number[game.Input](t, 0, 3)<<4,
		Facing: number[game.Course](t, 1, 8),
		HP:     u8(t), Cooldown: few[uint8](t, 255), Boost: few[uint8](t, 255),
		Class: number[uint8](t, 0, len(s.Classes)-1), Weapon: number[uint8](t, 0, len(s.Weapons)-1),
		Kills: u16(t), Deaths: u16(t), Assists: u16(t), Score: rapid.Int32().Draw(t, "score"),
	}
	ship.X, ship.Y = place(t, s)
	if ship.State == game.Flying && !s.Arena.HullFits(ship.X, ship.Y) {
		ship.X, ship.Y = s.Arena.Spawns[0].X, s.Arena.Spawns[0].Y
	}
	ship.VX, ship.VY = randomVelocity(t, s, &ship)
	ship.NextClass, ship.NextWeapon = ship.Class, ship.Weapon
	if rapid.Bool().Draw(t, "unusual") {
		ship.NextClass, ship.NextWeapon = number[uint8](t, 0, len(s.Classes)-1), number[uint8](t, 0, len(s.Weapons)-1)
		ship.Respawn, ship.Protect, ship.Hits, ship.Extra = few[uint8](t, 255), few[uint8](t, 255), few[uint8](t, 255), few[uint8](t, 8)
		ship.Shield, ship.Overdrive = few[uint16](t, 1<<16-1), few[uint16](t, 1<<16-1)
		ship.Cloak, ship.Seekers, ship.Level = few[uint16](t, 1<<16-1), few[uint8](t, 255), few[uint8](t, 255)
	}
	if s.Mode.Rounds() {
		ship.Lives, ship.Wins = few[uint8](t, 255), few[uint8](t, 255)
	}
	for i := range ship.Attackers {
		if left := few[uint16](t, 1<<16-1); left != 0 {
			ship.Attackers[i] = game.Attacker{Left: left, Slot: number[uint8](t, 0, 63)}
		}
	}
	return ship
}

// randomVelocity draws a ship's, which is often that of a long flight.
func randomVelocity(t *rapid.T, s *game.Setup, ship *game.Ship) (vx, vy int32) {
	if ship.State == game.Flying {
		vx, vy = flight{s.Classes[ship.Class], ship.Input.Course()}.forLong()
	}
	if rapid.Bool().Draw(t, "other vx") {
		vx = number[int32](t, -2048, 2047)
	}
	if rapid.Bool().Draw(t, "other vy") {
		vy = number[int32](t, -2048, 2047)
	}
	return vx, vy
}

// randomShots draws shots that often began where the one before did, or near.
func randomShots(t *rapid.T, s *game.Setup, ship *game.Ship) (shots [game.MaxShots]game.Shot) {
	fromX, fromY := place(t, s)
	left := u16(t)
	for i := range shots {
		shot := game.Shot{Weapon: number[uint8](t, 0, len(s.Weapons)-1)}
		weapon := &s.Weapons[shot.Weapon]
		if rapid.Bool().Draw(t, "later") {
			left = u16(t)
		}
		shot.Left = min(max(left, 1), weapon.Life)
		shot.Prey = few[uint8](t, game.MaxShips)
		shot.VX, shot.VY = number[int32](t, -game.MaxShotSpeed, game.MaxShotSpeed), number[int32](t, -3, 3)
		if rapid.Bool().Draw(t, "by rules") {
			shot.VX, shot.VY = game.ShotVelocity(weapon, number[game.Course](t, 0, 8), rapid.IntRange(0, int(weapon.Fan)-1).Draw(t, "fan"))
		}
		flown := int32(weapon.Life - shot.Left)
		switch rapid.IntRange(0, 3).Draw(t, "from") {
		case 0:
			fromX, fromY = place(t, s)
		case 1:
			fromX, fromY = ship.X-ship.VX*flown, ship.Y-ship.VY*flown
		case 2:
			fromX += number[int32](t, -300, 300) * game.One
		}
		fromX, fromY = fromX/game.One*game.One, fromY/game.One*game.One
		shot.X, shot.Y = fromX+shot.VX*flown, fromY+shot.VY*flown+few[int32](t, 1)
		width, height := s.Arena.Size()
		if 0 <= shot.X && shot.X < width && 0 <= shot.Y && shot.Y < height {
			shots[i] = shot
			ship.Live |= 1 << i
		}
	}
	return shots
}

func randomBarrel(t *rapid.T, s *game.Setup, middle game.Point) game.Barrel {
	barrel := game.Barrel{HP: few[uint8](t, 255), Timer: few[uint16](t, 1<<16-1)}
	if rapid.Bool().Draw(t, "nowhere") {
		return barrel
	}
	width, height := s.Arena.Size()
	barrel.VX, barrel.X = randomDrift(t, middle.X, width)
	barrel.VY, barrel.Y = randomDrift(t, middle.Y, height)
	return barrel
}

// randomDrift draws a velocity and a place along an axis, often whole steps of
// that velocity from the middle.
func randomDrift(t *rapid.T, middle, room int32) (v, at int32) {
	v = number[int32](t, -1023, 1023)
	at = middle + v*number[int32](t, -100, 100)
	if at < 0 || at >= room || rapid.Bool().Draw(t, "off") {
		at = number[int32](t, 0, int(room)-1)
	}
	return v, at
}

func randomItem(t *rapid.T, s *game.Setup, i int) (item game.Item) {
	pads := s.Arena.Pads
	if i >= len(pads) && (i > len(pads)+3 || rapid.Bool().Draw(t, "none")) {
		return item // of 60 drops as good as none
	}
	item.Kind, item.Timer = number[game.ItemKind](t, 0, game.ItemKinds-1), few[uint16](t, 1<<16-1)
	item.X, item.Y = place(t, s)
	if i < len(pads) && rapid.Bool().Draw(t, "at the middle") {
		item.X, item.Y = pads[i].X, pads[i].Y
	}
	if i >= len(pads) && item.Kind == game.NoItem {
		return game.Item{}
	}
	return item
}

func TestRandomWorldsReadAlike(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := randomSetup(t)
		w := randomWorld(t, s)
		b := proto.AppendWorld(nil, s, &w)
		got, err := verdict(func() game.World { return world(b, s) })
		if err != nil || got != w {
			same(t, b, w, nil, got, err)
		}
		sameWorld(t, b, s)
		sameWorld(t, bent(t, b), s)
	})
}

// randomMode draws the state of the mode of the Setup.
func randomMode(t *rapid.T, s *game.Setup, w *game.World) {
	if s.Mode.Rounds() {
		w.Rounds = randomRounds(t, w)
	}
	switch s.Mode.State() {
	case game.ZoneState:
		w.Zone.X, w.Zone.Y = place(t, s)
		w.Zone.Radius = few[int32](t, 1<<20-1)
		w.Zone.NextX, w.Zone.NextY = place(t, s)
		w.Zone.NextRadius = few[int32](t, int64(w.Zone.Radius))
		w.Zone.Step = few[uint8](t, int64(game.ZoneSteps-1))
		w.Zone.Wait, w.Zone.Closes = few[uint16](t, 1<<16-1), few[uint16](t, 1<<16-1)
	case game.OrbState:
		w.Orb.X, w.Orb.Y = place(t, s)
		w.Orb.Carrier, w.Orb.Timer = few[uint8](t, game.MaxShips), few[uint16](t, 1<<16-1)
	case game.RaceState:
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
	case game.TrailState:
		for i := range w.Trails {
			if ship := &w.Ships[i]; ship.State != game.Empty {
				w.Trails[i] = randomTrail(t, s, ship)
			}
		}
	case game.AssaultState:
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

// randomTrail draws a trail that ends at the ship, which flies along an axis.
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
