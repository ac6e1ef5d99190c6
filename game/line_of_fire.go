package game

import "math/bits"

// underFire reports whether a foe of the ship could hit a ship at the place with
// what it fires now, or with what it has left lying there.
func (w *World) underFire(s *Setup, ship *Ship, at Point) bool {
	for i := range w.Ships {
		foe := &w.Ships[i]
		if foe == ship || foe.State == Empty || !s.Foes(ship, foe) {
			continue
		}
		if foe.State == Flying && foe.reaches(s, at) || w.layMineAt(s, i, at) {
			return true
		}
	}
	return false
}

// reaches reports whether the place is in the range and sight of the ship's gun
// along one of the eight courses, whichever way the ship faces.
func (ship *Ship) reaches(s *Setup, at Point) bool {
	weapon := &s.Weapons[ship.Weapon]
	dx, dy := at.X-ship.X, at.Y-ship.Y
	width := ShipRadius + weapon.Reach + One // and a unit for what is rounded
	far := max(dx, -dx, dy, -dy)             // no more than the distance
	switch {
	case weapon.Speed == 0:
		return within(dx, dy, width)
	case far > int32(weapon.Life)*weapon.Speed+width:
		return false
	case weapon.Fan == 1 && offCourse(dx, dy) > width:
		return false // as nearly all are
	}
	for course := Up; course <= DownRight; course++ {
		for fan := range int(weapon.Fan) {
			vx, vy := ShotVelocity(weapon, course, fan)
			if s.Arena.shotReaches(weapon, path{ship.X &^ (One - 1), ship.Y &^ (One - 1), vx, vy}, at, width) {
				return true
			}
		}
	}
	return false
}

// shotReaches reports whether a shot of the weapon whose first tick is p comes
// within that width of the place, and meets no rock before.
func (a *Arena) shotReaches(weapon *Weapon, p path, at Point, width int32) bool {
	dx, dy := int64(at.X-p.x), int64(at.Y-p.y)
	vx, vy := int64(p.vx), int64(p.vy)
	along := dx*vx + dy*vy
	if along <= 0 {
		return within(at.X-p.x, at.Y-p.y, width) // and so where the shot hardly moves
	}
	ticks := along / (vx*vx + vy*vy) // until it is nearest
	if ticks < int64(weapon.Life) {
		if across := dx*vy - dy*vx; max(across, -across) > int64(width)*int64(weapon.Speed) {
			return false
		}
	} else {
		ticks = int64(weapon.Life)
		if !within(int32(dx-vx*ticks), int32(dy-vy*ticks), width) {
			return false
		}
	}
	return a.free(p, int32(ticks)-width/weapon.Speed) // until it may touch
}

// free reports whether a shot whose first tick is p meets no rock in so many
// ticks. It looks where the shot would, of slow ones once in half a tile.
func (a *Arena) free(p path, ticks int32) bool {
	leap := max(TileSize*One/2/max(p.vx, -p.vx, p.vy, -p.vy), 1)
	p.vx, p.vy = p.vx*leap, p.vy*leap
	for ; ticks > 0; ticks -= leap {
		if _, rock := a.clip(p); rock {
			return false
		}
		p.x, p.y = p.x+p.vx, p.y+p.vy
	}
	return true
}

// offCourse returns how far (x, y) lies from the nearest of the eight courses
// that begin at (0, 0).
func offCourse(x, y int32) int32 {
	x, y = max(x, -x), max(y, -y)
	return min(x, y, max(x-y, y-x)*diagonal/One)
}

// layMineAt reports whether a shot of the slot lies in wait where it would hit a
// ship at the place.
func (w *World) layMineAt(s *Setup, slot int, at Point) bool {
	for live := w.Ships[slot].Live; live != 0; live &= live - 1 {
		shot := &w.Shots[slot][bits.TrailingZeros8(live)]
		if shot.VX|shot.VY == 0 && within(shot.X-at.X, shot.Y-at.Y, ShipRadius+s.Weapons[shot.Weapon].Reach) {
			return true
		}
	}
	return false
}
