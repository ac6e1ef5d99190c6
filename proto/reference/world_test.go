package reference

import (
	"math"
	mathbits "math/bits"

	"dogfight/game"
)

// canvas is a World while it is read.
type canvas struct {
	*bits
	*game.Setup
	world game.World
}

// world reads a World, as a Keyframe holds it, for the Setup.
func world(b []byte, s *game.Setup) game.World {
	c := canvas{bits: newBits(b), Setup: s}
	w := &c.world
	w.Tick = game.Tick(c.u(32))
	w.Status = game.Status(c.u(2))
	demand(w.Status <= game.Closed, "expected a status 0 to 2, got %d", w.Status)
	w.Started = game.Tick(c.u(32))
	demand(w.Tick < 0xff000000, "expected a tick below ff000000, got %d", w.Tick)
	demand(w.Started <= w.Tick, "expected a start up to tick %d, got %d", w.Tick, w.Started)
	w.Rand = game.Chance(c.u(64))
	demand(w.Rand != 0, "expected chance, got 0")
	for team := 1; team <= max(2, s.Teams()); team++ {
		w.TeamScores[team] = int32(c.either(6, math.MinInt32, math.MaxInt32))
	}
	for slot := range w.Ships {
		c.ship(slot)
	}
	for i, middle := range s.Arena.Barrels {
		c.barrel(&w.Barrels[i], middle)
	}
	for i := range w.Items {
		if i < len(s.Arena.Pads) {
			c.padItem(&w.Items[i], s.Arena.Pads[i])
		} else {
			c.drop(&w.Items[i])
		}
	}
	c.mode()
	c.end()
	return *w
}

// width returns the number of bits for numbers up to most.
func width(most int) int { return mathbits.Len(uint(most)) }

// below reads a number below n in the fewest bits.
func (c *canvas) below(n int) int {
	v := int(c.u(width(n - 1)))
	demand(v < n, "expected a number below %d, got %d", n, v)
	return v
}

// room returns how many different x and y there are.
func (c *canvas) room() (x, y int) {
	w, h := c.Arena.Size()
	return int(w), int(h)
}

func (c *canvas) x() int32 {
	w, _ := c.room()
	return int32(c.below(w))
}

func (c *canvas) y() int32 {
	_, h := c.room()
	return int32(c.below(h))
}

// team reads a team, which needs no bits where there are none.
func (c *canvas) team() uint8 {
	team := uint8(c.u(width(c.Teams())))
	demand(int(team) <= c.Teams() && (team == 0) == (c.Teams() == 0), "expected a team of the mode, got %d", team)
	return team
}

// likeBelow reads a number below n that is often the usual one.
func (c *canvas) likeBelow(n int, usual uint8) uint8 {
	v := c.like(width(n-1), int(usual))
	demand(v < n, "expected a number below %d, got %d", n, v)
	return uint8(v)
}

func (c *canvas) barrel(barrel *game.Barrel, middle game.Point) {
	barrel.HP, barrel.Timer = uint8(c.upTo(2, math.MaxUint8)), uint16(c.rare(10, math.MaxUint16))
	if c.flag() {
		return
	}
	width, height := c.room()
	barrel.VX, barrel.X = c.drift(int(middle.X), width)
	barrel.VY, barrel.Y = c.drift(int(middle.Y), height)
	somewhere := barrel.X != 0 || barrel.Y != 0 || barrel.VX != 0 || barrel.VY != 0
	demand(somewhere, "expected a barrel that is somewhere, got zeros")
}

// drift reads a barrel's velocity and place along an axis, of which there are
// room places and where the middle of its tile is at middle.
func (c *canvas) drift(middle, room int) (v, place int32) {
	velocity := c.either(5, -1023, 1023)
	if !c.flag() {
		at := c.below(room)
		demand(!steps(at-middle, velocity), "expected no whole steps of %d from %d, got %d", velocity, middle, at)
		return int32(velocity), int32(at)
	}
	if velocity == 0 {
		return 0, int32(middle)
	}
	step := max(velocity, -velocity)
	// The maximum is that of the edge, which is outside.
	at := int(c.u(width(room/step)))*step + middle%step
	demand(at < room, "expected a place below %d, got %d", room, at)
	return int32(velocity), int32(at)
}

// steps reports whether the way is whole steps of the velocity.
func steps(way, velocity int) bool {
	if velocity == 0 {
		return way == 0
	}
	return way%velocity == 0
}

func (c *canvas) padItem(item *game.Item, middle game.Point) {
	item.Kind = game.ItemKind(c.u(4))
	demand(item.Kind < game.ItemKinds, "expected an item 0 to 9, got %d", item.Kind)
	item.Timer = uint16(c.rare(9, math.MaxUint16))
	if c.flag() {
		item.X, item.Y = middle.X, middle.Y
		return
	}
	item.X, item.Y = c.x(), c.y()
	demand(item.X != middle.X || item.Y != middle.Y, "expected a place off the pad's middle, got that")
}

func (c *canvas) drop(item *game.Item) {
	item.Kind = game.ItemKind(c.rare(2, game.ItemKinds-1))
	if item.Kind == game.NoItem {
		return
	}
	item.X, item.Y = c.x(), c.y()
	item.Timer = uint16(c.upTo(10, math.MaxUint16))
}

// mode reads the state of the mode.
func (c *canvas) mode() {
	w := &c.world
	if c.Mode.Rounds() {
		c.rounds(&w.Rounds)
	}
	switch c.Mode.State() {
	case game.ZoneState:
		c.zone(&w.Zone)
	case game.OrbState:
		c.orb(&w.Orb)
	case game.RaceState:
		c.heat(&w.Heat)
		for i := range w.Racers {
			c.racer(&w.Racers[i])
		}
	case game.TrailState:
		for i := range w.Trails {
			if ship := &w.Ships[i]; ship.State != game.Empty {
				c.trail(&w.Trails[i], ship)
			}
		}
	case game.AssaultState:
		c.assault(&w.Assault)
		for i := range w.Drones {
			c.drone(&w.Drones[i])
		}
	}
}

func (c *canvas) rounds(r *game.Rounds) {
	r.Number, r.Began = uint8(c.upTo(2, math.MaxUint8)), game.Tick(c.rare(31, math.MaxUint32))
	demand(r.Began <= c.world.Tick, "expected a round that began up to tick %d, got %d", c.world.Tick, r.Began)
	r.Pause = uint16(c.rare(7, math.MaxUint16))
}

func (c *canvas) zone(z *game.Zone) {
	if !c.flag() {
		return
	}
	z.X, z.Y = c.x(), c.y()
	z.Radius = int32(c.u(20))
	z.NextX, z.NextY = c.x(), c.y()
	z.NextRadius = int32(c.u(20))
	demand(z.NextRadius <= z.Radius, "expected a zone that shrinks, got %d to %d", z.Radius, z.NextRadius)
	z.Step = uint8(c.upTo(1, int64(game.ZoneSteps-1)))
	z.Wait, z.Closes = uint16(c.rare(8, math.MaxUint16)), uint16(c.rare(8, math.MaxUint16))
	demand(*z != game.Zone{}, "expected a zone, got none")
}

func (c *canvas) orb(o *game.Orb) {
	o.X, o.Y = c.x(), c.y()
	o.Carrier = uint8(c.u(7))
	demand(o.Carrier <= game.MaxShips, "expected a carrier up to 64, got %d", o.Carrier)
	o.Timer = uint16(c.rare(9, math.MaxUint16))
}

func (c *canvas) heat(h *game.Heat) {
	if !c.flag() {
		return
	}
	h.Called, h.Go = game.Tick(c.u(32)), game.Tick(c.u(32))
	h.Won, h.Placed = game.Tick(c.rare(31, math.MaxUint32)), uint8(c.upTo(1, math.MaxUint8))
	demand(h.Called <= c.world.Tick && h.Won <= c.world.Tick, "expected times up to tick %d, got %d and %d", c.world.Tick, h.Called, h.Won)
	demand(*h != game.Heat{}, "expected a race, got none")
}

func (c *canvas) racer(r *game.Racer) {
	if !c.flag() {
		return
	}
	r.Late = uint8(c.rare(0, 1))
	r.Lap, r.Gate = uint8(c.upTo(1, math.MaxUint8)), uint8(c.upTo(2, int64(max(len(c.Arena.Gates), 1)-1)))
	r.Place, r.Began = uint8(c.rare(2, math.MaxUint8)), game.Tick(c.rare(31, math.MaxUint32))
	r.Best, r.Done = game.Tick(c.rare(11, math.MaxUint32)), game.Tick(c.rare(31, math.MaxUint32))
	demand(r.Began <= c.world.Tick && r.Done <= c.world.Tick, "expected times up to tick %d, got %d and %d", c.world.Tick, r.Began, r.Done)
	demand(*r != game.Racer{}, "expected a racer, got none")
}

func (c *canvas) trail(t *game.Trail, ship *game.Ship) {
	t.Count, t.Jump = uint8(c.upTo(1, game.MaxCorners)), uint8(c.rare(5, math.MaxUint8))
	t.Held = c.course(ship.Input.Course())
	straight := ship.Facing <= game.Right
	demand(straight || ship.State != game.Flying, "expected a ship that flies along an axis, got course %d", ship.Facing)
	if t.Count == 0 {
		return
	}
	if c.flag() {
		t.Gaps = uint32(c.u(int(t.Count)))
		demand(t.Gaps != 0, "expected gaps, got none")
	}
	width, height := c.room()
	x, y := c.below(width/game.One), c.below(height/game.One)
	t.Corners[0] = game.Corner{X: int16(x), Y: int16(y)}
	for i := range t.Corners[1:t.Count] {
		ways := [4][2]int{{0, -1}, {0, 1}, {-1, 0}, {1, 0}}
		course := ways[c.u(2)]
		far := 1 + int(c.upTo(5, math.MaxUint16))
		x, y = x+course[0]*far, y+course[1]*far
		demand(x >= 0 && y >= 0 && x < width/game.One && y < height/game.One, "expected a corner in the arena, got one at %d, %d", x, y)
		t.Corners[i+1] = game.Corner{X: int16(x), Y: int16(y)}
	}
	aligned := int32(x*game.One) == ship.X || int32(y*game.One) == ship.Y
	demand(aligned, "expected a ship along an axis of its last corner at %d, %d, got one at %d, %d", x, y, ship.X, ship.Y)
}

func (c *canvas) assault(a *game.Assault) {
	a.Wave, a.Lives = uint8(c.upTo(3, math.MaxUint8)), uint8(c.upTo(2, math.MaxUint8))
	a.Pilots = uint8(c.upTo(2, math.MaxUint8))
	a.Timer, a.Began = uint16(c.rare(8, math.MaxUint16)), game.Tick(c.u(32))
	demand(a.Began <= c.world.Tick, "expected a wave that began up to tick %d, got %d", c.world.Tick, a.Began)
	for i := range a.Sent {
		a.Sent[i] = uint8(c.rare(2, math.MaxUint8))
	}
}

func (c *canvas) drone(d *game.Drone) {
	if d.Wave = uint8(c.rare(3, math.MaxUint8)); d.Wave == 0 {
		return
	}
	d.Group, d.Step = uint8(c.upTo(2, math.MaxUint8)), uint8(c.upTo(2, math.MaxUint8))
	d.Timer, d.Veer = uint16(c.rare(6, math.MaxUint16)), uint8(c.rare(4, math.MaxUint8))
	if d.Veer != 0 {
		d.Turn = game.Course(c.u(4))
		demand(d.Turn < game.Courses, "expected a course, got %d", d.Turn)
	}
	d.Link = uint8(c.rare(4, game.MaxShips))
	if d.Link != 0 {
		d.X, d.Y = int8(c.s(8)), int8(c.s(8))
	}
}
