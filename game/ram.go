package game

// ram lets a pilot's ship and a drone that touch bounce off each other, and hurt each
// other if they ran into each other.
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
		a.Protect = max(a.Protect, ramProtect) // for the next drone is near
	}
}

// bounce throws a ship back from one that is far heavier.
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
