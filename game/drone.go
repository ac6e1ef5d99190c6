package game

// Drone is what flies a ship that no pilot does. Drone i flies the ship in slot
// MaxShips-1-i, from when it comes until it is destroyed or leaves.
type Drone struct {
	Wave  uint8  // that it came with, from 1; 0 for no drone
	Group uint8  // of that wave
	Step  uint8  // the corner of its path that it flies to, or hunting
	Timer uint16 // until it turns to the next corner in any case
	Turn  Course // along which it flies round rock,
	Veer  uint8  // for so long
	Link  uint8  // the slot of the core that it hangs on, and one; 0 for none
	X, Y  int8   // where it hangs there, in units
}

// hunting is the Step of a drone that goes for pilots.
const hunting = 255

func (d *Drone) hash(h *hash) {
	h.add(octets(d.Wave, d.Group, d.Step, d.Link, uint8(d.X), uint8(d.Y), uint8(d.Turn), d.Veer))
	h.add(uint64(d.Timer))
}

// Drone returns what flies the ship in a slot, or nil if that is a pilot's or there
// is none.
func (w *World) Drone(slot int) *Drone {
	if i := MaxShips - 1 - slot; i < MaxDrones && w.Drones[i].Wave != 0 {
		return &w.Drones[i]
	}
	return nil
}

// slotOf returns the slot of drone i.
func slotOf(i int) int { return MaxShips - 1 - i }

// Armoured reports whether hits do nothing to the ship in a slot: a plate, or a core
// that has weak spots.
func (w *World) Armoured(s *Setup, slot int) bool {
	d := w.Drone(slot)
	if d == nil {
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

// weakSpots reports whether there are weak spots on the core in a slot.
func (w *World) weakSpots(s *Setup, core int) bool {
	for i := range w.Drones {
		d := &w.Drones[i]
		if d.Wave == 0 || int(d.Link) != core+1 {
			continue
		}
		if k := s.Kind(w.Ships[slotOf(i)].Class); k != nil && k.Role == Weak {
			return true
		}
	}
	return false
}

// sendDrone lets one of a group come, with its parts, and reports whether there were
// slots for it. One for which the arena has no place counts as come.
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

// freeDrones counts the drones that there is room for.
func (w *World) freeDrones() (n int) {
	for i := range w.Drones {
		if w.Ships[slotOf(i)].State == Empty && w.Drones[i].Wave == 0 {
			n++
		}
	}
	return n
}

// enterDrone gives the drone the first free slot, which there must be, and returns it.
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

// dismiss takes the drone in a slot out of space, and what hangs on it. Its shots fly on.
func (w *World) dismiss(slot int) {
	w.wreck(slot)
	for i := range w.Drones {
		if d := &w.Drones[i]; d.Wave != 0 && int(d.Link) == slot+1 {
			w.wreck(slotOf(i))
		}
	}
}

// wreck has no drone fly the slot, and the ship there be gone.
func (w *World) wreck(slot int) {
	w.Drones[MaxShips-1-slot] = Drone{}
	if ship := &w.Ships[slot]; ship.State == Flying {
		ship.explode()
	}
}

// corner returns where a corner of a path is in the arena.
func (a *Arena) corner(c Corner) Point {
	width, height := a.Size()
	return Point{
		inHull(int32(int64(c.X)*int64(width)/PathScale), width),
		inHull(int32(int64(c.Y)*int64(height)/PathScale), height),
	}
}

// inHull returns the place nearest to v at which a hull is within 0 to size.
func inHull(v, size int32) int32 { return inside(v, HullHalf+1, size) }

// roomFor returns the place nearest to one, by the middles of tiles, at which a ship
// with these parts touches no rock.
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

// holdsParts reports whether a ship at a place, and these parts of it, touch no rock.
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

// plus returns where a part is on a core at the place.
func (p Point) plus(part Part) Point {
	return Point{p.X + int32(part.X)*One, p.Y + int32(part.Y)*One}
}
