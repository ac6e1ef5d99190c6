package foreign

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"dogfight/game"
	"dogfight/proto"
	"dogfight/proto/dialect"
)

// mirror makes a World of what a server sends, and a Setup that goes with it.
type mirror struct {
	ship game.Class // of all ships
	gun  game.Weapon

	field    field
	crafts   [game.MaxShips]craft // by slot; the own one in slot 0
	objects  []object             // all else in space, by kind and id
	interval time.Duration        // of snapshots
	teams    bool
	first    time.Time // when the first snapshot arrived
	fresh    bool      // earlier snapshots are of another match
	pilots   uint16    // ids of pilots given so far

	setup  *game.Setup
	world  game.World
	roster []proto.Pilot
	events []game.Event // since they were last taken
}

// object is a shot, a power-up, a barrel or an orb.
type object struct {
	thing
	smoother
	slot int       // of a shot: its owner's, or -1
	born time.Time // when it was first seen
}

const (
	ownSlot = 0
	// soon is within what time a ship that vanishes after it was hit was shot down.
	soon = 500 * time.Millisecond
	// kept is how long a ship that is not in space keeps its slot.
	kept = 10 * time.Second
	// muzzle is how near a shot without an owner is to the ship that fired it, in units,
	// when it is first seen.
	muzzle = 60.0
	// underway is from what speed on, in units a second, a ship is drawn with a flame.
	underway = 6.0
	// latecomer is what the clock shows at first: the server does not send how long the match
	// has lasted, so it is not shown as beginning now.
	latecomer = 2 * game.TickRate
	// lasting is more than any timer, for things whose end is not known.
	lasting = 1<<16 - 1
)

// newMirror is of a server whose ships have so many hit points, 0 if it does not send them.
func newMirror(pilot string, hp uint8) mirror {
	m := mirror{
		ship:  game.Class{Name: "ship", Title: "Ship", HP: hp, TopSpeed: 640, Thrust: 25, Brake: 17},
		gun:   game.Weapon{Name: "gun", Title: "Gun", Fan: 1, Speed: 6 * game.One, Damage: 1, Cooldown: 9, Life: 84},
		field: newField(), fresh: true,
	}
	m.crafts[ownSlot] = craft{used: true, name: pilot, pilot: m.newPilot(), facing: game.Up}
	m.crafts[ownSlot].smoother.begin(vector{400, 300}, vector{}, time.Time{})
	m.settle()
	return m
}

func (m *mirror) newPilot() uint16 {
	m.pilots++
	return m.pilots
}

// settle makes a Setup of what is known now. The screens may hold on to the last.
func (m *mirror) settle() {
	m.setup = &game.Setup{Arena: m.field.arena(), Classes: []game.Class{m.ship}, Weapons: []game.Weapon{m.gun}}
	if m.teams {
		m.setup.Mode = game.Teams
	}
}

// take takes a snapshot. They come at an interval.
func (m *mirror) take(s *snapshot, now time.Time, interval time.Duration) {
	m.interval = interval
	changed := m.gun.Shots != s.shots
	m.gun.Shots = s.shots
	if m.first.IsZero() {
		m.first = now
		changed = m.beginAt(s) || changed
	}
	m.takeShips(s, now)
	m.takeObjects(s, now)
	for i := range s.things {
		if t := &s.things[i]; t.kind != dialect.Shot && !t.fell {
			changed = m.field.include(t.at) || changed
		}
	}
	if teams := m.crafts[ownSlot].team != 0; teams != m.teams {
		m.teams, changed = teams, true
	}
	if changed {
		m.settle()
	}
	m.fresh = false
}

// beginAt has the field begin where the own ship is, and reports that it moved.
func (m *mirror) beginAt(s *snapshot) bool {
	was := m.field
	for i := range s.things {
		if s.things[i].id == s.me {
			m.field.begin(s.things[i].at)
		}
	}
	return m.field != was
}

// takeObjects takes all but the ships.
func (m *mirror) takeObjects(s *snapshot, now time.Time) {
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

// object returns a thing as it goes on from where it was.
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

// ownerOf returns the slot of the ship that fired a shot, which is a guess if the server does
// not send it; -1 if there is none.
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

// forget says that what comes next has nothing to do with what was before.
func (m *mirror) forget() { m.fresh = true }

func (m *mirror) tell(kind game.EventKind, slot int, now time.Time) {
	at, _ := m.field.place(m.crafts[slot].smoother.place(now))
	m.events = append(m.events, game.Event{Kind: kind, Slot: uint8(slot), By: proto.NoSlot, X: at.X, Y: at.Y})
}

func nameOf(number uint64) string {
	if number < 1e6 {
		return fmt.Sprintf("ship %d", number)
	}
	return fmt.Sprintf("ship %04x", number&0xffff)
}
