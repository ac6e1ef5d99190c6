package game

import "math/bits"

// spawnShips brings back the ships whose wait is over.
func (w *World) spawnShips(s *Setup, manned uint64, events *Events) {
	enters := s.Mode.rules().enters
	for i := range slots(manned) {
		ship := &w.Ships[i]
		if ship.State != Dead {
			continue
		}
		if countDown(&ship.Respawn); ship.Respawn == 0 && (enters == nil || enters(w, s, i)) {
			w.enter(s, i, events)
		}
	}
}

// enter has the ship in a slot enter space.
func (w *World) enter(s *Setup, slot int, events *Events) {
	w.spawn(s, slot)
	ship := &w.Ships[slot]
	events.add(Event{Kind: EventSpawn, Slot: uint8(slot), By: uint8(slot), X: ship.X, Y: ship.Y})
}

func (w *World) spawn(s *Setup, slot int) {
	ship := &w.Ships[slot]
	at, facing := w.entry(s, slot)
	ship.State, ship.Facing = Flying, facing
	ship.X, ship.Y = at.X, at.Y
	ship.Class, ship.Weapon = ship.NextClass, ship.NextWeapon
	ship.HP = s.Classes[ship.Class].HP
	ship.Protect = protectTime
}

// entry returns where the ship in a slot enters, and which course it faces.
func (w *World) entry(s *Setup, slot int) (Point, Course) {
	if entry := s.Mode.rules().entry; entry != nil {
		return entry(w, s, slot)
	}
	at := w.safestSpawn(s, &w.Ships[slot])
	return at, s.Arena.inward(at)
}

// inward returns the course from a place towards the middle of the arena.
func (a *Arena) inward(at Point) Course {
	width, height := a.Size()
	c := CourseOf((width/2-at.X)/TileSize/One, (height/2-at.Y)/TileSize/One)
	if c == Idle {
		return Up
	}
	return c
}

// refuge is a spawn as a ship that is about to enter sees it.
type refuge struct {
	at       Point
	inside   bool  // the part of the arena that is played in
	distance int64 // square of that to the nearest foe
}

// better reports whether r is to be preferred, both being under fire or neither.
func (r *refuge) better(than *refuge) bool {
	if r.inside != than.inside {
		return r.inside
	}
	return r.distance > than.distance
}

// safestSpawn returns the spawn farthest from its nearest enemy, among those in
// the part of the arena that is played in, and of those that no enemy can shoot
// at. If all in that part are under fire it is one outside, and if there is none
// either, safety is distance alone. The search begins at a random one, which
// decides among equals.
func (w *World) safestSpawn(s *Setup, ship *Ship) Point {
	part := w.partInPlay(s)
	return w.safestOf(s, ship, part.spawns(s, ship.Team), part.holds)
}

// safestOf is safestSpawn for these spawns, where holds says which are in the part.
func (w *World) safestOf(s *Setup, ship *Ship, spawns []Point, holds func(Point) bool) Point {
	first := int(w.Rand.Below(uint32(len(spawns))))
	safe, any := refuge{distance: -1}, refuge{distance: -1}
	for i := range spawns {
		r := refuge{at: spawns[(first+i)%len(spawns)]}
		r.inside, r.distance = holds(r.at), w.nearestFoe(s, ship, r.at)
		if r.better(&any) {
			any = r
		}
		if r.better(&safe) && !w.underFire(s, ship, r.at) {
			safe = r
		}
	}
	if safe.distance >= 0 {
		return safe.at
	}
	return any.at
}

// nearestFoe returns the square of the distance from the point to the ship's
// nearest flying enemy.
func (w *World) nearestFoe(s *Setup, ship *Ship, at Point) int64 {
	nearest := int64(1) << 62
	for i := range w.Ships {
		other := &w.Ships[i]
		if other == ship || other.State != Flying || !s.Foes(ship, other) {
			continue
		}
		dx, dy := int64(other.X-at.X), int64(other.Y-at.Y)
		nearest = min(nearest, dx*dx+dy*dy)
	}
	return nearest
}

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

// partInPlay is the part of an arena in which ships enter: few pilots in a large
// arena would not find each other. Nothing keeps a ship in it.
type partInPlay struct {
	middle        Point
	width, height int32 // half of them
}

// partInPlay returns the part for as many as there are, around the ships in space,
// so that it goes where the fight goes.
func (w *World) partInPlay(s *Setup) partInPlay {
	pilots, flying := int32(0), int64(0)
	x, y := int64(0), int64(0)
	for i := range w.Ships {
		ship := &w.Ships[i]
		if s.Classes[ship.Class].Drone {
			continue
		}
		switch ship.State {
		case Flying:
			x, y = x+int64(ship.X), y+int64(ship.Y)
			flying++
			fallthrough
		case Dead:
			pilots++
		}
	}
	width, height := s.Arena.Size()
	middle := Point{width / 2, height / 2}
	if flying > 0 {
		middle = Point{int32(x / flying), int32(y / flying)}
	}
	more := max(pilots-partPilots, 0)
	part := partInPlay{middle, (partWidth + more*partWider) / 2, (partHeight + more*partHigher) / 2}
	part.middle.X = inside(part.middle.X, part.width, width)
	part.middle.Y = inside(part.middle.Y, part.height, height)
	return part
}

// inside returns the place nearest to v at which a window of that half size is
// within 0 to size, or the middle if it is larger.
func inside(v, half, size int32) int32 {
	if 2*half >= size {
		return size / 2
	}
	return min(max(v, half), size-half)
}

func (p *partInPlay) holds(at Point) bool {
	dx, dy := at.X-p.middle.X, at.Y-p.middle.Y
	return max(dx, -dx) <= p.width && max(dy, -dy) <= p.height
}

// spawns returns where a ship of the team may enter: where its mode says, if that
// is in the part, or else anywhere.
func (p *partInPlay) spawns(s *Setup, team uint8) []Point {
	spawns := s.spawns(team)
	for _, at := range spawns {
		if p.holds(at) {
			return spawns
		}
	}
	return s.Arena.Spawns
}
