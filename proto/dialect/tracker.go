package dialect

import (
	"cmp"
	"math/bits"
	"slices"

	"dogfight/game"
)

const (
	maxShips   = game.MaxShips
	maxShots   = game.MaxShots
	maxItems   = game.MaxItems
	maxBarrels = game.MaxBarrels
)

// Tracker lists the things in space, and numbers them: a thing keeps its number as long as it exists. A World knows its shots
// and items only by their array index, which the next one takes at once. The zero value is ready.
type Tracker struct {
	Things []Thing // by the last Update: ships by slot, shots, barrels, items, the orb of a mode
	Gone   []Gone  // the things that vanished since the Update before
	Walls  []Wall  // of trails, by slot and from the tail on

	last    uint32 // the highest number in use
	setup   *game.Setup
	tick    game.Tick
	ships   uint64
	shots   [maxShips][maxShots]seenShot
	barrels [maxBarrels]uint32 // numbers; 0 is none
	items   [maxItems]seenItem
	orb     uint32 // number of the one that teams fight for; 0 is none
	trails  [game.MaxRacers]seenTrail
	round   uint8 // of the trails
}

// Gone is a thing that vanished.
type Gone struct {
	ID   uint32
	Kind Kind
}

// seenShot is a shot in the last Update; with id 0, none.
type seenShot struct {
	id   uint32
	left uint16
}

type seenItem struct {
	id   uint32
	kind game.ItemKind
	x, y int32
}

// Update follows a Scene that has a World. After the first calls it allocates nothing.
func (c *Tracker) Update(s *Scene) {
	c.Things, c.Gone = c.Things[:0], c.Gone[:0]
	if s.Setup != c.setup {
		c.forget()
		c.setup = s.Setup
	}
	w := s.World
	c.updateShips(s)
	c.updateShots(w, uint16(min(w.Tick-c.tick, 1<<16-1)))
	c.updateBarrels(w)
	c.updateItems(w)
	c.updateOrb(s)
	c.updateWalls(s)
	c.tick = w.Tick
}

// Sort puts the player's ship first, and then the things by their distance to it, or to the middle of the arena without one.
func (c *Tracker) Sort(s *Scene) {
	at, me := s.eye(), uint32(0)
	if ship := s.Ship(); ship != nil && ship.State != game.Empty {
		me = uint32(s.Me + 1)
	}
	way := func(t *Thing) int64 {
		if t.ID == me {
			return -1
		}
		dx, dy := int64(t.X-at.X), int64(t.Y-at.Y)
		return dx*dx + dy*dy
	}
	slices.SortFunc(c.Things, func(a, b Thing) int {
		return cmp.Or(cmp.Compare(way(&a), way(&b)), cmp.Compare(a.ID, b.ID))
	})
}

// forget removes everything: another match has begun.
func (c *Tracker) forget() {
	for ships := c.ships; ships != 0; ships &= ships - 1 {
		c.lose(shipID(bits.TrailingZeros64(ships)), Ship)
	}
	for i := range c.shots {
		for k := range c.shots[i] {
			c.lose(c.shots[i][k].id, Shot)
		}
	}
	for _, id := range c.barrels {
		c.lose(id, Barrel)
	}
	for i := range c.items {
		c.lose(c.items[i].id, kindOf(c.items[i].kind))
	}
	c.lose(c.orb, Orb)
	*c = Tracker{Things: c.Things, Gone: c.Gone, Walls: c.Walls, last: c.last}
}

func (c *Tracker) lose(id uint32, kind Kind) {
	if id != 0 {
		c.Gone = append(c.Gone, Gone{id, kind})
	}
}

// number returns the next free number. The first ones are those of ships.
func (c *Tracker) number() uint32 {
	c.last = max(c.last, maxShips) + 1
	return c.last
}

func shipID(slot int) uint32 { return uint32(slot + 1) }

func (c *Tracker) updateShips(s *Scene) {
	for i := range s.World.Ships {
		ship, bit := &s.World.Ships[i], uint64(1)<<i
		was := c.ships&bit != 0
		if !s.Shows(i) {
			if was {
				c.lose(shipID(i), Ship)
			}
			c.ships &^= bit
			continue
		}
		c.ships |= bit
		c.Things = append(c.Things, Thing{
			ID: shipID(i), Kind: Ship, New: !was, Team: ship.Team, Slot: uint8(i),
			X: ship.X, Y: ship.Y, VX: ship.VX, VY: ship.VY,
		})
	}
}

// updateShots recognises a new shot at the same index by its time left.
func (c *Tracker) updateShots(w *game.World, passed uint16) {
	for i := range w.Ships {
		for k := range maxShots {
			seen, shot := &c.shots[i][k], &w.Shots[i][k]
			live := w.Ships[i].Live&(1<<k) != 0
			same := live && seen.id != 0 && seen.left-passed == shot.Left
			if !same {
				c.lose(seen.id, Shot)
				*seen = seenShot{}
			}
			if !live {
				continue
			}
			if !same {
				seen.id = c.number()
			}
			seen.left = shot.Left
			c.Things = append(c.Things, Thing{
				ID: seen.id, Kind: Shot, New: !same, Team: w.Ships[i].Team, Slot: uint8(i), Index: uint8(k),
				X: shot.X, Y: shot.Y, VX: shot.VX, VY: shot.VY,
			})
		}
	}
}

func (c *Tracker) updateBarrels(w *game.World) {
	for i := range w.Barrels {
		id, b := &c.barrels[i], &w.Barrels[i]
		if b.HP == 0 {
			c.lose(*id, Barrel)
			*id = 0
			continue
		}
		was := *id != 0
		if !was {
			*id = c.number()
		}
		c.Things = append(c.Things, Thing{ID: *id, Kind: Barrel, New: !was, Index: uint8(i), X: b.X, Y: b.Y, VX: b.VX, VY: b.VY})
	}
}

func (c *Tracker) updateItems(w *game.World) {
	for i := range w.Items {
		seen, item := &c.items[i], &w.Items[i]
		same := seen.id != 0 && seen.kind == item.Kind && seen.x == item.X && seen.y == item.Y
		if !same {
			c.lose(seen.id, kindOf(seen.kind))
			*seen = seenItem{}
		}
		if item.Kind == game.NoItem {
			continue
		}
		if !same {
			*seen = seenItem{c.number(), item.Kind, item.X, item.Y}
		}
		c.Things = append(c.Things, Thing{ID: seen.id, Kind: kindOf(item.Kind), New: !same, Index: uint8(i), Item: item.Kind, X: item.X, Y: item.Y})
	}
}

// updateOrb lists the orb that teams fight for, at the place of its carrier.
func (c *Tracker) updateOrb(s *Scene) {
	if s.Setup.Mode.State() != game.OrbState {
		return
	}
	was, orb := c.orb != 0, &s.World.Orb
	if !was {
		c.orb = c.number()
	}
	c.Things = append(c.Things, Thing{ID: c.orb, Kind: Orb, New: !was, Item: game.OrbItem, X: orb.X, Y: orb.Y})
}

func kindOf(kind game.ItemKind) Kind {
	if kind == game.OrbItem {
		return Orb
	}
	return PowerUp
}

// Wall is a straight part of a ship's trail.
type Wall struct {
	ID       uint32     // never reused, also not for a Thing
	Slot     uint8      // of the ship
	From, To game.Point // its end at the tail, and the one nearer to the ship
}

// seenTrail is a trail in the last Update, with the numbers of the walls that begin at its corners.
type seenTrail struct {
	trail game.Trail
	ids   [game.MaxCorners]uint32
}

// updateWalls lists the walls of trails. The last of a trail grows with its ship, the first fades, and both keep their numbers.
func (c *Tracker) updateWalls(s *Scene) {
	c.Walls = c.Walls[:0]
	if s.Setup.Mode.State() != game.TrailState {
		return
	}
	if s.World.Rounds.Number != c.round {
		c.trails, c.round = [game.MaxRacers]seenTrail{}, s.World.Rounds.Number
	}
	for i := range s.World.Trails {
		t, ship := &s.World.Trails[i], &s.World.Ships[i]
		seen := &c.trails[i]
		seen.follow(t)
		for k := range t.Walls() {
			from, to, wall := t.Wall(k, game.Point{X: ship.X, Y: ship.Y})
			if !wall {
				continue
			}
			if seen.ids[k] == 0 {
				seen.ids[k] = c.number()
			}
			c.Walls = append(c.Walls, Wall{ID: seen.ids[k], Slot: uint8(i), From: from, To: to})
		}
	}
}

// follow drops the numbers of the corners that vanished: those before the first corner from which on the trail is the same.
func (s *seenTrail) follow(t *game.Trail) {
	was, ids := &s.trail, s.ids
	gone := 0
	for gone < int(was.Count) && !sameFrom(was, gone, t) {
		gone++
	}
	s.ids = [game.MaxCorners]uint32{}
	copy(s.ids[:min(int(was.Count)-gone, int(t.Count))], ids[gone:])
	s.trail = *t
}

// sameFrom reports whether a trail is the other one after it lost that many corners, and then perhaps moved its tail and got new
// ones.
func sameFrom(was *game.Trail, gone int, is *game.Trail) bool {
	left := int(was.Count) - gone
	return left <= int(is.Count) && slices.Equal(was.Corners[gone+1:was.Count], is.Corners[1:left])
}

// SortWalls sorts the walls by their distance to the player's ship, or to the middle of the arena without one.
func (c *Tracker) SortWalls(s *Scene) {
	at := s.eye()
	way := func(wall *Wall) int64 {
		dx := int64(min(max(at.X, min(wall.From.X, wall.To.X)), max(wall.From.X, wall.To.X)) - at.X)
		dy := int64(min(max(at.Y, min(wall.From.Y, wall.To.Y)), max(wall.From.Y, wall.To.Y)) - at.Y)
		return dx*dx + dy*dy
	}
	slices.SortFunc(c.Walls, func(a, b Wall) int {
		return cmp.Or(cmp.Compare(way(&a), way(&b)), cmp.Compare(a.ID, b.ID))
	})
}
