package foreign

import (
	"math/bits"
	"time"

	"dogfight/game"
	"dogfight/proto"
	"dogfight/proto/dialect"
)

// show makes the World of the time, in which the pilot holds down held.
func (m *mirror) show(now time.Time, held game.Input) {
	m.world = game.World{Status: game.InProgress, Tick: latecomer + ticksOf(now.Sub(m.first))}
	m.roster = m.roster[:0]
	for i := range m.crafts {
		if m.crafts[i].used {
			m.showShip(i, now)
		}
	}
	m.world.Ships[ownSlot].Input = held
	items, barrels := 0, 0
	for i := range m.objects {
		d := &m.objects[i]
		at, within := m.field.place(d.place(now))
		switch {
		case d.kind == dialect.Shot && within:
			m.showShot(d, at, now)
		case d.kind == dialect.Barrel && barrels < game.MaxBarrels:
			m.world.Barrels[barrels] = game.Barrel{X: at.X, Y: at.Y, HP: game.BarrelHP}
			barrels++
		case (d.kind == dialect.PowerUp || d.kind == dialect.Orb) && items < game.MaxItems:
			m.world.Items[items] = game.Item{Kind: d.item, X: at.X, Y: at.Y, Timer: lasting}
			items++
		}
	}
}

func ticksOf(d time.Duration) game.Tick { return game.Tick(d * game.TickRate / time.Second) }

func (m *mirror) showShip(slot int, now time.Time) {
	c, ship := &m.crafts[slot], &m.world.Ships[slot]
	at, _ := m.field.place(c.smoother.place(now))
	flow := velocity(c.smoother.flow)
	*ship = game.Ship{
		State: game.Dead, Team: c.team, X: at.X, Y: at.Y, Facing: c.facing, Deaths: c.deaths,
	}
	if c.flies {
		ship.State, ship.HP, ship.VX, ship.VY = game.Flying, c.hp, flow.X, flow.Y
		if c.smoother.flow.length() > underway {
			ship.Input = game.Steer(c.facing)
		}
	}
	m.roster = append(m.roster, proto.Pilot{ID: c.pilot, Slot: uint8(slot), Name: c.name})
}

// showShot puts a shot among its owner's, or where there is room.
func (m *mirror) showShot(d *object, at game.Point, now time.Time) {
	slot := m.magazine(d.slot)
	if slot < 0 {
		return
	}
	ship := &m.world.Ships[slot]
	k := bits.TrailingZeros8(^ship.Live)
	ship.Live |= 1 << k
	flow := velocity(d.flow)
	if d.flow == (vector{}) && d.course != game.Idle {
		flow.X, flow.Y = game.ShotVelocity(&m.gun, d.course, 0)
	}
	age := min(uint16(min(ticksOf(now.Sub(d.born)), lasting)), m.gun.Life)
	m.world.Shots[slot][k] = game.Shot{X: at.X, Y: at.Y, VX: flow.X, VY: flow.Y, Left: m.gun.Life - age}
}

// magazine returns the slot in which there is room for a shot of a slot, or -1. Shots without
// an owner go into the last slots, where no ship is.
func (m *mirror) magazine(slot int) int {
	const full = 1<<game.MaxShots - 1
	if slot >= 0 && m.world.Ships[slot].Live != full {
		return slot
	}
	for i := len(m.crafts) - 1; i > ownSlot; i-- {
		if !m.crafts[i].used && m.world.Ships[i].Live != full {
			return i
		}
	}
	return -1
}

// velocity turns units a second into the World's 1/256 unit a tick.
func velocity(v vector) game.Point {
	return game.Point{X: int32(v.x * game.One / game.TickRate), Y: int32(v.y * game.One / game.TickRate)}
}
