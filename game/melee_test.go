package game

import (
	"slices"
	"testing"
)

// melee is a match of 64 pilots with random input. They come and go,
// and change ship, weapon and team.
type melee struct {
	World
	setup  Setup
	events Events
	orders []Order
	rand   uint64
}

// newMelee returns a match without ships.
func newMelee(arena *Arena, mode Mode) *melee {
	m := &melee{rand: 88172645463325252}
	m.setup = Setup{Arena: arena, Classes: testClasses, Weapons: testWeapons, Mode: mode, FriendlyFire: true}
	m.World = NewWorld(&m.setup, 1)
	m.orders = make([]Order, 0, 2*MaxShips)
	m.events.List = make([]Event, 0, 4096)
	return m
}

// tick moves the match on, with the orders of that tick in m.orders and the events
// happened in m.events.
func (m *melee) tick() {
	m.orders, m.events.List = m.orders[:0], m.events.List[:0]
	for slot := range uint8(MaxShips) {
		m.press(slot)
	}
	m.Step(&m.setup, m.orders, &m.events)
}

// press decides for a pilot: about two changes of keys in a second.
func (m *melee) press(slot uint8) {
	o := Order{Slot: slot, Class: uint8(m.chance(3)), Weapon: uint8(m.chance(4))}
	if teams := m.setup.Teams(); teams > 0 {
		o.Team = uint8(1 + m.chance(uint32(teams)))
	}
	switch n := m.chance(5000); {
	case m.Ships[slot].State == Empty:
		if n >= 200 {
			return
		}
		o.Kind = OrderJoin
	case n == 0:
		o.Kind = OrderLeave
	case n < 10:
		o.Kind = OrderChoose
	case n < 170:
		o.Kind = OrderInput
		o.Input = Steer(Course(m.chance(Courses)))
		if m.chance(8) < 7 {
			o.Input |= Fire
		}
		if m.chance(8) == 0 {
			o.Input |= Special
		}
	default:
		return
	}
	m.orders = append(m.orders, o)
}

// chance returns a number from 0 to n-1 (xorshift64, Marsaglia 2003). It is
// none of the World's.
func (m *melee) chance(n uint32) uint32 {
	m.rand ^= m.rand << 13
	m.rand ^= m.rand >> 7
	m.rand ^= m.rand << 17
	return uint32(m.rand>>32) % n
}

// field returns an arena of that size with so many per mille of rock.
func field(width, height int, rock, seed uint32) *Arena {
	m := melee{rand: uint64(seed)}
	p := arenaParser{arena: Arena{Width: width, Height: height, Tiles: slices.Repeat([]Tile{Space}, width*height)}}
	for i := range p.arena.Tiles {
		if m.chance(1000) < rock {
			p.arena.Tiles[i] = Rock
		}
	}
	for _, tile := range []Tile("@@@@@@111222oooooooooooo++++++++") {
		p.furnish(2+int(m.chance(uint32(width-4))), 2+int(m.chance(uint32(height-4))), tile)
	}
	return &p.arena
}

// furnish puts the tile there and clears the tiles around it.
func (p *arenaParser) furnish(x, y int, tile Tile) {
	for row := y - 1; row <= y+1; row++ {
		for column := x - 1; column <= x+1; column++ {
			p.arena.Tiles[row*p.arena.Width+column] = Space
		}
	}
	if err := p.place(x, y, tile); err != nil {
		panic(err)
	}
}

// run moves the match on by some ticks and calls look after each.
func (m *melee) run(ticks int, look func()) {
	for range ticks {
		m.tick()
		look()
	}
}

func TestUnusedPartsOfTheWorldStayZero(t *testing.T) {
	for _, mode := range []Mode{Deathmatch, Teams} {
		m := newMelee(field(100, 75, 20, 3), mode)
		m.run(3000, func() {
			checkCanonical(t, &m.setup, &m.World)
			checkHulls(t, &m.setup, &m.World)
		})
	}
}

func TestStepAllocatesNothing(t *testing.T) {
	m := newMelee(field(100, 75, 20, 3), Teams)
	m.run(600, func() {})
	if allocs := testing.AllocsPerRun(300, m.tick); allocs != 0 {
		t.Errorf("%v allocations a tick, expected none", allocs)
	}
}
