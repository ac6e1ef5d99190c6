package game

// seekTurn is cos and sin of 1.5 degrees in 1/65536: 90 degrees a second.
const (
	seekCos = 65514
	seekSin = 1715
)

// seek has the shots turn that the ship in the slot fires now, if it has seekers left and
// there is a foe before it, and returns that foe's slot and one, or 0.
func (w *World) seek(s *Setup, slot int) uint8 {
	ship := &w.Ships[slot]
	if ship.Seekers == 0 || s.Weapons[ship.Weapon].Speed == 0 {
		return 0
	}
	prey := w.preyBefore(s, slot)
	if prey != 0 {
		ship.Seekers--
	}
	return prey
}

// preyBefore returns the slot, and one, of the nearest foe that the ship sees within 45
// degrees of where it faces, or 0.
func (w *World) preyBefore(s *Setup, slot int) (prey uint8) {
	ship := &w.Ships[slot]
	x, y := ship.Facing.Vector()
	nearest := int64(seekRange) * seekRange
	for i := range w.Ships {
		foe := &w.Ships[i]
		if foe.State != Flying || i == slot || !s.Foes(ship, foe) || w.Hidden(s, i, slot) {
			continue
		}
		dx, dy := int64(foe.X-ship.X), int64(foe.Y-ship.Y)
		along, across := dx*int64(x)+dy*int64(y), dx*int64(y)-dy*int64(x)
		if d := dx*dx + dy*dy; d < nearest && along >= max(across, -across) {
			nearest, prey = d, uint8(i+1)
		}
	}
	return prey
}

// turn turns a shot's velocity towards its prey, by 1.5 degrees at most.
func (w *World) turn(shot *Shot) {
	prey := &w.Ships[(shot.Prey-1)%MaxShips]
	if prey.State != Flying {
		shot.Prey = 0
		return
	}
	dx, dy := int64(prey.X-shot.X), int64(prey.Y-shot.Y)
	vx, vy := int64(shot.VX), int64(shot.VY)
	along, across := vx*dx+vy*dy, vx*dy-vy*dx
	if along > 0 && max(across, -across)*seekCos <= along*seekSin {
		return // as good as straight ahead
	}
	sin := int64(seekSin)
	if across < 0 {
		sin = -sin
	}
	shot.VX = clampShotSpeed((vx*seekCos - vy*sin + 1<<15) >> 16)
	shot.VY = clampShotSpeed((vx*sin + vy*seekCos + 1<<15) >> 16)
}

func clampShotSpeed(v int64) int32 { return int32(min(max(v, -MaxShotSpeed), MaxShotSpeed)) }
