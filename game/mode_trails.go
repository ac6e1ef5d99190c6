package game

import "errors"

// trails: every ship leaves a wall that kills, its own pilot too. All fly all the time and at
// the same speed; the last in space wins the round.
var trails = withRounds(rules{
	name:     "trails",
	summary:  "every ship leaves a wall that kills",
	pilots:   MaxRacers,
	score:    5,
	passing:  true,
	state:    TrailState,
	lives:    1,
	plays:    trailsPlays,
	tick:     tickTrails,
	entry:    trailEntry,
	fly:      func(*World, *Setup, int, *Events) {}, // tickTrails moves all ships at once: ties must be possible
	topSpeed: func(w *World, _ *Setup, _ int, _ int32) int32 { return w.TrailSpeed() },
	fires:    func(*World, *Setup, int) bool { return false },
	book:     bookTrail,
	kill:     trailKill,
	leave:    leaveTrail,
	start:    func(w *World, _ *Setup) { w.Rounds.Pause = 1 }, // ships that join during the hold still enter
	play:     tendTrails,
	end:      func(w *World, _ *Setup) { w.Rounds.Pause = trailPause },
})

// trailsPlays requires arenas with nothing but rock, and a spawn for each pilot.
func trailsPlays(s *Setup) error {
	switch a := s.Arena; {
	case len(a.Pads) > 0 || len(a.Barrels) > 0:
		return errors.New("there must be no pads and no barrels in it")
	case len(a.Spawns) < MaxRacers:
		return errors.New("it has too few spawns: must be at least 16")
	}
	return nil
}

// TrailReady returns how long the ships are still held at their places.
func (w *World) TrailReady() Tick {
	if at := w.Rounds.Began; at != 0 && w.Tick < at+trailHold {
		return at + trailHold - w.Tick
	}
	return 0
}

// trailTime returns how long the ships of the round have flown, and the time that it skipped.
func (w *World) trailTime() Tick {
	if at := &w.Rounds; at.Began != 0 && w.Tick > at.Began+trailHold {
		return w.Tick - at.Began - trailHold + Tick(at.Pause)
	}
	return 0
}

// TrailSpeed returns the speed of all ships, which rises during a round.
func (w *World) TrailSpeed() int32 {
	return trailSpeed + int32(min(w.trailTime(), trailRise))*(trailMost-trailSpeed)/trailRise
}

// TrailBox returns the edges of the arena, which close in on a long round.
func (w *World) TrailBox(s *Setup) (least, most Point) {
	most.X, most.Y = s.Arena.Size()
	late := int32(min(max(w.trailTime(), trailClose)-trailClose, TickRate*60))
	inset := min(late*trailCreep, most.X/2, most.Y/2)
	return Point{inset, inset}, Point{most.X - inset, most.Y - inset}
}

// tickTrails moves all ships by a tick, then finds those that hit something: ships that crash
// in the same tick are all destroyed.
func tickTrails(w *World, s *Setup, events *Events) {
	w.burnTrails()
	if w.trailsFly() {
		w.flyTrails(s, events)
	} else {
		for i := range w.Ships[:MaxRacers] {
			w.Ships[i].VX, w.Ships[i].VY, w.Ships[i].Protect = 0, 0, 0
		}
	}
	tickRounds(w, s, events)
}

// tendTrails enters ships that join while the others are held. Once half of the ships are out the
// edges close in at once, so that those who are out do not wait for long.
func tendTrails(w *World, _ *Setup, _ *Events) {
	ready, all, in := w.TrailReady(), 0, 0
	for i := range w.Ships[:MaxRacers] {
		ship := &w.Ships[i]
		if ship.State == Empty {
			continue
		}
		if ready > 0 {
			ship.Lives = 1
		}
		all, in = all+1, in+int(ship.Lives)
	}
	if flown := w.trailTime(); 2*in <= all && flown < trailClose {
		w.Rounds.Pause += uint16(trailClose - flown)
	}
}

// trailsFly reports whether ships fly: in a round, or while a ship is alone.
func (w *World) trailsFly() bool {
	if w.Rounds.Began == 0 {
		return w.Rounds.Pause == 0
	}
	return w.TrailReady() == 0
}

// burnTrails shortens the walls of destroyed ships from their tails. The rest of a wall still
// kills, so it also still gives cover.
func (w *World) burnTrails() {
	for i := range w.Trails {
		if t, ship := &w.Trails[i], &w.Ships[i]; t.Count > 0 && ship.State != Flying {
			t.shorten(trailBurn, ship.corner())
			if t.Count == 0 {
				*t = Trail{}
			}
		}
	}
}

func (w *World) flyTrails(s *Setup, events *Events) {
	var tracks [MaxRacers]track
	for i := range tracks {
		if w.Ships[i].State == Flying {
			tracks[i] = w.flyTrail(i, events)
		}
	}
	var walls [MaxRacers]walls
	for i := range walls {
		walls[i].of(&w.Trails[i], Point{w.Ships[i].X, w.Ships[i].Y})
	}
	var crashes [MaxRacers]crash
	for i := range tracks {
		if w.Ships[i].State == Flying {
			crashes[i] = w.crash(s, i, &tracks[i], &walls)
		}
	}
	for i := range crashes {
		if c := &crashes[i]; c.happens {
			ship := &w.Ships[i]
			ship.X, ship.Y = c.at.X, c.at.Y
			w.hurt(s, i, c.by, WallWeapon, MaxDroneHP, c.at, events)
		}
	}
}

// track is the path of a ship in a tick, in two legs if it turned, took off or landed.
type track struct {
	legs [2]leg
}

// leg is the part of a track along one axis.
type leg struct {
	from, to Point
	high     bool // above the walls
}

// flyTrail moves a ship by a tick. It turns, takes off and lands at whole units.
func (w *World) flyTrail(slot int, events *Events) track {
	ship, t := &w.Ships[slot], &w.Trails[slot]
	ship.Protect, ship.Shield, ship.Hits = 0, 0, 0
	if t.Count == 0 {
		t.corner(Point{ship.X, ship.Y}, false)
	}
	high := t.Jumping()
	countDown(&t.Jump)
	if t.Jump == 0 && ship.Input.Holds(Special|Fire) {
		t.Jump = JumpTime + jumpRecharge
		events.add(Event{Kind: EventJump, Slot: uint8(slot), By: uint8(slot), X: ship.X, Y: ship.Y})
	}
	turn := ship.turn(t.Held)
	t.Held = ship.Input.Course()

	left := w.TrailSpeed()
	var way track
	at := &way.legs[0]
	at.from, at.high = Point{ship.X, ship.Y}, high
	if turn != Idle || high != t.Jumping() {
		before := min(ship.toWhole(), left)
		ship.move(before)
		left -= before
		at.to = Point{ship.X, ship.Y}
		t.corner(at.to, t.Jumping())
		if turn != Idle {
			ship.Facing = turn
		}
		at = &way.legs[1]
		at.from, at.high = Point{ship.X, ship.Y}, t.Jumping()
	}
	ship.move(left)
	at.to = Point{ship.X, ship.Y}
	if at == &way.legs[0] {
		way.legs[1] = leg{from: at.to, to: at.to}
	}
	x, y := ship.Facing.Vector()
	ship.VX, ship.VY = x*w.TrailSpeed()/One, y*w.TrailSpeed()/One
	head := ship.corner()
	t.shorten(t.length(head)-trailLength, head)
	return way
}

// turn returns the course that the ship turns to: the held course, or its part across the
// present one. A diagonal turns the ship once; before is the course held in the last tick.
func (ship *Ship) turn(before Course) Course {
	course := ship.Input.Course()
	x, y := course.Vector()
	if x != 0 && y != 0 && course == before {
		return Idle
	}
	if ahead, _ := ship.Facing.Vector(); ahead != 0 {
		return CourseOf(0, y)
	}
	return CourseOf(x, 0)
}

// toWhole returns the distance to the next whole unit ahead.
func (ship *Ship) toWhole() int32 {
	x, y := ship.Facing.Vector()
	return -(ship.X*sign(x) + ship.Y*sign(y)) & (One - 1)
}

// move moves the ship ahead.
func (ship *Ship) move(by int32) {
	x, y := ship.Facing.Vector()
	ship.X += sign(x) * by
	ship.Y += sign(y) * by
}

// corner returns the place of the ship in whole units.
func (ship *Ship) corner() Corner { return Corner{int16(ship.X / One), int16(ship.Y / One)} }

// crash is a hit that destroys a ship.
type crash struct {
	happens bool
	by      int // owner of the wall
	at      Point
	far     int32 // along the track
}

// crash returns the first hit of a ship on its track: a wall, rock or the edge.
func (w *World) crash(s *Setup, slot int, way *track, all *[MaxRacers]walls) (first crash) {
	far := int32(0)
	for k := range way.legs {
		at := &way.legs[k]
		long := stretch(at.from, at.to)
		if long == 0 {
			continue
		}
		if !at.high {
			from := at.from
			from.X += sign(at.to.X - from.X) // the start belongs to the tick before
			from.Y += sign(at.to.Y - from.Y)
			on := boxOf(from, at.to)
			for by := range all {
				skip := 0
				if by == slot {
					skip = 2 // its newest walls begin at the leg
					if k == 0 && way.legs[1].from != way.legs[1].to {
						skip = 3
					}
				}
				all[by].hit(&first, by, skip, at.from, &on, far)
			}
		}
		far += long
		if !first.happens && !w.TrailRoom(s, at.to) {
			return crash{happens: true, by: slot, at: at.from, far: far}
		}
	}
	return first
}

// stretch returns the distance of two places along an axis.
func stretch(a, b Point) int32 {
	return max(a.X-b.X, b.X-a.X) + max(a.Y-b.Y, b.Y-a.Y)
}

// TrailRoom reports whether a ship fits at a place, between rock and edges.
func (w *World) TrailRoom(s *Setup, at Point) bool {
	least, most := w.TrailBox(s)
	return at.X-HullHalf >= least.X && at.X+HullHalf < most.X &&
		at.Y-HullHalf >= least.Y && at.Y+HullHalf < most.Y && s.Arena.HullFits(at.X, at.Y)
}

// box is a rectangle. That of a wall is as thin as a line.
type box struct{ left, top, right, bottom int32 }

func boxOf(a, b Point) box {
	return box{min(a.X, b.X), min(a.Y, b.Y), max(a.X, b.X), max(a.Y, b.Y)}
}

func (b *box) meets(other *box) bool {
	return b.left <= other.right && other.left <= b.right && b.top <= other.bottom && other.top <= b.bottom
}

// nearest returns the place in the box nearest to another.
func (b *box) nearest(to Point) Point {
	return Point{min(max(to.X, b.left), b.right), min(max(to.Y, b.top), b.bottom)}
}

// walls is a trail as boxes, computed once a tick for all ships.
type walls struct {
	around box // encloses all of them
	each   [MaxCorners]box
	count  int
}

// noWall meets nothing.
var noWall = box{left: 1 << 30, top: 1 << 30, right: -1 << 30, bottom: -1 << 30}

// of sets the walls to the trail of a ship at head.
func (l *walls) of(t *Trail, head Point) {
	l.around, l.count = noWall, t.Walls()
	for k := range l.count {
		a, b, wall := t.Wall(k, head)
		if l.each[k] = boxOf(a, b); !wall {
			l.each[k] = noWall
		}
		l.around.left, l.around.top = min(l.around.left, l.each[k].left), min(l.around.top, l.each[k].top)
		l.around.right, l.around.bottom = max(l.around.right, l.each[k].right), max(l.around.bottom, l.each[k].bottom)
	}
}

// hit checks a leg, which begins far along the track, against the walls of a slot without the
// last skip ones. It updates first if it finds an earlier hit.
func (l *walls) hit(first *crash, by, skip int, from Point, on *box, far int32) {
	if !l.around.meets(on) {
		return
	}
	for k := range max(l.count-skip, 0) {
		if !l.each[k].meets(on) {
			continue
		}
		at := l.each[k].nearest(from)
		at.X, at.Y = min(max(at.X, on.left), on.right), min(max(at.Y, on.top), on.bottom)
		if all := far + stretch(from, at); !first.happens || all < first.far {
			*first = crash{happens: true, by: by, at: at, far: all}
		}
	}
}

// bookTrail counts a death, and a kill for the owner of the wall.
func bookTrail(w *World, s *Setup, victim, by int) {
	w.Ships[victim].Deaths++
	if by != victim {
		w.Ships[by].Kills++
	}
}

// trailKill leaves the wall of the victim to burn.
func trailKill(w *World, s *Setup, victim, by int, events *Events) {
	w.Trails[victim].Jump, w.Trails[victim].Held = 0, Idle
	takeLife(w, s, victim, by, events)
}

func leaveTrail(w *World, _ *Setup, slot int, _ *Events) {
	if slot < MaxRacers {
		w.Trails[slot] = Trail{}
	}
}

// trailEntry returns the free spawn farthest from all ships in space. The search begins at a
// random one, so that each round begins with another.
func trailEntry(w *World, s *Setup, slot int) (Point, Course) {
	if slot < MaxRacers { // always, with an honest host
		w.Trails[slot] = Trail{}
	}
	spawns := s.Arena.Spawns
	first, best, at := int(w.Rand.Below(uint32(len(spawns)))), int64(-1), Point{}
	for i := range spawns {
		place := spawns[(first+i)%len(spawns)]
		if far := w.nearestFoe(s, &w.Ships[slot], place); far > best {
			best, at = far, place
		}
	}
	return at, s.Arena.away(at)
}

// away returns the course away from the nearest rock or edge along the axes.
func (a *Arena) away(at Point) Course {
	best, least := Up, int32(1<<30)
	for course := Up; course <= Right; course++ {
		x, y := course.Vector()
		p, room := at, int32(0)
		for a.HullFits(p.X, p.Y) {
			p.X, p.Y, room = p.X-x*TileSize, p.Y-y*TileSize, room+1
		}
		if room < least {
			best, least = course, room
		}
	}
	return best
}
