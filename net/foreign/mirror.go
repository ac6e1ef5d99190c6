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

// mirror makes a World of what a server tells, and a Setup that goes with it.
type mirror struct {
	ship game.Class // that everybody flies
	gun  game.Weapon

	field  field
	crafts [game.MaxShips]craft // by slot; the own one in slot 0
	drifts []drift              // all else in space, by kind and id
	pace   time.Duration
	teams  bool
	first  time.Time // when something was told first
	fresh  bool      // what was told before is of another match
	pilots uint16    // ids of pilots given so far

	setup  *game.Setup
	world  game.World
	roster []proto.Pilot
	events []game.Event // since they were last taken
}

// drift is a shot, a power-up, a barrel or an orb.
type drift struct {
	thing
	glide
	slot int       // of a shot: its owner's, or -1
	born time.Time // when it was told of first
}

const (
	ownSlot = 0
	// soon is within what time a ship that vanishes after it was hit was shot down.
	soon = 500 * time.Millisecond
	// kept is how long a ship that is not in space keeps its slot.
	kept = 10 * time.Second
	// muzzle is how near a shot of nobody is to the ship that fired it, in units, when it
	// is first seen.
	muzzle = 60.0
	// underway is from what speed on, in units a second, a ship is drawn with a flame.
	underway = 6.0
	// latecomer is what the clock shows at first: nobody tells how long the match has
	// lasted, so it is not greeted as if it began now.
	latecomer = 2 * game.TickRate
	// lasting is more than any timer of things that nobody tells the end of.
	lasting = 1<<16 - 1
)

// newMirror is of a server whose ships have so many hit points, 0 if it does not tell.
func newMirror(pilot string, hp uint8) mirror {
	m := mirror{
		ship:  game.Class{Name: "ship", Title: "Ship", HP: hp, TopSpeed: 640, Thrust: 25, Brake: 17},
		gun:   game.Weapon{Name: "gun", Title: "Gun", Fan: 1, Speed: 6 * game.One, Damage: 1, Cooldown: 9, Life: 84},
		field: newField(), fresh: true,
	}
	m.crafts[ownSlot] = craft{used: true, name: pilot, pilot: m.newPilot(), facing: game.Up}
	m.crafts[ownSlot].glide.begin(vector{400, 300}, vector{}, time.Time{})
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

// take sees what there is to see now, as it is told once in pace.
func (m *mirror) take(s *sighting, now time.Time, pace time.Duration) {
	m.pace = pace
	changed := m.gun.Shots != s.shots
	m.gun.Shots = s.shots
	if m.first.IsZero() {
		m.first = now
		changed = m.beginAt(s) || changed
	}
	m.takeShips(s, now)
	m.takeDrifts(s, now)
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
func (m *mirror) beginAt(s *sighting) bool {
	was := m.field
	for i := range s.things {
		if s.things[i].id == s.me {
			m.field.begin(s.things[i].at)
		}
	}
	return m.field != was
}

// takeDrifts sees all but the ships.
func (m *mirror) takeDrifts(s *sighting, now time.Time) {
	var drifts []drift
	for i := range s.things {
		if t := &s.things[i]; t.kind != dialect.Ship {
			drifts = append(drifts, m.drift(t, now))
		}
	}
	slices.SortFunc(drifts, inOrder)
	m.drifts = slices.CompactFunc(drifts, func(a, b drift) bool { return inOrder(a, b) == 0 })
}

func inOrder(a, b drift) int { return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.id, b.id)) }

// drift returns a thing as it goes on from where it was.
func (m *mirror) drift(t *thing, now time.Time) drift {
	d := drift{thing: *t, slot: -1, born: now}
	i, known := slices.BinarySearchFunc(m.drifts, d, inOrder)
	if known && !m.fresh {
		d.glide, d.slot, d.born = m.drifts[i].glide, m.drifts[i].slot, m.drifts[i].born
		d.glide.move(t.at, t.way, now, m.pace)
		return d
	}
	d.glide.begin(t.at, t.way, now)
	if t.kind == dialect.Shot {
		d.slot = m.ownerOf(t)
	}
	return d
}

// ownerOf returns the slot of the ship that fired a shot, which is a guess where nobody
// tells; -1 if there is none.
func (m *mirror) ownerOf(t *thing) int {
	nearest, way := -1, muzzle
	for i := range m.crafts {
		c := &m.crafts[i]
		switch {
		case !c.used:
		case t.owner != 0 && c.id == t.owner:
			return i
		case t.owner == 0 && c.flies && c.glide.at.minus(t.at).length() < way:
			nearest, way = i, c.glide.at.minus(t.at).length()
		}
	}
	return nearest
}

// forget says that what comes next has nothing to do with what was before.
func (m *mirror) forget() { m.fresh = true }

func (m *mirror) tell(kind game.EventKind, slot int, now time.Time) {
	at, _ := m.field.place(m.crafts[slot].glide.place(now))
	m.events = append(m.events, game.Event{Kind: kind, Slot: uint8(slot), By: proto.NoSlot, X: at.X, Y: at.Y})
}

func nameOf(number uint64) string {
	if number < 1e6 {
		return fmt.Sprintf("ship %d", number)
	}
	return fmt.Sprintf("ship %04x", number&0xffff)
}
