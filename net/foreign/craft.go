package foreign

import (
	"time"

	"dogfight/game"
	"dogfight/proto/dialect"
)

// craft is a ship, in the slot that it has as long as it is there.
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
	deaths   uint16 // that we saw
	smoother smoother
	at       time.Time // when it was sent last
	hurtAt   time.Time
}

// takeShips takes the ships.
func (m *mirror) takeShips(s *snapshot, now time.Time) {
	var told [game.MaxShips]bool
	for i := range s.things {
		t := &s.things[i]
		if t.kind != dialect.Ship {
			continue
		}
		if slot := m.seat(t, s.me); slot >= 0 && !told[slot] {
			told[slot] = true
			m.takeShip(slot, t, now)
		}
	}
	for slot := range m.crafts {
		if m.crafts[slot].used && !told[slot] {
			m.miss(slot, s, now)
		}
	}
}

// seat returns the slot of a ship, or -1 if all are taken.
func (m *mirror) seat(t *thing, me uint64) int {
	if t.id == me {
		m.crafts[ownSlot].id = me
		return ownSlot
	}
	free := -1
	for i := range m.crafts {
		switch c := &m.crafts[i]; {
		case i == ownSlot:
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

func (m *mirror) takeShip(slot int, t *thing, now time.Time) {
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
			m.tell(game.EventHit, slot, now)
		}
		c.smoother.move(t.at, t.way, now, m.interval)
	default:
		c.smoother.begin(t.at, t.way, now)
		if c.seen && !m.fresh {
			m.tell(game.EventSpawn, slot, now)
		}
		c.flies, c.seen = true, true
	}
	c.hp = t.hp
	c.face(t.course)
}

// face turns to a course, or to where the ship flies if none is sent.
func (c *craft) face(course game.Course) {
	if course == game.Idle && c.smoother.flow.length() > underway {
		course = dialect.CourseOf(float32(c.smoother.flow.x), float32(c.smoother.flow.y))
	}
	if course != game.Idle {
		c.facing = course
	}
}

// miss takes into account that a ship is not there.
func (m *mirror) miss(slot int, s *snapshot, now time.Time) {
	c := &m.crafts[slot]
	switch shot := slot == ownSlot || now.Sub(c.hurtAt) < soon; {
	case c.flies && s.whole && !s.lasting && shot && !m.fresh:
		m.lose(slot, now)
	default:
		c.flies = false
	}
	if slot != ownSlot && (s.lasting || now.Sub(c.at) > kept) {
		*c = craft{}
	}
}

// lose shows a ship shot down. Those servers do not send by whom.
func (m *mirror) lose(slot int, now time.Time) {
	m.tell(game.EventKill, slot, now)
	c := &m.crafts[slot]
	c.flies = false
	c.deaths++
}

// hurt shows that a ship lost hit points, whose number is not sent.
func (m *mirror) hurt(id uint64, now time.Time) {
	for slot := range m.crafts {
		if c := &m.crafts[slot]; c.used && c.id == id && c.flies {
			c.hurtAt = now
			m.tell(game.EventHit, slot, now)
		}
	}
}
