package game

// flyShips moves every ship by one tick.
func (w *World) flyShips(s *Setup, manned uint64, events *Events) {
	fly := s.Mode.rules().fly
	for i := range slots(manned) {
		ship := &w.Ships[i]
		if ship.State != Flying {
			continue
		}
		ship.tickTimers()
		if fly != nil {
			fly(w, s, i, events)
			continue
		}
		w.flyShip(s, i, events)
	}
}

// flyShip moves the ship in a slot by one tick, as its pilot steers.
func (w *World) flyShip(s *Setup, slot int, events *Events) {
	ship := &w.Ships[slot]
	if ship.Input.Holds(Special) && ship.Boost == 0 {
		ship.Boost = boostTime + boostRecharge
		events.add(Event{Kind: EventBoost, Slot: uint8(slot), By: uint8(slot), X: ship.X, Y: ship.Y})
	}
	ship.steer(&s.Classes[ship.Class], w.TopSpeed(s, slot), s.Arena.At(ship.X, ship.Y).Lane())
	ship.pull(s.Arena, s.Classes[ship.Class].Thrust)
	ship.moveX(s.Arena, ship.VX)
	ship.moveY(s.Arena, ship.VY)
}

// steer turns the velocity towards the course. Each axis has the thrust for
// itself, so that a ship drifts through its turns. A lane adds a push of its own.
func (ship *Ship) steer(class *Class, top int32, lane Course) {
	course, thrust := ship.Input.Course(), class.Thrust
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
	x, y = x*top/One, y*top/One
	if lane != Idle {
		pushX, pushY := lane.Vector()
		push := class.TopSpeed * laneNum / laneDen
		x, y = clampSpeed(x+pushX*push/One), clampSpeed(y+pushY*push/One)
		thrust = max(thrust, class.Thrust*laneThrust)
	}
	ship.VX = approach(ship.VX, x, thrust)
	ship.VY = approach(ship.VY, y, thrust)
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
