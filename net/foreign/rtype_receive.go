package foreign

import (
	"fmt"

	"dogfight/game"
	"dogfight/proto/dialect"
	"dogfight/proto/dialect/rtype"
)

// receive is the protocol's. What is no packet is dropped, as the document has it.
func (t *rtypeProtocol) receive(p []byte, tell func(update)) error {
	n, err := t.read(p)
	if t.foreign = t.foreign || err != nil && t.isOtherAccept(p); t.foreign {
		err = fmt.Errorf("the server at %s speaks %s: join %[2]s://%[1]s", t.server.Addr, otherFlavour(t.server))
		tell(update{kind: garbled, err: err})
	} else if err != nil {
		tell(update{kind: garbled, err: fmt.Errorf("the server sent what is not the %s protocol: %w", t.server.Protocol, err)})
	} else if n.kind != 0 {
		tell(n)
	}
	return nil
}

// isOtherAccept reports whether a packet is an ACCEPT of the other flavour. The program answers
// our CONNECT with one.
func (t *rtypeProtocol) isOtherAccept(p []byte) bool {
	var m rtype.Accept
	return m.Parse(p, rtype.Wire{Code: !t.wire.Code}) == nil
}

func (t *rtypeProtocol) read(p []byte) (n update, err error) {
	t.theirs = t.theirs.Recognise(p)
	kind, err := t.theirs.TypeOf(p)
	if err != nil {
		return update{}, err
	}
	switch kind {
	case rtype.AcceptType:
		var m rtype.Accept
		err = m.Parse(p, t.theirs)
		return update{kind: welcomed, id: uint64(m.AssignedID)}, err
	case rtype.RejectType:
		return update{kind: rejected}, nil
	case rtype.SnapshotType:
		if err = t.snapshot.Parse(p, t.theirs); err != nil {
			return update{}, err
		}
		if t.theirs.Later {
			for i := range t.snapshot.Entities { // no host of ours: theirs mean something else, if anything
				t.snapshot.Entities[i].Sprite = 0
			}
		}
		s := see(&t.snapshot)
		if t.wire.Code {
			t.ships.find(t.snapshot.Entities, s.things)
		}
		return update{kind: sighted, snapshot: s}, nil
	case rtype.DamageEventType:
		return t.readDamage(p)
	case rtype.GameOverType:
		return update{kind: finished}, nil
	case rtype.PongType:
		return update{kind: answered}, nil
	case rtype.EntityCreateType, rtype.EntityDestroyType:
		t.readHint(kind, p)
		return update{}, nil
	case rtype.ScoreType: // of whom is not known
		return update{}, nil
	}
	return update{}, fmt.Errorf("header: type must be one that a server sends, got %v", kind)
}

// readDamage takes a DAMAGE_EVENT. What stands in that of the program is not known for sure, so
// there one that is not as we know it is nothing.
func (t *rtypeProtocol) readDamage(p []byte) (update, error) {
	var m rtype.DamageEvent
	err := m.Parse(p, t.theirs)
	if t.wire.Code && (err != nil || t.theirs.Later) {
		return update{}, nil
	}
	return update{kind: hurt, id: uint64(m.ID)}, err
}

// readHint takes an ENTITY_CREATE or ENTITY_DESTROY. The snapshot rules: all that they can tell
// is which entities are ships, of the program's servers.
func (t *rtypeProtocol) readHint(kind rtype.Type, p []byte) {
	var create rtype.EntityCreate
	var destroy rtype.EntityDestroy
	switch {
	case !t.wire.Code:
	case kind == rtype.EntityCreateType && create.Parse(p, t.theirs) == nil:
		t.ships.create(&create)
	case kind == rtype.EntityDestroyType && destroy.Parse(p, t.theirs) == nil:
		t.ships.destroy(destroy.ID)
	}
}

// see makes a snapshot of the wire's.
func see(m *rtype.Snapshot) *snapshot {
	s := &snapshot{whole: len(m.Entities) < rtype.MaxEntities}
	entities := m.Entities[:min(len(m.Entities), dialect.MaxThings)]
	s.things = make([]thing, len(entities))
	for i := range entities {
		s.things[i] = seen(&entities[i])
	}
	return s
}

// seen is an entity. One with an unknown sprite is drawn as a barrel, which had better be
// left alone.
func seen(e *rtype.SnapshotEntity) thing {
	t := thing{
		id: e.ID, kind: dialect.Kind(e.Sprite % sprites), name: nameOf(e.ID),
		at: vector{float64(e.X), float64(e.Y)}, way: vector{float64(e.VX), float64(e.VY)},
	}
	if team := e.Sprite / sprites; int(team) <= game.Teams.Teams() {
		t.team = uint8(team)
	}
	switch t.kind {
	case dialect.Ship, dialect.Shot:
	case dialect.PowerUp:
		t.item = unknownItem
	case dialect.Orb:
		t.item = game.OrbItem
	default:
		t.kind = dialect.Barrel
	}
	return t
}
