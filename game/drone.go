package game

// Drone is the pilot of a ship that the rules fly. Drone i flies the ship in slotOf(i).
type Drone struct {
	Wave  uint8  // from 1; 0 for no drone
	Group uint8  // of that wave
	Step  uint8  // the next corner of its path, or hunting
	Timer uint16 // until it turns to the corner after in any case
	Turn  Course // along rock,
	Veer  uint8  // for so long
	Link  uint8  // 1 + the slot of the core that it is fixed to; 0 for none
	X, Y  int8   // its offset there, in units
}

// hunting is the Step of a drone that attacks pilots.
const hunting = 255

func (d *Drone) hash(h *hash) {
	h.add(octets(d.Wave, d.Group, d.Step, d.Link, uint8(d.X), uint8(d.Y), uint8(d.Turn), d.Veer))
	h.add(uint64(d.Timer))
}

// Drone returns the drone in a slot, or nil.
func (w *World) Drone(slot int) *Drone {
	if i := slotOf(slot); i < MaxDrones && w.Drones[i].Wave != 0 {
		return &w.Drones[i]
	}
	return nil
}

// slotOf returns the slot of drone i, and the number of the drone in slot i.
func slotOf(i int) int { return MaxShips - 1 - i }

// parts iterates over the drones fixed to the core in a slot, and their slots.
func (w *World) parts(core int) func(yield func(int, *Drone) bool) {
	return func(yield func(int, *Drone) bool) {
		for i := range w.Drones {
			if d := &w.Drones[i]; d.Wave != 0 && int(d.Link) == core+1 && !yield(slotOf(i), d) {
				return
			}
		}
	}
}

// Armoured reports whether hits do nothing to the ship in a slot: to a plate, or a core
// with weak spots, unless the drones rage.
func (w *World) Armoured(s *Setup, slot int) bool {
	d := w.Drone(slot)
	if d == nil || w.Raging() {
		return false
	}
	switch k := s.Kind(w.Ships[slot].Class); {
	case k == nil || k.Role == Plain || k.Role == Weak:
		return false
	case k.Role == Plate:
		return true
	}
	return w.weakSpots(s, slot)
}

// weakSpots reports whether the core in a slot has weak spots.
func (w *World) weakSpots(s *Setup, core int) bool {
	for slot := range w.parts(core) {
		if k := s.Kind(w.Ships[slot].Class); k != nil && k.Role == Weak {
			return true
		}
	}
	return false
}

// sendDrone sends one drone of a group, with its parts, and reports whether there were slots
// for it. It skips one for which the arena has no room.
func (w *World) sendDrone(s *Setup, g uint8, group *Group) bool {
	kind := s.Kind(group.Class)
	if kind == nil || len(group.Path) == 0 {
		return true
	}
	if w.freeDrones() < 1+len(kind.Parts) {
		return false
	}
	at, ok := s.Arena.roomFor(s.Arena.corner(group.Path[0]), kind.Parts)
	if !ok {
		return true
	}
	core := w.enterDrone(s, Drone{Wave: w.Assault.Wave, Group: g, Step: 1}, group.Class, at)
	w.setLeg(s, core, w.Drone(core), group)
	for _, p := range kind.Parts {
		d := Drone{Wave: w.Assault.Wave, Group: g, Link: uint8(core + 1), X: p.X, Y: p.Y}
		w.enterDrone(s, d, p.Class, at.plus(p))
	}
	return true
}

// freeDrones counts the free slots for drones.
func (w *World) freeDrones() (n int) {
	for i := range w.Drones {
		if w.Ships[slotOf(i)].State == Empty && w.Drones[i].Wave == 0 {
			n++
		}
	}
	return n
}

// enterDrone puts the drone into the first free slot, which must exist, and returns that.
func (w *World) enterDrone(s *Setup, d Drone, class uint8, at Point) (slot int) {
	for i := range w.Drones {
		if slot = slotOf(i); w.Ships[slot].State != Empty || w.Drones[i].Wave != 0 {
			continue
		}
		w.Drones[i] = d
		weapon := s.Kind(class).Weapon
		w.Ships[slot] = Ship{
			State: Flying, Team: droneTeam, X: at.X, Y: at.Y, Facing: s.Arena.inward(at), HP: w.DroneHP(s, class),
			Class: class, Weapon: weapon, NextClass: class, NextWeapon: weapon, Cooldown: droneCalm,
		}
		break
	}
	return slot
}

// dismiss removes the drone in a slot, with its parts. Its shots fly on.
func (w *World) dismiss(slot int) {
	w.wreck(slot)
	for part := range w.parts(slot) {
		w.wreck(part)
	}
}

// wreck removes one drone and its ship.
func (w *World) wreck(slot int) {
	w.Drones[slotOf(slot)] = Drone{}
	if ship := &w.Ships[slot]; ship.State == Flying {
		ship.explode()
	}
}

// corner returns the place of a corner of a path.
func (a *Arena) corner(c Corner) Point {
	width, height := a.Size()
	return Point{
		inHull(int32(int64(c.X)*int64(width)/PathScale), width),
		inHull(int32(int64(c.Y)*int64(height)/PathScale), height),
	}
}

// inHull returns the place nearest to v for a hull within 0 to size.
func inHull(v, size int32) int32 { return inside(v, HullHalf+1, size) }

// roomFor returns the nearest place, by the middles of tiles, where a ship and its parts
// touch no rock.
func (a *Arena) roomFor(at Point, parts []Part) (Point, bool) {
	if a.holdsParts(at, parts) {
		return at, true
	}
	tx, ty := int(at.X>>tileShift), int(at.Y>>tileShift)
	for far := 1; far < roomTiles; far++ {
		for dy := -far; dy <= far; dy++ {
			step := 2 * far // only the edge of the square
			if dy == -far || dy == far {
				step = 1
			}
			for dx := -far; dx <= far; dx += step {
				if p := tileCentre(tx+dx, ty+dy); a.holdsParts(p, parts) {
					return p, true
				}
			}
		}
	}
	return at, false
}

// holdsParts reports whether a ship at a place, and its parts, touch no rock.
func (a *Arena) holdsParts(at Point, parts []Part) bool {
	if !a.HullFits(at.X, at.Y) {
		return false
	}
	for _, p := range parts {
		if q := at.plus(p); !a.HullFits(q.X, q.Y) {
			return false
		}
	}
	return true
}

// plus returns the place of a part on a core at p.
func (p Point) plus(part Part) Point {
	return Point{p.X + int32(part.X)*One, p.Y + int32(part.Y)*One}
}
