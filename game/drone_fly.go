package game

// flyDrone moves the drone in a slot, with its parts, and aims its gun.
func (w *World) flyDrone(s *Setup, slot int, d *Drone) {
	if d.Link != 0 {
		if core := int(d.Link) - 1; w.Drone(core) == nil || w.Drone(core).Link != 0 {
			w.dismiss(slot)
			return
		}
		w.aimDrone(s, slot)
		return
	}
	goal, stays := w.droneGoal(s, slot, d)
	if !stays {
		w.dismiss(slot)
		return
	}
	w.driveDrone(s, slot, d, goal)
	w.aimDrone(s, slot)
}

// droneGoal returns the drone's destination, or false if it leaves.
func (w *World) droneGoal(s *Setup, slot int, d *Drone) (goal Point, stays bool) {
	ship := &w.Ships[slot]
	countDown(&d.Timer)
	group := w.groupOf(s, d)
	if group == nil || w.Raging() {
		d.Step = hunting
	} else if d.Step != hunting {
		if int(d.Step) < len(group.Path) {
			at := s.Arena.corner(group.Path[d.Step])
			if d.Timer > 0 && !within(at.X-ship.X, at.Y-ship.Y, nearCorner) {
				return at, true
			}
			d.Step++
			w.setLeg(s, slot, d, group)
		}
		switch {
		case int(d.Step) < len(group.Path):
			return s.Arena.corner(group.Path[d.Step]), true
		case group.End == Leaves && d.Wave == w.Assault.Wave:
			return goal, false
		case group.End == Loops:
			d.Step = uint8(min(1, len(group.Path)-1))
			w.setLeg(s, slot, d, group)
			return s.Arena.corner(group.Path[d.Step]), true
		}
		d.Step = hunting
	}
	if prey := w.nearestPilot(ship); prey != nil {
		return Point{prey.X, prey.Y}, true
	}
	return Point{ship.X, ship.Y}, true
}

// groupOf returns the group of a drone, or nil.
func (w *World) groupOf(s *Setup, d *Drone) *Group {
	wave := s.Wave(d.Wave)
	if wave == nil || int(d.Group) >= len(wave.Groups) || len(wave.Groups[d.Group].Path) == 0 {
		return nil
	}
	return &wave.Groups[d.Group]
}

// setLeg sets the time for the next leg of a drone's path: rock may block it.
func (w *World) setLeg(s *Setup, slot int, d *Drone, group *Group) {
	d.Timer = legTime
	if int(d.Step) >= len(group.Path) {
		return
	}
	ship, at := &w.Ships[slot], s.Arena.corner(group.Path[d.Step])
	way := lengthOf(at.X-ship.X, at.Y-ship.Y) / s.Classes[ship.Class].TopSpeed
	d.Timer = uint16(legTime + 3*way/2)
}

// nearestPilot returns the nearest pilot's ship in space, or nil.
func (w *World) nearestPilot(ship *Ship) (prey *Ship) {
	near := int64(1) << 62
	for i := range w.Ships[:Waves.Pilots()] {
		other := &w.Ships[i]
		if other.State != Flying {
			continue
		}
		if d := distance2(Point{other.X, other.Y}, Point{ship.X, ship.Y}); d < near {
			near, prey = d, other
		}
	}
	return prey
}

// driveDrone moves the drone towards its goal, around rock.
func (w *World) driveDrone(s *Setup, slot int, d *Drone, goal Point) {
	ship := &w.Ships[slot]
	class := &s.Classes[ship.Class]
	vx, vy := w.heading(s, ship, d, goal)
	ship.VX, ship.VY = approach(ship.VX, vx, class.Thrust), approach(ship.VY, vy, class.Thrust)
	if vx|vy != 0 && !ship.Input.Holds(Fire) {
		ship.Facing = courseAlong(ship.VX, ship.VY, ship.Facing)
	}
	ship.Input = ship.Input&Fire | Steer(courseAlong(vx, vy, Idle))
	vx, vy = ship.VX, ship.VY
	if k := s.Kind(ship.Class); k != nil && len(k.Parts) > 0 {
		w.moveBoss(s, slot)
	} else {
		ship.moveX(s.Arena, vx)
		ship.moveY(s.Arena, vy)
	}
	w.veer(d, ship, goal, vx != ship.VX, vy != ship.VY)
}

// heading returns the velocity of the drone to its goal or, hunting with a gun, around it. A raging one rams.
func (w *World) heading(s *Setup, ship *Ship, d *Drone, goal Point) (vx, vy int32) {
	top := s.Classes[ship.Class].TopSpeed
	if d.Veer > 0 {
		x, y := d.Turn.Vector()
		return x * top / One, y * top / One
	}
	dx, dy := goal.X-ship.X, goal.Y-ship.Y
	length := lengthOf(dx, dy)
	if length < One {
		return 0, 0
	}
	if k := s.Kind(ship.Class); d.Step == hunting && k != nil && k.Armed && length < standOff && !w.Raging() {
		dx, dy = -dy, dx
	}
	return int32(int64(dx) * int64(top) / int64(length)), int32(int64(dy) * int64(top) / int64(length))
}

// veer makes a drone that ran into rock fly along it for some time, on the side of its goal.
// If that fails too, it takes a random course.
func (w *World) veer(d *Drone, ship *Ship, goal Point, blockedX, blockedY bool) {
	if countDown(&d.Veer); d.Veer == 0 {
		d.Turn = Idle
	}
	if !blockedX && !blockedY {
		return
	}
	x, y := sign(goal.X-ship.X), sign(goal.Y-ship.Y)
	switch {
	case d.Turn == Idle && blockedX && !blockedY && y != 0:
		d.Turn, d.Veer = CourseOf(0, y), veerTime
	case d.Turn == Idle && blockedY && !blockedX && x != 0:
		d.Turn, d.Veer = CourseOf(x, 0), veerTime
	default:
		d.Turn = Course(1 + w.Rand.Below(Courses-1))
		d.Veer = veerTime + uint8(w.Rand.Below(3*veerTime))
	}
}

// moveBoss moves a core and its parts as far as they all have room. A part without room in
// its place is lost.
func (w *World) moveBoss(s *Setup, slot int) {
	ship := &w.Ships[slot]
	if !w.bossFits(s, slot, ship.VX, 0) {
		ship.VX = 0
	}
	if !w.bossFits(s, slot, ship.VX, ship.VY) {
		ship.VY = 0
	}
	if ship.VX|ship.VY != 0 && s.Arena.HullFits(ship.X+ship.VX, ship.Y+ship.VY) {
		ship.X, ship.Y = ship.X+ship.VX, ship.Y+ship.VY
	}
	for slot, d := range w.parts(slot) {
		part := &w.Ships[slot]
		at := Point{ship.X, ship.Y}.plus(Part{X: d.X, Y: d.Y})
		if part.State != Flying || !s.Arena.HullFits(at.X, at.Y) {
			w.wreck(slot)
			continue
		}
		part.X, part.Y, part.VX, part.VY = at.X, at.Y, ship.VX, ship.VY
	}
}

// bossFits reports whether a core and all its parts have room after a move.
func (w *World) bossFits(s *Setup, slot int, vx, vy int32) bool {
	at := Point{w.Ships[slot].X + vx, w.Ships[slot].Y + vy}
	if !s.Arena.HullFits(at.X, at.Y) {
		return false
	}
	for _, d := range w.parts(slot) {
		if p := at.plus(Part{X: d.X, Y: d.Y}); !s.Arena.HullFits(p.X, p.Y) {
			return false
		}
	}
	return true
}

// aimDrone makes the drone fire if a pilot is on or beside one of the eight courses. It
// checks once in droneLook ticks.
func (w *World) aimDrone(s *Setup, slot int) {
	ship := &w.Ships[slot]
	k := s.Kind(ship.Class)
	if (uint32(w.Tick)+uint32(slot))%droneLook != 0 || ship.State != Flying || k == nil {
		return
	}
	ship.Input &^= Fire
	prey := w.nearestPilot(ship)
	if !k.Armed || prey == nil {
		return
	}
	weapon := &s.Weapons[ship.Weapon]
	dx, dy := prey.X-ship.X, prey.Y-ship.Y
	far := max(dx, -dx, dy, -dy)
	if weapon.Speed == 0 && far < droneMineRange {
		ship.Input |= Fire
	}
	if far < min(weapon.Speed*int32(weapon.Life), droneSight) && offCourse(dx, dy) < droneSlack {
		ship.Input |= Fire
		ship.Facing = courseAlong(dx, dy, ship.Facing)
	}
}

// courseAlong returns the course nearest to (x, y); none for (0, 0).
func courseAlong(x, y int32, none Course) Course {
	long, high := max(x, -x), max(y, -y)
	switch {
	case x|y == 0:
		return none
	case long > 2*high:
		y = 0
	case high > 2*long:
		x = 0
	}
	return CourseOf(x, y)
}

// lengthOf returns the length of (x, y), within a tenth: the octagon closest to a circle.
func lengthOf(x, y int32) int32 {
	long, short := max(x, -x), max(y, -y)
	if long < short {
		long, short = short, long
	}
	return long + short*3/8
}
