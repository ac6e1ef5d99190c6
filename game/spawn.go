package game

// spawnShips brings back the ships whose wait is over.
func (w *World) spawnShips(s *Setup, events *Events) {
	enters := s.Mode.rules().enters
	for i := range w.Ships {
		ship := &w.Ships[i]
		if ship.State != Dead {
			continue
		}
		if countDown(&ship.Respawn); ship.Respawn == 0 && (enters == nil || enters(w, s, i)) {
			w.spawn(s, i)
			events.add(Event{Kind: EventSpawn, Slot: uint8(i), By: uint8(i), X: ship.X, Y: ship.Y})
		}
	}
}

func (w *World) spawn(s *Setup, slot int) {
	ship := &w.Ships[slot]
	at := w.safestSpawn(s, ship)
	ship.State = Flying
	ship.X, ship.Y = at.X, at.Y
	ship.Class, ship.Weapon = ship.NextClass, ship.NextWeapon
	ship.HP = s.Classes[ship.Class].HP
	ship.Protect = protectTime
	width, height := s.Arena.Size()
	ship.Facing = CourseOf((width/2-at.X)/TileSize/One, (height/2-at.Y)/TileSize/One)
	if ship.Facing == Idle {
		ship.Facing = Up
	}
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
	spawns := part.spawns(s, ship.Team)
	first := int(w.Rand.Below(uint32(len(spawns))))
	safe, any := refuge{distance: -1}, refuge{distance: -1}
	for i := range spawns {
		r := refuge{at: spawns[(first+i)%len(spawns)]}
		r.inside, r.distance = part.holds(r.at), w.nearestFoe(s, ship, r.at)
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
		if other == ship || other.State != Flying || !s.Mode.Foes(ship, other) {
			continue
		}
		dx, dy := int64(other.X-at.X), int64(other.Y-at.Y)
		nearest = min(nearest, dx*dx+dy*dy)
	}
	return nearest
}
