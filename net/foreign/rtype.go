package foreign

import (
	"time"

	"dogfight/game"
	"dogfight/proto/dialect"
	"dogfight/proto/dialect/rtype"
)

// rtypeProtocol speaks the protocol of the R-Type document, or of its program.
type rtypeProtocol struct {
	// Static after construction.
	server Server
	wire   rtype.Wire // that we speak

	// Owned by the goroutine that reads.
	theirs   rtype.Wire // that the server speaks, by what came
	foreign  bool       // it speaks the other flavour
	snapshot rtype.Snapshot
	ships    shipFinder

	// Owned by Frame.
	in     bool
	client uint32 // by the last ACCEPT; the code tells none
	own    uint64 // the entity that we fly; 0 if not known
	finder ownFinder
	held   game.Input // by the last INPUT
	missed int        // snapshots with others' ships but without the own one
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

	// maxMissed is how many snapshots there may be without the own entity, before we take
	// it that another is ours: 5 s, which is longer than any ship takes to return.
	maxMissed = 100

	sprites = 16 // kinds of sprites in each team
)

func newRTypeProtocol(s Server) *rtypeProtocol {
	wire := rtype.Wire{Code: s.Protocol == "rtype-code", BigEndianFloats: s.BigEndian}
	return &rtypeProtocol{server: s, wire: wire, theirs: wire, ships: newShipFinder()}
}

// otherFlavour names the protocol that a server may speak instead.
func otherFlavour(s Server) string {
	if s.Protocol == "rtype" {
		return "rtype-code"
	}
	return "rtype"
}

// note is the protocol's. It finds which of the entities is our own.
func (t *rtypeProtocol) note(n *update) {
	switch n.kind {
	case welcomed:
		if id := uint32(n.id); !t.in || id != t.client {
			t.client, t.own, t.missed = id, uint64(id), 0
		}
		t.in = true
	case answered:
		if t.waits {
			t.rtt, t.waits = max(n.at.Sub(t.pinged), 0), false
		}
	case sighted:
		t.in = t.in || t.wire.Code // where an ACCEPT tells nothing, and may be lost
		t.claim(n.snapshot)
	}
}

// claim finds the own entity. It is the one with the id that we were given. The program
// gives none: a host of ours has it in the id, and of all others we take the first, rather one
// that surely is a ship, until another flies as we steer. If it is missing for long, it may have
// another id by now.
func (t *rtypeProtocol) claim(s *snapshot) {
	if t.wire.Code && !t.surelyOwn(t.own) {
		t.finder.note(s, t.held)
		if better := t.finder.better(t.own); better != 0 && t.own != 0 {
			t.own, t.missed = better, 0
		}
	}
	var first, own *thing
	for i := range s.things {
		it := &s.things[i]
		if t.surelyOwn(it.id) {
			t.own = it.id
		}
		if it.id == t.own {
			own = it
		} else if it.kind == dialect.Ship && (first == nil || first.unsure && !it.unsure) {
			first = it
		}
	}
	switch {
	case own != nil:
		own.kind, t.missed = dialect.Ship, 0
	case first == nil:
	case t.own == 0 || t.missed > maxMissed:
		t.own, t.missed = first.id, 0
	default:
		t.missed++
	}
	s.me = t.own
}

// surelyOwn reports whether an id can be no other's.
func (t *rtypeProtocol) surelyOwn(id uint64) bool {
	if t.wire.Code {
		return id >= rtype.MinID && id>>32 == 0
	}
	return t.in && id == uint64(t.client)
}

// speak is the protocol's.
func (t *rtypeProtocol) speak(now time.Time, in game.Input, lost bool, send func(p []byte)) {
	if (!t.in || lost) && now.Sub(t.asked) >= askEvery {
		t.asked = now
		m := rtype.Connect{ClientID: t.client}
		t.say(m.Append(t.buf[:0], t.wire), send)
	}
	if !t.in {
		return
	}
	if now.Sub(t.pinged) >= pingEvery {
		t.pinged, t.waits = now, true
		m := rtype.Signal{Type: rtype.PingType}
		t.say(m.Append(t.buf[:0], t.wire), send)
	}
	if now.Sub(t.spoke) >= inputEvery {
		t.spoke, t.held = now, in
		t.say(t.input(in), send)
	}
}

func (t *rtypeProtocol) say(p []byte, send func(p []byte)) {
	t.buf = p[:0]
	send(p)
}

// input returns what is held as a packet.
func (t *rtypeProtocol) input(in game.Input) []byte {
	x, y := in.Course().Vector()
	if t.wire.Code {
		m := rtype.InputFlags{Flags: flagsOf(x, y, in)}
		return m.Append(t.buf[:0], t.wire)
	}
	m := rtype.Input{
		Entity: uint32(t.own), DX: float32(x) / game.One, DY: float32(y) / game.One, Shooting: in.Holds(game.Fire),
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
