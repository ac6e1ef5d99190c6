package dogfight

import (
	"bytes"
	"math/bits"
	"slices"

	"dogfight/game"
	"dogfight/proto/dialect"
)

// see makes s the State of a Scene that has a World.
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

// seeOrb sees the orb that teams fight for, unless a ship has it: a power-up is what a ship can
// pick up.
func (s *State) seeOrb(scene *dialect.Scene) {
	orb := &scene.World.Orb
	if _, held := orb.Held(); scene.Setup.Mode == game.CaptureOrb && !held && len(s.PowerUps) < MaxPowerUps {
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

// oldest returns which of the live shots of a slot was fired first. Of some that were
// fired together it is the first.
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
