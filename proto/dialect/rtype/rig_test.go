package rtype

import (
	"testing"

	"dogfight/game"
	"dogfight/proto/dialect"
	"dogfight/testkit/dialects"
)

const ownID = 0x80000001

// rig is a match, a session in it, and a program that sends and receives packets.
type rig struct {
	t       *testing.T
	match   *dialects.Match
	session *Session
	sent    dialects.Recorder
	client  client
	left    error // of Receive or Tick
}

func newRig(t *testing.T, match *dialects.Match, w Wire) *rig {
	s := NewSession(Config{ID: ownID, Local: true, Code: w.Code, BigEndianFloats: w.BigEndianFloats})
	return &rig{t: t, match: match, session: s, client: client{t: t, wire: w}}
}

// play passes that many ticks, in which the client sends its input.
func (r *rig) play(ticks int, in packet) {
	r.t.Helper()
	for range ticks {
		if in != nil {
			r.send(in)
		}
		r.tick()
	}
}

// send sends a packet of the client, and reads the answer.
func (r *rig) send(m packet) { r.sendBytes(m.Append(nil, r.client.wire)) }

func (r *rig) sendBytes(p []byte) {
	if err := r.session.Receive(dialect.Main, p, r.sent.Send); err != nil {
		r.left = err
	}
	r.deliver()
}

func (r *rig) tick() {
	flying := r.session.Intent().Presence == dialect.Flying
	r.match.Inputs[0] = game.Steer(game.Idle)
	if flying {
		r.match.Inputs[0] = r.session.Intent().Input
	}
	scene := *r.match.Step()
	if !flying {
		scene.World, scene.Setup, scene.Me = nil, nil, -1
	}
	if err := r.session.Tick(&scene, r.sent.Send); err != nil {
		r.left = err
	}
	r.deliver()
}

// join brings the client into the match.
func (r *rig) join() {
	r.t.Helper()
	r.send(&Connect{})
	if r.client.accepts != 1 {
		r.t.Fatalf("%d ACCEPTs", r.client.accepts)
	}
	r.play(4, r.client.hold(0, 0, false))
	if r.client.snapshots == 0 || r.session.Dropped != 0 {
		r.t.Fatalf("%d SNAPSHOTs were sent, %d packets were dropped", r.client.snapshots, r.session.Dropped)
	}
}

func (r *rig) deliver() {
	for _, p := range r.sent.Take(dialect.Main) {
		r.client.receive(p)
	}
}

// client is the state of a program that was written from the documentation.
type client struct {
	t    *testing.T
	wire Wire

	id                                        uint32
	accepts, rejects, pongs, overs, snapshots int
	created, destroyed                        []uint64
	damaged                                   []DamageEvent
	last                                      Snapshot
}

func (c *client) receive(p []byte) {
	c.t.Helper()
	of, err := c.wire.TypeOf(p)
	switch of {
	case AcceptType:
		var m Accept
		err = m.Parse(p, c.wire)
		c.id = m.AssignedID
		c.accepts++
	case SnapshotType:
		err = c.last.Parse(p, c.wire)
		c.snapshots++
	case EntityCreateType:
		var m EntityCreate
		err = m.Parse(p, c.wire)
		c.created = append(c.created, m.ID)
	case EntityDestroyType:
		var m EntityDestroy
		err = m.Parse(p, c.wire)
		c.destroyed = append(c.destroyed, m.ID)
	case DamageEventType:
		var m DamageEvent
		err = m.Parse(p, c.wire)
		c.damaged = append(c.damaged, m)
	default:
		var m Signal
		if err == nil {
			err = m.Parse(p, c.wire)
		}
		c.count(m.Type)
	}
	if err != nil {
		c.t.Fatalf("%x: %v", p, err)
	}
}

func (c *client) count(t Type) {
	switch t {
	case RejectType:
		c.rejects++
	case GameOverType:
		c.overs++
	case PongType:
		c.pongs++
	default:
		c.t.Fatalf("got %v from the host", t)
	}
}

// me returns the client's ship, or nil: in the flavour of the code by its place and number, the only identification there.
func (c *client) me() *SnapshotEntity {
	if c.wire.Code {
		if len(c.last.Entities) > 0 && c.last.Entities[0].ID >= MinID {
			return &c.last.Entities[0]
		}
		return nil
	}
	return c.find(uint64(c.id))
}

func (c *client) find(id uint64) *SnapshotEntity {
	for i := range c.last.Entities {
		if c.last.Entities[i].ID == id {
			return &c.last.Entities[i]
		}
	}
	return nil
}

// other returns the first ship that is not the own one, or nil.
func (c *client) other() *SnapshotEntity {
	for i := range c.last.Entities {
		if e := &c.last.Entities[i]; e.Sprite%16 == 1 && e.ID < MinID {
			return e
		}
	}
	return nil
}

// hold returns the INPUT of the flavour that is nearest to a direction.
func (c *client) hold(dx, dy float32, shoot bool) packet {
	if !c.wire.Code {
		return &Input{Entity: c.id, DX: dx, DY: dy, Shooting: shoot}
	}
	var f Flags
	if dx > 0.4 {
		f |= Right
	}
	if dx < -0.4 {
		f |= Left
	}
	if dy > 0.4 {
		f |= Down
	}
	if dy < -0.4 {
		f |= Up
	}
	if shoot {
		f |= Shoot
	}
	return &InputFlags{f}
}

// Values of a fuzzer's byte that are more than the length of the next datagram.
const (
	tickByte    = 0xff
	movedByte   = 0xfe
	refusedByte = 0xfd
)

// FuzzSession: with any packets at any time, an unproven address gets only answers that are no longer than the requests, and packets within
// its room, and no buffer grows.
func FuzzSession(f *testing.F) {
	for flavour, w := range []Wire{document, code} {
		f.Add(script(flavour, w, &Connect{}, &Signal{PingType}, &InputFlags{Up | Shoot}, &Signal{DisconnectType}))
		f.Add(script(flavour, w, &Connect{}, &Connect{}, &InputFlags{Down}))
	}
	f.Add(script(0, document, &Connect{}, &Input{Entity: ownID, DX: 1, Shooting: true}, &Input{Entity: 5}))
	f.Add(append(script(1+4, code, &InputFlags{Up}, &Connect{}, &InputFlags{Down | Shoot}), refusedByte, tickByte))
	m := dialects.Melee(16, 120)
	f.Fuzz(func(t *testing.T, p []byte) {
		if len(p) == 0 {
			return
		}
		s := NewSession(Config{ID: ownID, Code: p[0]&1 != 0, BigEndianFloats: p[0]&2 != 0, Local: p[0]&4 != 0})
		perform(t, s, &m.Scene, p[1:])
		checkCapacity(t, s)
	})
}

// script returns a fuzzer's bytes for these packets, a tick after each.
func script(flavour int, w Wire, packets ...packet) []byte {
	b := []byte{byte(flavour)}
	for _, m := range packets {
		p := m.Append(nil, w)
		b = append(append(b, byte(len(p))), p...)
		b = append(b, tickByte)
	}
	return b
}

// perform performs a fuzzer's bytes, until the session ends.
func perform(t *testing.T, s *Session, scene *dialect.Scene, p []byte) {
	consumed := 0
	send := func(_ dialect.Channel, sent []byte) {
		if !s.Proven() && len(sent) > consumed && len(sent) > s.Room {
			t.Fatalf("%d bytes to an address that is not proven, which sent %d", len(sent), consumed)
		}
		if len(sent) > 1396 {
			t.Fatalf("%d bytes", len(sent))
		}
	}
	for len(p) > 0 {
		n, err := int(p[0]), error(nil)
		p = p[1:]
		switch n {
		case tickByte:
			consumed, s.Room = 0, 3*n
			err = s.Tick(scene, send)
		case movedByte:
			s.Moved(ownID, false)
		case refusedByte:
			s.Refused()
		default:
			consumed = min(n, len(p))
			err = s.Receive(dialect.Main, p[:consumed], send)
			p = p[consumed:]
		}
		if err != nil {
			return
		}
		if in := s.Intent().Input; !in.Valid() {
			t.Fatalf("input %02x", in)
		}
	}
}

// checkCapacity fails if a buffer has grown.
func checkCapacity(t testing.TB, s *Session) {
	t.Helper()
	if cap(s.buf) > 1408 || cap(s.sent.Entities) > 64 || cap(s.now.Entities) > 64 {
		t.Errorf("buffers hold %d bytes, %d and %d entities", cap(s.buf), cap(s.sent.Entities), cap(s.now.Entities))
	}
}
