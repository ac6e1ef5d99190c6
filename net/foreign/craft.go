package foreign

import (
	"time"

	"dogfight/game"
	"dogfight/proto/dialect"
)

// craft is a ship. It keeps its slot while it exists.
type craft struct {
	id    uint64 // 0 until the server has sent it
	used  bool
	pilot uint16
	name  string

	flies    bool
	seen     bool // it was in space before
	team     uint8
	hp       uint8
	facing   game.Course
	deaths   uint16 // seen by us
	smoother smoother
	at       time.Time // when it was last sent
	hurtAt   time.Time
}

// updateShips applies the ships of a snapshot.
func (m *mirror) updateShips(s *snapshot, now time.Time) {
	var sent [game.MaxShips]bool
	for i := range s.things {
		t := &s.things[i]
		if t.kind != dialect.Ship {
			continue
		}
		if slot := m.seat(t, s.me); slot >= 0 && !sent[slot] {
			sent[slot] = true
			m.updateShip(slot, t, now)
		}
	}
	for slot := range m.crafts {
		if m.crafts[slot].used && !sent[slot] {
			m.miss(slot, s, now)
		}
	}
}

// seat returns the slot of a ship, or -1 if all are taken.
func (m *mirror) seat(t *thing, me uint64) int {
	if t.id == me {
		m.crafts[mySlot].id = me
		return mySlot
	}
	free := -1
	for i := range m.crafts {
		switch c := &m.crafts[i]; {
		case i == mySlot:
		case c.used && c.id == t.id:
			return i
		case !c.used && free < 0:
			free = i
		}
	}
	if free >= 0 {
		m.crafts[free] = craft{id: t.id, used: true, pilot: m.newPilot(), name: t.name, facing: game.Up}
	}
	return free
}

func (m *mirror) updateShip(slot int, t *thing, now time.Time) {
	c := &m.crafts[slot]
	c.at = now
	flew := c.flies && !m.fresh
	c.team = t.team
	switch {
	case t.fell && flew:
		m.lose(slot, now)
	case t.fell:
		c.flies = false
		if !c.seen {
			c.smoother.begin(t.at, vector{}, now)
		}
	case flew:
		if t.hp < c.hp {
			m.addEvent(game.EventHit, slot, now)
		}
		c.smoother.move(t.at, t.way, now, m.interval)
	default:
		c.smoother.begin(t.at, t.way, now)
		if c.seen && !m.fresh {
			m.addEvent(game.EventSpawn, slot, now)
		}
		c.flies, c.seen = true, true
	}
	c.hp = t.hp
	c.face(t.course)
}

// face turns to a course, or to the direction of flight if none is sent.
func (c *craft) face(course game.Course) {
	if course == game.Idle && c.smoother.flow.length() > underway {
		course = dialect.CourseOf(float32(c.smoother.flow.x), float32(c.smoother.flow.y))
	}
	if course != game.Idle {
		c.facing = course
	}
}

// miss handles the absence of a ship.
func (m *mirror) miss(slot int, s *snapshot, now time.Time) {
	c := &m.crafts[slot]
	switch shot := slot == mySlot || now.Sub(c.hurtAt) < soon; {
	case c.flies && s.whole && !s.lasting && shot && !m.fresh:
		m.lose(slot, now)
	default:
		c.flies = false
	}
	if slot != mySlot && (s.lasting || now.Sub(c.at) > keepSlot) {
		*c = craft{}
	}
}

// lose shows a ship shot down. Those servers do not send the attacker.
func (m *mirror) lose(slot int, now time.Time) {
	m.addEvent(game.EventKill, slot, now)
	c := &m.crafts[slot]
	c.flies = false
	c.deaths++
}

// hurt shows that a ship lost hit points; their number is not sent.
func (m *mirror) hurt(id uint64, now time.Time) {
	for slot := range m.crafts {
		if c := &m.crafts[slot]; c.used && c.id == id && c.flies {
			c.hurtAt = now
			m.addEvent(game.EventHit, slot, now)
		}
	}
}
