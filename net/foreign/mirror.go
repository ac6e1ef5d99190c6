package foreign

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"time"

	"dogfight/game"
	"dogfight/proto"
	"dogfight/proto/dialect"
)

// mirror makes a World, and a Setup for it, of a server's snapshots.
type mirror struct {
	ship game.Class // of all ships
	gun  game.Weapon

	field    field
	crafts   [game.MaxShips]craft // by slot; ours in slot 0
	objects  []object             // all else in space, by kind and id
	interval time.Duration        // of snapshots
	teams    bool
	first    time.Time // when the first snapshot arrived
	fresh    bool      // earlier snapshots are of another match
	pilots   uint16    // last id of a pilot

	setup  *game.Setup
	world  game.World
	roster []proto.Pilot
	events []game.Event // since they were last read
}

// object is a shot, a power-up, a barrel or an orb.
type object struct {
	thing
	smoother
	slot int       // of a shot: its owner's, or -1
	born time.Time // when it was first seen
}

const (
	mySlot = 0
	// soon is the time after a hit in which a ship that vanishes was shot down.
	soon = 500 * time.Millisecond
	// keepSlot is how long a ship that is not in space keeps its slot.
	keepSlot = 10 * time.Second
	// muzzle is the largest distance of a new shot without an owner from the ship that fired it, in units.
	muzzle = 60.0
	// underway is the speed, in units a second, from which a ship has a flame.
	underway = 6.0
	// latecomer is the first value of the clock: the server does not send how long the match has lasted, so it must not
	// seem to begin now.
	latecomer = 2 * game.TickRate
	// lasting is more than any timer, for things without a known end.
	lasting = 1<<16 - 1
)

// newMirror returns the mirror of a server with that many hit points a ship, 0 if it does not send them.
func newMirror(pilot string, hp uint8) mirror {
	m := mirror{
		ship:  game.Class{Name: "ship", Title: "Ship", HP: hp, TopSpeed: 640, Thrust: 25, Brake: 17},
		gun:   game.Weapon{Name: "gun", Title: "Gun", Fan: 1, Speed: 6 * game.One, Damage: 1, Cooldown: 9, Life: 84},
		field: newField(), fresh: true,
	}
	m.crafts[mySlot] = craft{used: true, name: pilot, pilot: m.newPilot(), facing: game.Up}
	m.crafts[mySlot].smoother.begin(vector{400, 300}, vector{}, time.Time{})
	m.settle()
	return m
}

func (m *mirror) newPilot() uint16 {
	m.pilots++
	return m.pilots
}

// settle makes a new Setup. The screens may still use the last.
func (m *mirror) settle() {
	m.setup = &game.Setup{Arena: m.field.arena(), Classes: []game.Class{m.ship}, Weapons: []game.Weapon{m.gun}}
	if m.teams {
		m.setup.Mode = game.Teams
	}
}

// apply applies a snapshot. interval is the time between them.
func (m *mirror) apply(s *snapshot, now time.Time, interval time.Duration) {
	m.interval = interval
	changed := m.gun.Shots != s.shots
	m.gun.Shots = s.shots
	if m.first.IsZero() {
		m.first = now
		changed = m.beginAt(s) || changed
	}
	m.updateShips(s, now)
	m.updateObjects(s, now)
	for i := range s.things {
		if t := &s.things[i]; t.kind != dialect.Shot && !t.fell {
			changed = m.field.include(t.at) || changed
		}
	}
	if teams := m.crafts[mySlot].team != 0; teams != m.teams {
		m.teams, changed = teams, true
	}
	if changed {
		m.settle()
	}
	m.fresh = false
}

// beginAt begins the field at our ship, and reports whether it moved.
func (m *mirror) beginAt(s *snapshot) bool {
	was := m.field
	for i := range s.things {
		if s.things[i].id == s.me {
			m.field.begin(s.things[i].at)
		}
	}
	return m.field != was
}

// updateObjects applies everything but the ships.
func (m *mirror) updateObjects(s *snapshot, now time.Time) {
	var objects []object
	for i := range s.things {
		if t := &s.things[i]; t.kind != dialect.Ship {
			objects = append(objects, m.object(t, now))
		}
	}
	slices.SortFunc(objects, inOrder)
	m.objects = slices.CompactFunc(objects, func(a, b object) bool { return inOrder(a, b) == 0 })
}

func inOrder(a, b object) int { return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.id, b.id)) }

// object returns a thing with the state that it had.
func (m *mirror) object(t *thing, now time.Time) object {
	d := object{thing: *t, slot: -1, born: now}
	i, known := slices.BinarySearchFunc(m.objects, d, inOrder)
	if known && !m.fresh {
		d.smoother, d.slot, d.born = m.objects[i].smoother, m.objects[i].slot, m.objects[i].born
		d.smoother.move(t.at, t.way, now, m.interval)
		return d
	}
	d.smoother.begin(t.at, t.way, now)
	if t.kind == dialect.Shot {
		d.slot = m.ownerOf(t)
	}
	return d
}

// ownerOf returns the slot of the ship that fired a shot, a guess if the server does not send it, or -1.
func (m *mirror) ownerOf(t *thing) int {
	nearest, way := -1, muzzle
	for i := range m.crafts {
		c := &m.crafts[i]
		switch {
		case !c.used:
		case t.owner != 0 && c.id == t.owner:
			return i
		case t.owner == 0 && c.flies && c.smoother.at.minus(t.at).length() < way:
			nearest, way = i, c.smoother.at.minus(t.at).length()
		}
	}
	return nearest
}

// forget separates the next snapshot from the earlier ones.
func (m *mirror) forget() { m.fresh = true }

func (m *mirror) addEvent(kind game.EventKind, slot int, now time.Time) {
	at, _ := m.field.place(m.crafts[slot].smoother.place(now))
	m.events = append(m.events, game.Event{Kind: kind, Slot: uint8(slot), By: proto.NoSlot, X: at.X, Y: at.Y})
}

func nameOf(number uint64) string {
	if number < 1e6 {
		return fmt.Sprintf("ship %d", number)
	}
	return fmt.Sprintf("ship %04x", number&0xffff)
}

// show makes the current World, with the pilot's input.
func (m *mirror) show(now time.Time, held game.Input) {
	m.world = game.World{Status: game.InProgress, Tick: latecomer + ticksOf(now.Sub(m.first))}
	m.roster = m.roster[:0]
	for i := range m.crafts {
		if m.crafts[i].used {
			m.showShip(i, now)
		}
	}
	m.world.Ships[mySlot].Input = held
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

// showShot adds a shot to those of its owner, or where there is room.
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

// magazine returns the slot with room for a shot of a slot, or -1. Shots without an owner are put into the last slots,
// which have no ship.
func (m *mirror) magazine(slot int) int {
	const full = 1<<game.MaxShots - 1
	if slot >= 0 && m.world.Ships[slot].Live != full {
		return slot
	}
	for i := len(m.crafts) - 1; i > mySlot; i-- {
		if !m.crafts[i].used && m.world.Ships[i].Live != full {
			return i
		}
	}
	return -1
}

// velocity converts units a second into the World's 1/256 unit a tick.
func velocity(v vector) game.Point {
	return game.Point{X: int32(v.x * game.One / game.TickRate), Y: int32(v.y * game.One / game.TickRate)}
}
