package dogfight

import (
	"bytes"
	"cmp"
	"math/bits"
	"slices"

	"dogfight/game"
	"dogfight/proto/dialect"
)

// see makes s the State of a Scene with a World.
func (s *State) see(scene *dialect.Scene) {
	s.Status, s.SixBullets = Status(scene.World.Status), false
	s.PowerUps, s.Ships = s.PowerUps[:0], s.Ships[:0]
	for i := range scene.World.Items {
		if item := &scene.World.Items[i]; item.Kind != game.NoItem {
			s.PowerUps = append(s.PowerUps, PowerUp{dialect.Whole(item.X), dialect.Whole(item.Y), kindOf(item.Kind)})
		}
	}
	s.seeOrb(scene)
	for i := range scene.Roster {
		if pilot := &scene.Roster[i]; int(pilot.Slot) < game.MaxShips && scene.Drone(int(pilot.Slot)) == nil {
			s.seeShip(scene, int(pilot.Slot), IDOf(pilot.ID))
		}
	}
	for slot := range scene.World.Ships {
		if scene.Drone(slot) != nil {
			s.seeShip(scene, slot, droneID(slot))
		}
	}
	slices.SortFunc(s.Ships, func(a, b Ship) int { return bytes.Compare(a.PlayerID[:], b.PlayerID[:]) })
}

// seeOrb adds the orb that teams fight for, unless a ship has it: ships can pick up power-ups.
func (s *State) seeOrb(scene *dialect.Scene) {
	orb := &scene.World.Orb
	if _, held := orb.Held(); scene.Setup.Mode.State() == game.OrbState && !held && len(s.PowerUps) < MaxPowerUps {
		s.PowerUps = append(s.PowerUps, PowerUp{dialect.Whole(orb.X), dialect.Whole(orb.Y), None})
	}
}

func (s *State) seeShip(scene *dialect.Scene, slot int, id ID) {
	ship := &scene.World.Ships[slot]
	if ship.State == game.Empty || ship.State == game.Flying && !scene.Shows(slot) || len(s.Ships) == MaxShips {
		return
	}
	s.Ships = append(s.Ships, Ship{
		X: dialect.Whole(ship.X), Y: dialect.Whole(ship.Y),
		HP: ship.HP, Alive: ship.State == game.Flying,
		Direction: directionOf(ship.Facing.Vector()),
		PlayerID:  id,
		Bullets:   seeBullets(scene, slot),
	})
}

// seeBullets returns the first shots of a ship by age.
func seeBullets(scene *dialect.Scene, slot int) (bullets [MaxBullets]Bullet) {
	live := scene.World.Ships[slot].Live
	for i := 0; i < Bullets && live != 0; i++ {
		k := oldest(scene, slot, live)
		live &^= 1 << k
		shot := &scene.World.Shots[slot][k]
		bullets[i] = Bullet{dialect.Whole(shot.X), dialect.Whole(shot.Y), true, directionOf(shot.VX, shot.VY)}
	}
	return bullets
}

// oldest returns the index of the live shot of a slot that was fired first.
func oldest(scene *dialect.Scene, slot int, live uint8) (first int) {
	most := -1
	for ; live != 0; live &= live - 1 {
		k := bits.TrailingZeros8(live)
		shot := &scene.World.Shots[slot][k]
		if age := int(scene.Setup.Weapons[shot.Weapon].Life) - int(shot.Left); age > most {
			first, most = k, age
		}
	}
	return first
}

func kindOf(kind game.ItemKind) Kind {
	if kind > game.AmmoPlusOne {
		return None
	}
	return Kind(kind)
}

// shrink shortens a State to that many bytes: the ship of the player, then those nearest to it, then the nearest power-ups.
// Without a ship the given point is the player's place.
func (s *State) shrink(size int, player ID, from point) {
	own := func(ship Ship) bool { return ship.PlayerID == player }
	if i := slices.IndexFunc(s.Ships, own); i >= 0 {
		from = point{s.Ships[i].X, s.Ships[i].Y}
	}
	way := func(ship *Ship) int64 {
		if own(*ship) {
			return -1
		}
		return from.way(ship.X, ship.Y)
	}
	slices.SortStableFunc(s.Ships, func(a, b Ship) int { return cmp.Compare(way(&a), way(&b)) })
	slices.SortStableFunc(s.PowerUps, func(a, b PowerUp) int {
		return cmp.Compare(from.way(a.X, a.Y), from.way(b.X, b.Y))
	})
	room := size - headSize
	s.Ships = s.Ships[:min(len(s.Ships), room/shipSize(Bullets))]
	room -= len(s.Ships) * shipSize(Bullets)
	s.PowerUps = s.PowerUps[:min(len(s.PowerUps), room/powerUpSize)]
}

type point struct{ x, y int32 }

// way returns the square of the distance to another point.
func (p point) way(x, y int32) int64 {
	dx, dy := int64(x-p.x), int64(y-p.y)
	return dx*dx + dy*dy
}
