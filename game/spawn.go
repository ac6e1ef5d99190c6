package game

import "math/bits"

// spawnShips enters the ships that have waited long enough.
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

// enter enters the ship in a slot.
func (w *World) enter(s *Setup, slot int, events *Events) {
	entry := s.Mode.rules().entry
	if entry == nil {
		entry = safestEntry
	}
	ship := &w.Ships[slot]
	at, facing := entry(w, s, slot)
	ship.State, ship.Facing = Flying, facing
	ship.X, ship.Y = at.X, at.Y
	ship.Class, ship.Weapon = ship.NextClass, ship.NextWeapon
	ship.HP = s.Classes[ship.Class].HP
	ship.Protect = protectTime
	events.add(Event{Kind: EventSpawn, Slot: uint8(slot), By: uint8(slot), X: ship.X, Y: ship.Y})
}

// safestEntry returns the spawn farthest from its nearest foe, among those in the part in play that
// are not under fire, facing the middle. If there are none, it takes one outside the part, and else
// any by distance alone.
func safestEntry(w *World, s *Setup, slot int) (Point, Course) {
	ship, part := &w.Ships[slot], w.partInPlay(s)
	at := w.safestOf(s, ship, part.spawns(s, ship.Team), part.holds)
	return at, s.Arena.inward(at)
}

// inward returns the course from a place to the middle of the arena.
func (a *Arena) inward(at Point) Course {
	width, height := a.Size()
	c := CourseOf((width/2-at.X)/TileSize/One, (height/2-at.Y)/TileSize/One)
	if c == Idle {
		return Up
	}
	return c
}

// refuge is a spawn as a ship judges it before it enters.
type refuge struct {
	at       Point
	inside   bool  // in the part of the arena that is in play
	distance int64 // to the nearest foe, squared
}

// better reports whether r is preferred, if neither or both are under fire.
func (r *refuge) better(than *refuge) bool {
	if r.inside != than.inside {
		return r.inside
	}
	return r.distance > than.distance
}

// safestOf returns the safest of some spawns for a ship; holds reports whether one is in the part in
// play. The search begins at a random spawn, which decides among equals.
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

// nearestFoe returns the distance from the point to the ship's nearest flying foe,
// squared.
func (w *World) nearestFoe(s *Setup, ship *Ship, at Point) int64 {
	nearest := int64(1) << 62
	for i := range w.Ships {
		other := &w.Ships[i]
		if other == ship || other.State != Flying || !s.Foes(ship, other) {
			continue
		}
		nearest = min(nearest, distance2(Point{other.X, other.Y}, at))
	}
	return nearest
}

// underFire reports whether a foe of the ship could hit a ship at the place now, with
// its gun or with a mine.
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

// reaches reports whether the ship's gun can hit the place along any of the eight
// courses.
func (ship *Ship) reaches(s *Setup, at Point) bool {
	weapon := &s.Weapons[ship.Weapon]
	dx, dy := at.X-ship.X, at.Y-ship.Y
	width := ShipRadius + weapon.Reach + One // one unit for rounding
	far := max(dx, -dx, dy, -dy)             // at most the distance
	switch {
	case weapon.Speed == 0:
		return within(dx, dy, width)
	case far > int32(weapon.Life)*weapon.Speed+width:
		return false
	case weapon.Fan == 1 && offCourse(dx, dy) > width:
		return false // the usual case
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

// shotReaches reports whether a shot of the weapon, with first tick p, comes within
// width of the place before it meets rock.
func (a *Arena) shotReaches(weapon *Weapon, p path, at Point, width int32) bool {
	dx, dy := int64(at.X-p.x), int64(at.Y-p.y)
	vx, vy := int64(p.vx), int64(p.vy)
	along := dx*vx + dy*vy
	if along <= 0 {
		return within(at.X-p.x, at.Y-p.y, width) // also if the shot hardly moves
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
	return a.free(p, int32(ticks)-width/weapon.Speed) // until it may hit
}

// free reports whether a shot with first tick p meets no rock in so many ticks. It
// checks slow shots once in half a tile.
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

// offCourse returns the distance of (x, y) from the nearest of the eight courses
// from (0, 0).
func offCourse(x, y int32) int32 {
	x, y = max(x, -x), max(y, -y)
	return min(x, y, max(x-y, y-x)*diagonal/One)
}

// layMineAt reports whether a mine of the slot would hit a ship at the place.
func (w *World) layMineAt(s *Setup, slot int, at Point) bool {
	for live := w.Ships[slot].Live; live != 0; live &= live - 1 {
		shot := &w.Shots[slot][bits.TrailingZeros8(live)]
		if shot.VX|shot.VY == 0 && within(shot.X-at.X, shot.Y-at.Y, ShipRadius+s.Weapons[shot.Weapon].Reach) {
			return true
		}
	}
	return false
}

// partInPlay is the part of an arena in which ships enter: few pilots in a large arena
// would not find each other. Ships may leave it.
type partInPlay struct {
	middle        Point
	width, height int32 // half of the part's
}

// partInPlay returns the part for the number of pilots, around the ships in space.
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

// inside returns the place nearest to v for the middle of a window of that half size
// within 0 to size; the middle if the window is larger.
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

// spawns returns the places where a ship of the team may enter: the mode's, if one of
// them is in the part, otherwise all.
func (p *partInPlay) spawns(s *Setup, team uint8) []Point {
	spawns := s.spawns(team)
	for _, at := range spawns {
		if p.holds(at) {
			return spawns
		}
	}
	return s.Arena.Spawns
}
