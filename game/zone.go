package game

// Zone is the circle outside of which ships are hurt, and the one inside it that it
// closes to next.
type Zone struct {
	X, Y, Radius             int32
	NextX, NextY, NextRadius int32
	Step                     uint8  // how often it has closed in this round
	Wait, Closes             uint16 // until it begins to close; and from then on, until it has
}

func (z *Zone) hash(h *hash) {
	h.pair(z.X, z.Y)
	h.pair(z.Radius, z.NextRadius)
	h.pair(z.NextX, z.NextY)
	h.add(uint64(z.Step)<<32 | uint64(z.Wait)<<16 | uint64(z.Closes))
}

// Holds reports whether a place is in the zone.
func (z *Zone) Holds(at Point) bool { return far(at, Point{z.X, z.Y}) <= square(z.Radius) }

// NextHolds reports whether it still is when the zone has closed.
func (z *Zone) NextHolds(at Point) bool {
	return far(at, Point{z.NextX, z.NextY}) <= square(z.NextRadius)
}

// Closed reports whether the zone has closed for good: nothing is left of it.
func (z *Zone) Closed() bool { return int(z.Step) == ZoneSteps-1 }

// ZoneSteps is how many Steps a zone has, from 0.
const ZoneSteps = len(zoneSteps)

// zoneStep is how long a zone stays as it is, and how long it then closes, to so many per
// cent of what is usual in the arena; and how many ticks there are meanwhile from one HP
// that is lost outside to the next.
type zoneStep struct {
	holds, closes uint16
	size          int32
	pace          Tick
}

// zoneSteps have a round end in 103 seconds at most: when nothing is left of the zone, after
// 85, a ship has at most 18 HP and two lives more with 15 each, all of which it loses by one
// in 15 ticks, and two waits of two seconds.
var zoneSteps = [...]zoneStep{
	{holds: 18 * TickRate, closes: 8 * TickRate, size: 70, pace: 120},
	{holds: 12 * TickRate, closes: 7 * TickRate, size: 50, pace: 90},
	{holds: 9 * TickRate, closes: 6 * TickRate, size: 34, pace: 60},
	{holds: 7 * TickRate, closes: 6 * TickRate, size: 22, pace: 45},
	{holds: 4 * TickRate, closes: 8 * TickRate, size: 0, pace: 24},
	{pace: 15},
}

// openZone begins a round with a zone around all of the arena.
func openZone(w *World, s *Setup) {
	width, height := s.Arena.Size()
	long, short := max(width, height)/2, min(width, height)/2
	w.Zone = Zone{X: width / 2, Y: height / 2, Radius: long + short*27/64} // hypot(a, b) <= a + 0.415 b
	w.Zone.Wait = zoneSteps[0].holds
	w.drawNextZone(s)
}

// drawNextZone draws the circle that the zone closes to next: in the one that is, and
// anywhere in the arena.
func (w *World) drawNextZone(s *Setup) {
	z := &w.Zone
	z.NextRadius = min(w.usualZone(s)*zoneSteps[z.Step].size/100, z.Radius)
	z.NextX, z.NextY = z.X, z.Y
	room := z.Radius - z.NextRadius
	for range zoneDraws {
		at := Point{z.X + w.either(room), z.Y + w.either(room)}
		if far(at, Point{z.X, z.Y}) <= square(room) && s.Arena.fits(at, z.NextRadius) {
			z.NextX, z.NextY = at.X, at.Y
			return
		}
	}
}

// either draws a number from -n to n.
func (w *World) either(n int32) int32 { return int32(w.Rand.Below(uint32(2*n+1))) - n }

// fits reports whether a circle of that radius around a place, or as much of it as may be,
// is inside the arena, and its middle is not in rock.
func (a *Arena) fits(at Point, radius int32) bool {
	width, height := a.Size()
	x, y := min(radius, width/4), min(radius, height/4)
	return at.X >= x && at.X < width-x && at.Y >= y && at.Y < height-y && !a.Solid(at.X, at.Y)
}

// usualZone returns what the sizes of zones are shares of: half a side of the part of the
// arena that so many ships play in.
func (w *World) usualZone(s *Setup) int32 {
	pilots := int32(0)
	for i := range w.Ships {
		if w.Ships[i].State != Empty {
			pilots++
		}
	}
	more := max(pilots-partPilots, 0)
	width, height := s.Arena.Size()
	return (min(width, partWidth+more*partWider) + min(height, partHeight+more*partHigher)) / 4
}

// tendZone moves the zone on by a tick, and takes HP from ships outside.
func tendZone(w *World, s *Setup, events *Events) {
	z := &w.Zone
	if !z.Closed() {
		w.advanceZone(s, events)
	}
	if (w.Tick-w.Rounds.Began)%zoneSteps[z.Step].pace != 0 {
		return
	}
	for i := range w.Ships {
		if ship := &w.Ships[i]; ship.State == Flying && !z.Holds(Point{ship.X, ship.Y}) {
			w.wound(s, Event{Kind: EventHit, Slot: uint8(i), By: uint8(i), What: ZoneWeapon, HP: 1,
				X: ship.X, Y: ship.Y, FromX: z.X, FromY: z.Y}, 1, events)
		}
	}
}

// advanceZone closes the zone when its time has come.
func (w *World) advanceZone(s *Setup, events *Events) {
	z := &w.Zone
	if z.Closes == 0 {
		if countDown(&z.Wait); z.Wait == 0 {
			z.Closes = zoneSteps[z.Step].closes
			events.add(Event{Kind: EventZone, What: z.Step, X: z.NextX, Y: z.NextY})
		}
		return
	}
	z.shrink()
	if countDown(&z.Closes); z.Closes > 0 {
		return
	}
	z.Step++
	if z.Wait = zoneSteps[z.Step].holds; !z.Closed() {
		w.drawNextZone(s)
	}
}

// shrink brings the zone nearer to what it closes to: by an equal share for each tick left.
func (z *Zone) shrink() {
	left := int32(z.Closes)
	z.X += (z.NextX - z.X) / left
	z.Y += (z.NextY - z.Y) / left
	z.Radius += (z.NextRadius - z.Radius) / left
}

// closeZone takes the zone away when the round is over.
func closeZone(w *World, s *Setup) { w.Zone = Zone{} }

// enterZone returns where the ship in a slot enters: at the safest spawn in the zone, or in
// what it closes to if that is soon. Where there is none it is one near to that.
func enterZone(w *World, s *Setup, slot int) (Point, Course) {
	ship, z := &w.Ships[slot], w.Zone
	if z.Wait < zoneSoon {
		z = Zone{X: z.NextX, Y: z.NextY, Radius: z.NextRadius}
	}
	spawns := s.spawns(ship.Team)
	if !z.holdsAny(spawns) {
		spawns = s.Arena.Spawns
		z.Radius = max(z.Radius, z.reach(spawns))
	}
	at := w.safestOf(s, ship, spawns, z.Holds)
	return at, s.Arena.inward(at)
}

func (z *Zone) holdsAny(places []Point) bool {
	for _, at := range places {
		if z.Holds(at) {
			return true
		}
	}
	return false
}

// reach returns how large the zone would have to be to hold the place nearest to its middle.
func (z *Zone) reach(places []Point) int32 {
	nearest := z.Radius
	for nearest < MaxTiles*TileSize*One*2 {
		if (&Zone{X: z.X, Y: z.Y, Radius: nearest}).holdsAny(places) {
			break
		}
		nearest += zoneReach
	}
	return nearest
}

// far returns the square of the distance between two places.
func far(a, b Point) int64 { return square(a.X-b.X) + square(a.Y-b.Y) }

func square(v int32) int64 { return int64(v) * int64(v) }

// Pace returns the ticks from one HP that a ship loses outside to the next.
func (z *Zone) Pace() Tick { return zoneSteps[z.Step].pace }

// Nearest returns the place in the zone, and NextNearest that in what it closes to, that is
// nearest to one outside.
func (z *Zone) Nearest(to Point) Point { return nearestOf(Point{z.X, z.Y}, z.Radius, to) }

// NextNearest is Nearest for what the zone closes to.
func (z *Zone) NextNearest(to Point) Point {
	return nearestOf(Point{z.NextX, z.NextY}, z.NextRadius, to)
}

// nearestOf returns the place of a circle that is nearest to one outside, and somewhat further
// in.
func nearestOf(middle Point, radius int32, to Point) Point {
	dx, dy := int64(to.X-middle.X), int64(to.Y-middle.Y)
	long, short := max(dx, -dx, dy, -dy), min(max(dx, -dx), max(dy, -dy))
	length := max(long+short*27/64, 1)
	return Point{middle.X + int32(dx*int64(radius)/length), middle.Y + int32(dy*int64(radius)/length)}
}

// pull draws a ship that flies near wells towards them: by Arena.Pull at the edge of a
// well's reach, and more the nearer it is, up to maxPull and to half of the ship's thrust:
// none is held fast.
func (ship *Ship) pull(a *Arena, thrust int32) {
	for _, well := range a.Wells {
		dx, dy := well.X-ship.X, well.Y-ship.Y
		if !within(dx, dy, WellRadius) {
			continue
		}
		d := max(distance(dx, dy), One)
		strength := min(a.Pull*(WellRadius/One)*One/d, maxPull) * One / (TickRate * TickRate)
		strength = min(strength, thrust/2)
		ship.VX = clampSpeed(ship.VX + dx/(d/One)*strength/One)
		ship.VY = clampSpeed(ship.VY + dy/(d/One)*strength/One)
	}
}

// distance returns the length of a way, a little less for what is rounded.
func distance(dx, dy int32) int32 {
	sum := uint64(int64(dx)*int64(dx) + int64(dy)*int64(dy))
	root := uint64(0)
	for bit := uint64(1) << 30; bit != 0; bit >>= 1 {
		if next := root | bit; next*next <= sum {
			root = next
		}
	}
	return int32(root)
}
