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

// safestSpawn returns the spawn farthest from its nearest enemy. The search
// begins at a random one, which decides among equals.
func (w *World) safestSpawn(s *Setup, ship *Ship) Point {
	spawns := s.Mode.rules().spawns(s.Arena, ship.Team)
	first := int(w.Rand.Below(uint32(len(spawns))))
	best, farthest := Point{}, int64(-1)
	for i := range spawns {
		at := spawns[(first+i)%len(spawns)]
		if d := w.nearestFoe(s, ship, at); d > farthest {
			best, farthest = at, d
		}
	}
	return best
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
