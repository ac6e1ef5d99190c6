package game

// bumpShips lets ships that touch bounce off each other, and keeps near true.
func (w *World) bumpShips(s *Setup, near *sectors, events *Events) {
	drones := MaxShips // the first slot of theirs
	if r := s.Mode.rules(); r.drones {
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
			near.place(i, a.X, a.Y) // in a heap, many shoves add up
			near.place(j, b.X, b.Y)
		}
	}
}

// bump exchanges what two ships of equal mass have of velocity along the line
// between them (an elastic collision), and moves them apart a little. It reports
// whether they ran into each other, rather than just lie too close.
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

// shove moves the ship without changing how it flies.
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
