package foreign

import (
	"fmt"
	"time"

	"dogfight/game"
	"dogfight/proto/dialect"
	"dogfight/proto/dialect/rtype"
)

// rtypeProtocol speaks the protocol of the R-Type document, or of its program.
type rtypeProtocol struct {
	// Static after construction.
	server Server
	wire   rtype.Wire // ours

	// Owned by the goroutine that reads.
	theirs   rtype.Wire // the server's, by its packets
	foreign  bool       // it speaks the other flavour
	snapshot rtype.Snapshot
	ships    shipFinder

	// Owned by Frame.
	in     bool
	client uint32 // of the last ACCEPT; the program sends none
	mine   uint64 // our entity; 0 if unknown
	finder myShipFinder
	held   game.Input // of the last INPUT
	missed int        // snapshots with others' ships but without ours
	asked  time.Time
	spoke  time.Time
	pinged time.Time
	waits  bool // for a PONG
	rtt    time.Duration
	buf    []byte
}

const (
	askEvery   = time.Second // CONNECT
	pingEvery  = time.Second
	inputEvery = 15 * time.Millisecond // a little less than a sixtieth of a second

	// maxMissed is the number of snapshots without our entity before we assume that another is ours: 5 s, longer than
	// any ship takes to return.
	maxMissed = 100

	sprites = 16 // kinds of sprites in each team
)

func newRTypeProtocol(s Server) *rtypeProtocol {
	wire := rtype.Wire{Code: s.Protocol == "rtype-code", BigEndianFloats: s.BigEndian}
	return &rtypeProtocol{server: s, wire: wire, theirs: wire, ships: newShipFinder()}
}

// otherFlavour returns the protocol that a server may speak instead.
func otherFlavour(s Server) string {
	if s.Protocol == "rtype" {
		return "rtype-code"
	}
	return "rtype"
}

// note finds our entity.
func (t *rtypeProtocol) note(n *update) {
	switch n.kind {
	case welcomed:
		if id := uint32(n.id); !t.in || id != t.client {
			t.client, t.mine, t.missed = id, uint64(id), 0
		}
		t.in = true
	case answered:
		if t.waits {
			t.rtt, t.waits = max(n.at.Sub(t.pinged), 0), false
		}
	case sighted:
		t.in = t.in || t.wire.Code // an ACCEPT has no id, and may be lost
		t.claim(n.snapshot)
	}
}

// claim finds our entity: the one with the id that we were given. The program gives none: a host of ours has it in the
// id; of all others we take the first, preferably one that surely is a ship, until another flies as we steer. If it is
// missing for long, it may have another id by now.
func (t *rtypeProtocol) claim(s *snapshot) {
	if t.wire.Code && !t.surelyMine(t.mine) {
		t.finder.note(s, t.held)
		if better := t.finder.better(t.mine); better != 0 && t.mine != 0 {
			t.mine, t.missed = better, 0
		}
	}
	var first, mine *thing
	for i := range s.things {
		it := &s.things[i]
		if t.surelyMine(it.id) {
			t.mine = it.id
		}
		if it.id == t.mine {
			mine = it
		} else if it.kind == dialect.Ship && (first == nil || first.unsure && !it.unsure) {
			first = it
		}
	}
	switch {
	case mine != nil:
		mine.kind, t.missed = dialect.Ship, 0
	case first == nil:
	case t.mine == 0 || t.missed > maxMissed:
		t.mine, t.missed = first.id, 0
	default:
		t.missed++
	}
	s.me = t.mine
}

// surelyMine reports whether an id can only be ours.
func (t *rtypeProtocol) surelyMine(id uint64) bool {
	if t.wire.Code {
		return id >= rtype.MinID && id>>32 == 0
	}
	return t.in && id == uint64(t.client)
}

func (t *rtypeProtocol) speak(now time.Time, in game.Input, lost bool, send func(p []byte)) {
	if (!t.in || lost) && now.Sub(t.asked) >= askEvery {
		t.asked = now
		m := rtype.Connect{ClientID: t.client}
		t.send(m.Append(t.buf[:0], t.wire), send)
	}
	if !t.in {
		return
	}
	if now.Sub(t.pinged) >= pingEvery {
		t.pinged, t.waits = now, true
		m := rtype.Signal{Type: rtype.PingType}
		t.send(m.Append(t.buf[:0], t.wire), send)
	}
	if now.Sub(t.spoke) >= inputEvery {
		t.spoke, t.held = now, in
		t.send(t.input(in), send)
	}
}

func (t *rtypeProtocol) send(p []byte, send func(p []byte)) {
	t.buf = p[:0]
	send(p)
}

// input returns an input as a packet.
func (t *rtypeProtocol) input(in game.Input) []byte {
	x, y := in.Course().Vector()
	if t.wire.Code {
		m := rtype.InputFlags{Flags: flagsOf(x, y, in)}
		return m.Append(t.buf[:0], t.wire)
	}
	m := rtype.Input{
		Entity: uint32(t.mine), DX: float32(x) / game.One, DY: float32(y) / game.One, Shooting: in.Holds(game.Fire),
	}
	return m.Append(t.buf[:0], t.wire)
}

func flagsOf(x, y int32, in game.Input) (f rtype.Flags) {
	for _, b := range [...]struct {
		down bool
		flag rtype.Flags
	}{
		{y < 0, rtype.Up}, {y > 0, rtype.Down}, {x < 0, rtype.Left}, {x > 0, rtype.Right}, {in.Holds(game.Fire), rtype.Shoot},
	} {
		if b.down {
			f |= b.flag
		}
	}
	return f
}

func (t *rtypeProtocol) roundTrip() time.Duration { return t.rtt }

func (t *rtypeProtocol) goodbye() []byte {
	if !t.in {
		return nil
	}
	m := rtype.Signal{Type: rtype.DisconnectType}
	return m.Append(nil, t.wire)
}

// receive drops invalid packets, as the document requires.
func (t *rtypeProtocol) receive(p []byte, report func(update)) error {
	n, err := t.read(p)
	if t.foreign = t.foreign || err != nil && t.isOtherAccept(p); t.foreign {
		err = fmt.Errorf("the server at %s speaks %s: join %[2]s://%[1]s", t.server.Addr, otherFlavour(t.server))
		report(update{kind: garbled, err: err})
	} else if err != nil {
		report(update{kind: garbled, err: fmt.Errorf("the server sent what is not the %s protocol: %w", t.server.Protocol, err)})
	} else if n.kind != 0 {
		report(n)
	}
	return nil
}

// isOtherAccept reports whether a packet is an ACCEPT of the other flavour: the program answers our CONNECT with one.
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
			for i := range t.snapshot.Entities { // not a host of ours: its sprites mean something else, if anything
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
	case rtype.ScoreType: // unknown of which player
		return update{}, nil
	}
	return update{}, fmt.Errorf("header: type must be one that a server sends, got %v", kind)
}

// readDamage reads a DAMAGE_EVENT. The program's format is uncertain, so an unknown one of it is ignored.
func (t *rtypeProtocol) readDamage(p []byte) (update, error) {
	var m rtype.DamageEvent
	err := m.Parse(p, t.theirs)
	if t.wire.Code && (err != nil || t.theirs.Later) {
		return update{}, nil
	}
	return update{kind: hurt, id: uint64(m.ID)}, err
}

// readHint reads an ENTITY_CREATE or ENTITY_DESTROY. Snapshots have precedence: these only show which entities of the
// program's servers are ships.
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

// see converts a snapshot.
func see(m *rtype.Snapshot) *snapshot {
	s := &snapshot{whole: len(m.Entities) < rtype.MaxEntities}
	entities := m.Entities[:min(len(m.Entities), dialect.MaxThings)]
	s.things = make([]thing, len(entities))
	for i := range entities {
		s.things[i] = seen(&entities[i])
	}
	return s
}

// seen converts an entity. One with an unknown sprite becomes a barrel, which players avoid.
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
