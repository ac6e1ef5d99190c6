package game

import "math/bits"

// bumpShips bounces ships that touch off each other, and keeps near up to date.
func (w *World) bumpShips(s *Setup, near *sectors, events *Events) {
	drones := MaxShips // the first slot of a drone
	if s.Mode.State() == AssaultState {
		drones = s.Mode.Pilots()
	}
	for i := range slots(near.all) {
		if i >= drones {
			break // they fly through each other
		}
		a := &w.Ships[i]
		above := ^uint64(0) << i << 1
		for j := range slots(near.around(a.X, a.Y) & above) {
			b := &w.Ships[j]
			if !within(b.X-a.X, b.Y-a.Y, 2*HullHalf) {
				continue
			}
			if j >= drones {
				if a.State == Flying && b.State == Flying {
					w.ram(s, i, j, events)
				}
			} else if bump(s.Arena, a, b) {
				events.add(Event{Kind: EventBump, Slot: uint8(i), By: uint8(j),
					X: (a.X + b.X) / 2, Y: (a.Y + b.Y) / 2})
			}
			near.place(i, a.X, a.Y) // in a heap of ships, many shoves add up
			near.place(j, b.X, b.Y)
		}
	}
}

// bump exchanges the velocities of two ships of equal mass along the line between
// them (an elastic collision), and moves them apart a little. It reports whether
// they ran into each other, and not only lie too close.
func bump(arena *Arena, a, b *Ship) bool {
	dx, dy := int64(b.X-a.X), int64(b.Y-a.Y)
	if dx == 0 && dy == 0 {
		dx = 1 // on the same spot: push them apart sideways
	}
	closing := int64(a.VX-b.VX)*dx + int64(a.VY-b.VY)*dy
	if closing > 0 {
		length2 := dx*dx + dy*dy
		x, y := int32(closing*dx/length2), int32(closing*dy/length2)
		a.VX, a.VY = clampSpeed(a.VX-x), clampSpeed(a.VY-y)
		b.VX, b.VY = clampSpeed(b.VX+x), clampSpeed(b.VY+y)
	}
	x, y := sign(int32(dx))*bumpShove, sign(int32(dy))*bumpShove
	a.shove(arena, -x, -y)
	b.shove(arena, x, y)
	return closing > 0
}

// shove moves the ship without changing its velocity.
func (ship *Ship) shove(a *Arena, x, y int32) {
	vx, vy := ship.VX, ship.VY
	ship.moveX(a, x)
	ship.moveY(a, y)
	ship.VX, ship.VY = vx, vy
}

func clampSpeed(v int32) int32 { return min(max(v, -MaxSpeed), MaxSpeed) }

// within reports whether (dx, dy) is no longer than radius.
func within(dx, dy, radius int32) bool {
	x, y, r := int64(dx), int64(dy), int64(radius)
	return x*x+y*y <= r*r
}

// path is the path of a shot in one tick: from (x, y) on by (vx, vy).
type path struct{ x, y, vx, vy int32 }

// meets reports whether the path comes within radius of (x, y), and the place
// along it, 0 to One, where it is closest. The two must be within 1,600 units of
// each other, as all things in one sector are.
func (p *path) meets(x, y, radius int32) (at int32, ok bool) {
	dx, dy := int64(x-p.x), int64(y-p.y)
	vx, vy := int64(p.vx), int64(p.vy)
	r2 := int64(radius) * int64(radius)
	along, length2 := dx*vx+dy*vy, vx*vx+vy*vy
	switch {
	case along <= 0:
		return 0, dx*dx+dy*dy <= r2
	case along >= length2:
		dx, dy = dx-vx, dy-vy
		return One, dx*dx+dy*dy <= r2
	}
	across := dx*vy - dy*vx
	if across*across > r2*length2 {
		return 0, false
	}
	return int32(along * One / length2), true
}

// clip returns the path up to the first rock, and whether there is any. It checks
// points at most half a tile apart.
func (a *Arena) clip(p path) (path, bool) {
	shift := 0
	for longest := max(p.vx, -p.vx, p.vy, -p.vy); longest>>shift > TileSize*One/2; {
		shift++
	}
	for k := int32(1); k <= 1<<shift; k++ {
		vx, vy := p.vx*k>>shift, p.vy*k>>shift
		if a.Solid(p.x+vx, p.y+vy) {
			return path{p.x, p.y, vx, vy}, true
		}
	}
	return p, false
}

// sectors is an index of the ships (or barrels) by place. The arena is cut into
// columns and rows. Each has the set of those that touch it, one bit each, so that
// a look-up is one AND.
type sectors struct {
	columns, rows [sectorCount]uint64
	all           uint64
}

const (
	sectorShift = tileShift + 2 // four tiles
	sectorCount = MaxTiles >> 2

	// sectorReach is the farthest distance at which a shot can hit.
	sectorReach = ShipRadius + MaxReach
)

func (w *World) shipSectors(manned uint64) (n sectors) {
	for i := range slots(manned) {
		if ship := &w.Ships[i]; ship.State == Flying {
			n.place(i, ship.X, ship.Y)
		}
	}
	return n
}

func (w *World) barrelSectors(s *Setup) (n sectors) {
	for i := range s.Arena.Barrels {
		if b := &w.Barrels[i]; b.HP > 0 {
			n.place(i, b.X, b.Y)
		}
	}
	return n
}

func (n *sectors) place(i int, x, y int32) {
	bit := uint64(1) << i
	n.all |= bit
	for c := sector(x - sectorReach); c <= sector(x+sectorReach); c++ {
		n.columns[c] |= bit
	}
	for r := sector(y - sectorReach); r <= sector(y+sectorReach); r++ {
		n.rows[r] |= bit
	}
}

// along returns those that a path may touch. A path of one tick is shorter than a
// sector, so it crosses only the sectors of its ends.
func (n *sectors) along(p path) uint64 {
	return (n.columns[sector(p.x)] | n.columns[sector(p.x+p.vx)]) &
		(n.rows[sector(p.y)] | n.rows[sector(p.y+p.vy)])
}

// around returns those that may be within sectorReach of (x, y).
func (n *sectors) around(x, y int32) uint64 {
	return n.columns[sector(x)] & n.rows[sector(y)]
}

func sector(v int32) int32 {
	return min(max(v>>sectorShift, 0), sectorCount-1)
}

// slots iterates over the members of a set, lowest first.
func slots(set uint64) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		for ; set != 0; set &= set - 1 {
			if !yield(bits.TrailingZeros64(set)) {
				return
			}
		}
	}
}

// Hidden reports whether the ship in slot is invisible to the one in slot by: farther
// than HiddenRange, and in a nebula or cloaked with an idle gun. Its own team always
// sees it, and all see the carrier of the orb.
func (w *World) Hidden(s *Setup, slot, by int) bool {
	ship, from := &w.Ships[slot], &w.Ships[by]
	hides := ship.Cloak > 0 && ship.Cooldown == 0 || s.Arena.At(ship.X, ship.Y) == Nebula
	if !hides || slot == by || within(ship.X-from.X, ship.Y-from.Y, HiddenRange) {
		return false
	}
	return int(w.Orb.Carrier) != slot+1 && s.Foes(ship, from)
}

// ram bounces a pilot's ship and a drone that touch off each other. A hard impact
// hurts both.
func (w *World) ram(s *Setup, slot, drone int, events *Events) {
	a, b := &w.Ships[slot], &w.Ships[drone]
	dx, dy := int64(b.X-a.X), int64(b.Y-a.Y)
	closing := int64(a.VX-b.VX)*dx + int64(a.VY-b.VY)*dy
	hard := closing > 0 && closing*closing > ramSpeed*ramSpeed*(dx*dx+dy*dy)
	if k := s.Kind(b.Class); k != nil && k.Role != Plain {
		bounce(s.Arena, a, b)
	} else {
		bump(s.Arena, a, b)
	}
	if !hard {
		return
	}
	at := Point{(a.X + b.X) / 2, (a.Y + b.Y) / 2}
	events.add(Event{Kind: EventBump, Slot: uint8(slot), By: uint8(drone), X: at.X, Y: at.Y})
	w.hurt(s, drone, slot, RamWeapon, ramDamage, at, events)
	w.hurt(s, slot, drone, RamWeapon, ramHurt, at, events)
	if a.State == Flying {
		a.Protect = max(a.Protect, ramProtect) // the next drone may be near
	}
}

// bounce throws a ship back from a far heavier one.
func bounce(arena *Arena, a, b *Ship) {
	dx, dy := int64(b.X-a.X), int64(b.Y-a.Y)
	if dx == 0 && dy == 0 {
		dx = 1
	}
	if closing := int64(a.VX-b.VX)*dx + int64(a.VY-b.VY)*dy; closing > 0 {
		length2 := dx*dx + dy*dy
		a.VX = clampSpeed(a.VX - int32(2*closing*dx/length2))
		a.VY = clampSpeed(a.VY - int32(2*closing*dy/length2))
	}
	a.shove(arena, -2*sign(int32(dx))*bumpShove, -2*sign(int32(dy))*bumpShove)
}
