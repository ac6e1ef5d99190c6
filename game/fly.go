package game

// flyShips moves every ship by one tick.
func (w *World) flyShips(s *Setup, events *Events) {
	for i := range w.Ships {
		ship := &w.Ships[i]
		if ship.State != Flying {
			continue
		}
		ship.tickTimers()
		if ship.Input.Holds(Special) && ship.Boost == 0 {
			ship.Boost = boostTime + boostRecharge
			events.add(Event{Kind: EventBoost, Slot: uint8(i), By: uint8(i), X: ship.X, Y: ship.Y})
		}
		ship.steer(&s.Classes[ship.Class])
		ship.moveX(s.Arena, ship.VX)
		ship.moveY(s.Arena, ship.VY)
	}
}

// steer turns the velocity towards the course. Each axis has the thrust for
// itself, so that a ship drifts through its turns.
func (ship *Ship) steer(class *Class) {
	course, top, thrust := ship.Input.Course(), ship.TopSpeed(class), class.Thrust
	if course != Idle {
		ship.Facing = course
	}
	if ship.Boosting() {
		course = ship.Facing
		thrust *= boostThrust
	}
	if course == Idle {
		thrust = class.Brake
	}
	x, y := course.Vector()
	ship.VX = approach(ship.VX, x*top/One, thrust)
	ship.VY = approach(ship.VY, y*top/One, thrust)
}

// approach returns v moved towards goal by at most step.
func approach(v, goal, step int32) int32 {
	if v < goal {
		return min(v+step, goal)
	}
	return max(v-step, goal)
}

// moveX moves the ship sideways until its hull touches rock. The hull is
// higher than a tile, so its middle is looked at too.
func (ship *Ship) moveX(a *Arena, d int32) {
	if d == 0 {
		return
	}
	x := ship.X + d
	side := x + sign(d)*HullHalf
	if a.Solid(side, ship.Y-HullHalf) || a.Solid(side, ship.Y) || a.Solid(side, ship.Y+HullHalf) {
		x, ship.VX = flush(side, d), 0
	}
	ship.X = x
}

// moveY moves the ship up or down likewise.
func (ship *Ship) moveY(a *Arena, d int32) {
	if d == 0 {
		return
	}
	y := ship.Y + d
	side := y + sign(d)*HullHalf
	if a.Solid(ship.X-HullHalf, side) || a.Solid(ship.X, side) || a.Solid(ship.X+HullHalf, side) {
		y, ship.VY = flush(side, d), 0
	}
	ship.Y = y
}

// flush returns where the middle of a hull lies whose side, moving by d, ran
// into the tile at side and stays in the one before.
func flush(side, d int32) int32 {
	if d > 0 {
		return side>>tileShift<<tileShift - 1 - HullHalf
	}
	return (side>>tileShift+1)<<tileShift + HullHalf
}
