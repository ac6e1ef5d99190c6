package game

import "math/bits"

// Shot is one shot in flight. Its slot in World.Shots is that of the ship that fired.
type Shot struct {
	X, Y   int32
	VX, VY int32
	Weapon uint8
	Prey   uint8  // the slot that it turns after, and one; 0 for none
	Left   uint16 // ticks it still flies
}

// fanCos and fanSin turn the outer shots of a fan by 12 degrees, in 1/256.
const (
	fanCos = 250
	fanSin = 53
)

// ShotVelocity returns the velocity of a shot fired along the course: fan 0 is
// the straight one, 1 and 2 those to its left and right.
func ShotVelocity(weapon *Weapon, c Course, fan int) (vx, vy int32) {
	x, y := c.Vector()
	vx, vy = x*weapon.Speed/One, y*weapon.Speed/One
	switch fan {
	case 1:
		return (vx*fanCos + vy*fanSin) / One, (vy*fanCos - vx*fanSin) / One
	case 2:
		return (vx*fanCos - vy*fanSin) / One, (vy*fanCos + vx*fanSin) / One
	}
	return vx, vy
}

// fireShots lets every ship fire whose pilot wants to and whose weapon can.
func (w *World) fireShots(s *Setup, ships *sectors, events *Events) {
	fires := s.Mode.rules().fires
	for i := range slots(ships.all) {
		ship := &w.Ships[i]
		if ship.State != Flying || ship.Cooldown > 0 || !ship.Input.Holds(Fire) {
			continue
		}
		if fires != nil && !fires(w, s, i) {
			continue
		}
		weapon := &s.Weapons[ship.Weapon]
		if ship.FreeShots(s) < int(weapon.Fan) {
			continue
		}
		prey := w.seek(s, i)
		for fan := range int(weapon.Fan) {
			w.launch(ship, &w.Shots[i], weapon, fan, prey)
		}
		ship.Protect = 0
		ship.Cooldown = weapon.Cooldown
		if ship.Overdrive > 0 {
			ship.Cooldown /= 2
		}
		events.add(Event{Kind: EventShot, Slot: uint8(i), By: uint8(i), What: ship.Weapon, X: ship.X, Y: ship.Y})
	}
}

// launch puts a shot into the lowest free slot. It starts at a whole unit, so
// that where it is follows from few bits: origin, velocity and age.
func (w *World) launch(ship *Ship, shots *[MaxShots]Shot, weapon *Weapon, fan int, prey uint8) {
	k := bits.TrailingZeros8(^ship.Live)
	ship.Live |= 1 << k
	vx, vy := ShotVelocity(weapon, ship.Facing, fan)
	shots[k] = Shot{
		X: ship.X &^ (One - 1), Y: ship.Y &^ (One - 1),
		VX: vx, VY: vy, Weapon: ship.Weapon, Prey: prey, Left: weapon.Life,
	}
}

// flyShots moves every shot by a tick and lets it hit.
func (w *World) flyShots(s *Setup, manned uint64, ships *sectors, events *Events) {
	barrels := w.barrelSectors(s)
	for i := range slots(manned) {
		for live := w.Ships[i].Live; live != 0; live &= live - 1 {
			k := bits.TrailingZeros8(live)
			if !w.flyShot(s, ships, &barrels, i, &w.Shots[i][k], events) {
				w.Shots[i][k] = Shot{}
				w.Ships[i].Live &^= 1 << k
			}
		}
	}
}

// origin returns where the shot was fired.
func (shot *Shot) origin(weapon *Weapon) Point {
	age := int32(weapon.Life) - int32(shot.Left)
	return Point{shot.X - age*shot.VX, shot.Y - age*shot.VY}
}

// flyShot moves one shot of the slot and reports whether it flies on.
func (w *World) flyShot(s *Setup, ships, barrels *sectors, slot int, shot *Shot, events *Events) bool {
	weapon := &s.Weapons[shot.Weapon]
	if shot.Prey != 0 {
		w.turn(shot)
	}
	way, rock := s.Arena.clip(path{shot.X, shot.Y, shot.VX, shot.VY})
	shot.X += shot.VX
	shot.Y += shot.VY
	shot.Left--

	victim, at := w.firstShip(s, ships.along(way), way, slot, weapon.Reach)
	if barrel := w.firstBarrel(barrels.along(way), way, at); barrel >= 0 {
		w.hitBarrel(s, barrel, slot, weapon.Damage, events)
		return false
	}
	if victim >= 0 {
		w.hurt(s, victim, slot, shot.Weapon, weapon.Damage, shot.origin(weapon), events)
		return false
	}
	if rock {
		events.add(Event{Kind: EventSpark, Slot: uint8(slot), By: uint8(slot), What: shot.Weapon,
			X: way.x + way.vx, Y: way.y + way.vy})
	}
	return !rock && shot.Left > 0
}

// firstShip returns the ship that a shot of the slot reaches first on its way,
// and where along it, or -1 and a place beyond its end.
func (w *World) firstShip(s *Setup, near uint64, way path, slot int, reach int32) (first int, nearest int32) {
	first, nearest = -1, One+1
	near &^= 1 << slot
	for i := range slots(near) {
		ship := &w.Ships[i]
		at, ok := way.meets(ship.X, ship.Y, ShipRadius+reach)
		if ok && at < nearest && ship.State == Flying && s.Harms(&w.Ships[slot], ship) {
			first, nearest = i, at
		}
	}
	return first, nearest
}

// firstBarrel returns the barrel that a shot reaches first on its way, before
// nearest, or -1.
func (w *World) firstBarrel(near uint64, way path, nearest int32) int {
	first := -1
	for i := range slots(near) {
		b := &w.Barrels[i]
		if at, ok := way.meets(b.X, b.Y, BarrelRadius); ok && at < nearest && b.HP > 0 {
			first, nearest = i, at
		}
	}
	return first
}
