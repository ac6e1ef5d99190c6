package game

import "math/bits"

// Shot is one shot in flight, by the slot of its ship in World.Shots.
type Shot struct {
	X, Y   int32
	VX, VY int32
	Weapon uint8
	Prey   uint8  // 1 + the slot of the ship that it follows; 0 for none
	Left   uint16 // ticks of flight left
}

// fanCos and fanSin turn the outer shots of a fan by 12 degrees, in 1/256.
const (
	fanCos = 250
	fanSin = 53
)

// ShotVelocity returns the velocity of a shot fired along the course: fan 0 is
// the straight one, 1 and 2 are left and right of it.
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

// fireShots fires the guns of all ships with fire held.
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

// launch puts a shot into the lowest free slot. It starts at a whole unit, so that
// few bits give its place: origin, velocity and age.
func (w *World) launch(ship *Ship, shots *[MaxShots]Shot, weapon *Weapon, fan int, prey uint8) {
	k := bits.TrailingZeros8(^ship.Live)
	ship.Live |= 1 << k
	vx, vy := ShotVelocity(weapon, ship.Facing, fan)
	shots[k] = Shot{
		X: ship.X &^ (One - 1), Y: ship.Y &^ (One - 1),
		VX: vx, VY: vy, Weapon: ship.Weapon, Prey: prey, Left: weapon.Life,
	}
}

// flyShots moves all shots by one tick.
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

// origin returns the place where the shot was fired.
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

// firstShip returns the first ship that a shot of the slot hits on its path, and
// the place along it; -1 and a place beyond its end for none.
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

// firstBarrel returns the first barrel that a shot hits on its path before
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

// seekCos and seekSin turn by 1.5 degrees, in 1/65536: 90 degrees a second.
const (
	seekCos = 65514
	seekSin = 1715
)

// seek returns the Prey of the shots that the ship in the slot fires now, if it has
// seekers left and a foe ahead, and uses up a seeker.
func (w *World) seek(s *Setup, slot int) uint8 {
	ship := &w.Ships[slot]
	if ship.Seekers == 0 || s.Weapons[ship.Weapon].Speed == 0 {
		return 0
	}
	prey := w.preyBefore(s, slot)
	if prey != 0 {
		ship.Seekers--
	}
	return prey
}

// preyBefore returns 1 + the slot of the nearest foe that the ship sees within 45
// degrees of its facing, or 0.
func (w *World) preyBefore(s *Setup, slot int) (prey uint8) {
	ship := &w.Ships[slot]
	x, y := ship.Facing.Vector()
	nearest := int64(seekRange) * seekRange
	for i := range w.Ships {
		foe := &w.Ships[i]
		if foe.State != Flying || i == slot || !s.Foes(ship, foe) || w.Hidden(s, i, slot) {
			continue
		}
		dx, dy := int64(foe.X-ship.X), int64(foe.Y-ship.Y)
		along, across := dx*int64(x)+dy*int64(y), dx*int64(y)-dy*int64(x)
		if d := dx*dx + dy*dy; d < nearest && along >= max(across, -across) {
			nearest, prey = d, uint8(i+1)
		}
	}
	return prey
}

// turn turns a shot's velocity towards its prey, by 1.5 degrees at most.
func (w *World) turn(shot *Shot) {
	prey := &w.Ships[(shot.Prey-1)%MaxShips]
	if prey.State != Flying {
		shot.Prey = 0
		return
	}
	dx, dy := int64(prey.X-shot.X), int64(prey.Y-shot.Y)
	vx, vy := int64(shot.VX), int64(shot.VY)
	along, across := vx*dx+vy*dy, vx*dy-vy*dx
	if along > 0 && max(across, -across)*seekCos <= along*seekSin {
		return // close enough to straight ahead
	}
	sin := int64(seekSin)
	if across < 0 {
		sin = -sin
	}
	shot.VX = clampShotSpeed((vx*seekCos - vy*sin + 1<<15) >> 16)
	shot.VY = clampShotSpeed((vx*sin + vy*seekCos + 1<<15) >> 16)
}

func clampShotSpeed(v int64) int32 { return int32(min(max(v, -MaxShotSpeed), MaxShotSpeed)) }

// shock removes the shots and mines of others near the ship in the slot.
func (w *World) shock(slot int, events *Events) {
	at := Point{w.Ships[slot].X, w.Ships[slot].Y}
	for i := range w.Ships {
		if i == slot {
			continue
		}
		for live := w.Ships[i].Live; live != 0; live &= live - 1 {
			k := bits.TrailingZeros8(live)
			if shot := &w.Shots[i][k]; within(shot.X-at.X, shot.Y-at.Y, ShockRadius) {
				*shot = Shot{}
				w.Ships[i].Live &^= 1 << k
			}
		}
	}
	events.add(Event{Kind: EventShock, Slot: uint8(slot), By: uint8(slot), X: at.X, Y: at.Y})
}
