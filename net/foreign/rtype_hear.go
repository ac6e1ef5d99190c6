package foreign

import (
	"fmt"

	"dogfight/game"
	"dogfight/proto/dialect"
	"dogfight/proto/dialect/rtype"
)

// hear is a talk's. What is no packet is dropped, as the document has it.
func (t *rtypeTalk) hear(p []byte, tell func(news)) error {
	n, err := t.read(p)
	if err != nil {
		tell(news{kind: garbled, err: fmt.Errorf("the server sent what is not the %s protocol: %w", t.server.Protocol, err)})
	} else if n.kind != 0 {
		tell(n)
	}
	return nil
}

func (t *rtypeTalk) read(p []byte) (n news, err error) {
	kind, err := t.wire.TypeOf(p)
	if err != nil {
		return news{}, err
	}
	switch kind {
	case rtype.AcceptType:
		var m rtype.Accept
		err = m.Parse(p, t.wire)
		return news{kind: welcomed, id: uint64(m.AssignedID)}, err
	case rtype.RejectType:
		return news{kind: rejected}, nil
	case rtype.SnapshotType:
		err = t.snapshot.Parse(p, t.wire)
		return news{kind: sighted, sighting: see(&t.snapshot)}, err
	case rtype.DamageEventType:
		var m rtype.DamageEvent
		err = m.Parse(p, t.wire)
		return news{kind: hurt, id: uint64(m.ID)}, err
	case rtype.GameOverType:
		return news{kind: finished}, nil
	case rtype.PongType:
		return news{kind: answered}, nil
	case rtype.EntityCreateType, rtype.EntityDestroyType: // hints: the snapshot rules
		return news{}, nil
	}
	return news{}, fmt.Errorf("header: expected a packet of a server, %v came", kind)
}

// see puts a snapshot into common words.
func see(m *rtype.Snapshot) *sighting {
	s := &sighting{whole: len(m.Entities) < rtype.MaxEntities}
	entities := m.Entities[:min(len(m.Entities), dialect.MaxThings)]
	s.things = make([]thing, len(entities))
	for i := range entities {
		s.things[i] = seen(&entities[i])
	}
	return s
}

// seen is an entity. What has a sprite that nobody told us of is drawn as what had
// better be left alone.
func seen(e *rtype.SnapshotEntity) thing {
	t := thing{
		id: e.ID, kind: dialect.Kind(e.Sprite % sprites), name: nameOf(e.ID),
		at: vector{float64(e.X), float64(e.Y)}, way: vector{float64(e.VX), float64(e.VY)},
	}
	if team := e.Sprite / sprites; team <= game.MaxTeams {
		t.team = uint8(team)
	}
	switch t.kind {
	case dialect.Ship, dialect.Shot:
	case dialect.PowerUp:
		t.item = unknownItem
	case dialect.Orb:
		t.item = game.Orb
	default:
		t.kind = dialect.Barrel
	}
	return t
}
