package game

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
