package game

import "slices"

// Zone is a circle that hurts ships outside, and the circle inside it to which it closes next.
type Zone struct {
	X, Y, Radius             int32
	NextX, NextY, NextRadius int32
	Step                     uint8  // times it has closed in this round
	Wait, Closes             uint16 // ticks until it begins to close; then, until it has closed
}

func (z *Zone) hash(h *hash) {
	h.pair(z.X, z.Y)
	h.pair(z.Radius, z.NextRadius)
	h.pair(z.NextX, z.NextY)
	h.add(uint64(z.Step)<<32 | uint64(z.Wait)<<16 | uint64(z.Closes))
}

// Holds reports whether a place is in the zone.
func (z *Zone) Holds(at Point) bool { return distance2(at, Point{z.X, z.Y}) <= square(z.Radius) }

// NextHolds reports whether it will still be when the zone has closed.
func (z *Zone) NextHolds(at Point) bool {
	next := z.next()
	return next.Holds(at)
}

// next returns the zone as it will be when it has closed.
func (z *Zone) next() Zone { return Zone{X: z.NextX, Y: z.NextY, Radius: z.NextRadius} }

// Closed reports whether the zone has closed for the last time, to nothing.
func (z *Zone) Closed() bool { return int(z.Step) == ZoneSteps-1 }

// ZoneSteps is the number of Steps of a zone, from 0.
const ZoneSteps = len(zoneSteps)

// zoneStep is how long a zone stays and then closes, its size afterwards in per cent of the
// usual one in the arena, and the ticks that one HP lasts outside.
type zoneStep struct {
	holds, closes uint16
	size          int32
	pace          Tick
}

// zoneSteps end a round within 103 seconds: after 85 nothing is left of the zone. Then a ship
// has at most 18 HP and two more lives of 15, loses one HP in 15 ticks, and waits twice for two
// seconds.
var zoneSteps = [...]zoneStep{
	{holds: 18 * TickRate, closes: 8 * TickRate, size: 70, pace: 120},
	{holds: 12 * TickRate, closes: 7 * TickRate, size: 50, pace: 90},
	{holds: 9 * TickRate, closes: 6 * TickRate, size: 34, pace: 60},
	{holds: 7 * TickRate, closes: 6 * TickRate, size: 22, pace: 45},
	{holds: 4 * TickRate, closes: 8 * TickRate, size: 0, pace: 24},
	{pace: 15},
}

// openZone begins a round with a zone that covers the arena.
func openZone(w *World, s *Setup) {
	width, height := s.Arena.Size()
	long, short := max(width, height)/2, min(width, height)/2
	w.Zone = Zone{X: width / 2, Y: height / 2, Radius: long + short*27/64} // hypot(a, b) <= a + 0.415 b
	w.Zone.Wait = zoneSteps[0].holds
	w.drawNextZone(s)
}

// drawNextZone draws the next zone: anywhere in this one.
func (w *World) drawNextZone(s *Setup) {
	z := &w.Zone
	z.NextRadius = min(w.usualZone(s)*zoneSteps[z.Step].size/100, z.Radius)
	z.NextX, z.NextY = z.X, z.Y
	room := z.Radius - z.NextRadius
	for range zoneDraws {
		at := Point{z.X + w.either(room), z.Y + w.either(room)}
		if distance2(at, Point{z.X, z.Y}) <= square(room) && s.Arena.fits(at, z.NextRadius) {
			z.NextX, z.NextY = at.X, at.Y
			return
		}
	}
}

// either draws a number from -n to n.
func (w *World) either(n int32) int32 { return int32(w.Rand.Below(uint32(2*n+1))) - n }

// fits reports whether a circle, or as much of it as can be, is inside the arena, with its
// middle not in rock.
func (a *Arena) fits(at Point, radius int32) bool {
	width, height := a.Size()
	x, y := min(radius, width/4), min(radius, height/4)
	return at.X >= x && at.X < width-x && at.Y >= y && at.Y < height-y && !a.Solid(at.X, at.Y)
}

// usualZone returns the size that zones are shares of: half a side of the part of the arena for
// so many ships.
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

// tendZone runs the zone for a tick, and hurts ships outside.
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

// advanceZone closes the zone step by step.
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

// shrink moves the zone towards the next one, by an equal share in each tick left.
func (z *Zone) shrink() {
	left := int32(z.Closes)
	z.X += (z.NextX - z.X) / left
	z.Y += (z.NextY - z.Y) / left
	z.Radius += (z.NextRadius - z.Radius) / left
}

// closeZone removes the zone at the end of the round.
func closeZone(w *World, s *Setup) { w.Zone = Zone{} }

// enterZone returns the safest spawn in the zone, or in the next one shortly before it closes.
// If there is none, it takes one near the zone.
func enterZone(w *World, s *Setup, slot int) (Point, Course) {
	ship, z := &w.Ships[slot], w.Zone
	if z.Wait < zoneSoon {
		z = z.next()
	}
	spawns := s.spawns(ship.Team)
	if !slices.ContainsFunc(spawns, z.Holds) {
		spawns = s.Arena.Spawns
		z.Radius = max(z.Radius, z.reach(spawns))
	}
	at := w.safestOf(s, ship, spawns, z.Holds)
	return at, s.Arena.inward(at)
}

// reach returns the radius at which the zone would hold the place nearest to its middle.
func (z *Zone) reach(places []Point) int32 {
	wide := *z
	for wide.Radius < MaxTiles*TileSize*One*2 && !slices.ContainsFunc(places, wide.Holds) {
		wide.Radius += zoneReach
	}
	return wide.Radius
}

// distance2 returns the distance of two places, squared.
func distance2(a, b Point) int64 { return square(a.X-b.X) + square(a.Y-b.Y) }

func square(v int32) int64 { return int64(v) * int64(v) }

// Pace returns the ticks that one HP lasts outside.
func (z *Zone) Pace() Tick { return zoneSteps[z.Step].pace }

// Nearest returns a place a little inside the zone, near to one outside.
func (z *Zone) Nearest(to Point) Point {
	dx, dy := int64(to.X-z.X), int64(to.Y-z.Y)
	long, short := max(dx, -dx, dy, -dy), min(max(dx, -dx), max(dy, -dy))
	length := max(long+short*27/64, 1)
	return Point{z.X + int32(dx*int64(z.Radius)/length), z.Y + int32(dy*int64(z.Radius)/length)}
}

// NextNearest is Nearest for the next zone.
func (z *Zone) NextNearest(to Point) Point {
	next := z.next()
	return next.Nearest(to)
}

// pull draws a ship towards near wells: by Arena.Pull at the edge of a well's reach, and more
// the nearer it is, up to maxPull and half of the ship's thrust, so that it can always leave.
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

// distance returns the length of (dx, dy), rounded down.
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
