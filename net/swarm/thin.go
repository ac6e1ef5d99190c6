package swarm

import (
	"time"

	"dogfight/game"
	"dogfight/net/link"
	"dogfight/proto"
)

// thin is a pilot without a World. It acknowledges the orders that come and
// presses buttons as players do, but does not know what they do.
type thin struct {
	connection
	seated    bool
	err       error // why it no longer plays
	keyframes uint64

	randomInput
	zero   time.Time // when tick 0 is for it: so early that its inputs come in time
	known  game.Tick // the newest whose orders it has; 0 before a keyframe
	heard  game.Tick // the newest of which the host has its input
	urgent int       // packets that carry the last change and are still to be sent
	news   bool      // the host does not know yet what is known here
	sentAt time.Time
	asked  time.Time // when the last Ping was sent

	orders   proto.Orders // reused, as are these
	inputs   proto.Inputs
	ping     proto.Ping
	buf, out []byte
}

func newThin(l connection) *thin {
	return &thin{connection: l, randomInput: newRandomInput(uint64(l.n))}
}

func (p *thin) frame(now time.Time) {
	if p.err != nil {
		return
	}
	if p.link == nil {
		p.join()
	}
	p.receive()
	if p.known == 0 || p.err != nil {
		return
	}
	if p.press(max(p.present(now), p.known)) {
		p.urgent = changeRepeats
	}
	if p.due(now.Sub(p.sentAt)) {
		p.sendInputs(now)
	}
}

// present returns the tick that the pilot is in.
func (p *thin) present(now time.Time) game.Tick {
	return game.Tick(int64(now.Sub(p.zero)) * game.TickRate / int64(time.Second))
}

// What a Client does likewise.
const (
	changeRepeats = 3                     // packets with a change
	soon          = time.Second / 40      // within which news are answered
	idle          = time.Second / 20      // after which something is sent in any case
	inTime        = 27 * time.Millisecond // that inputs are to arrive early where packets get lost
	pingEvery     = time.Second
)

// due reports whether something is to be sent after so long a silence.
func (p *thin) due(quiet time.Duration) bool {
	return p.urgent > 0 || p.news && quiet >= soon || quiet >= idle
}

// hear takes what the host sent.
func (p *thin) receive() {
	for {
		packet, ok := p.link.Receive(p.buf)
		if !ok {
			break
		}
		p.buf = packet.Bytes
		if packet.Channel == link.Data {
			p.receiveOrders(packet)
		} else {
			p.receiveControl(packet)
		}
	}
	if p.err == nil {
		p.err = p.link.Err()
	}
}

// The part of an error that a report puts right: less than all, for the next few
// reports do not yet know of it, and less where an input was early than where it
// was late, so that few are late.
const (
	steerLate  = 8
	steerEarly = 64
)

// receiveOrders takes a data packet, but for the orders themselves.
func (p *thin) receiveOrders(packet link.Packet) {
	m := &p.orders
	if p.known == 0 || m.Parse(packet.Bytes, p.known) != nil {
		return
	}
	if m.Base <= p.known && m.Now() > p.known {
		p.known, p.news = m.Now(), true
	}
	if m.Heard > p.heard {
		p.heard = m.Heard
		p.steer(time.Duration(m.Slack)*proto.SlackUnit*time.Millisecond - inTime)
	}
}

// steer sets the clock by how much earlier than needed an input came.
func (p *thin) steer(early time.Duration) {
	if early < 0 {
		p.zero = p.zero.Add(early / steerLate)
	} else {
		p.zero = p.zero.Add(early / steerEarly)
	}
}

// sendInputs sends what the host does not have yet.
func (p *thin) sendInputs(now time.Time) {
	p.sentAt, p.news, p.urgent = now, false, max(p.urgent-1, 0)
	m := &p.inputs
	m.Ack, m.Newest, m.Ping = p.known, p.newest, nil
	m.List = p.since(m.List[:0], p.heard)
	if now.Sub(p.asked) >= pingEvery {
		p.asked = now
		p.ping.Nonce++
		m.Ping = &p.ping
	}
	p.out = m.Append(p.out[:0])
	p.link.Send(link.Data, p.out)
}

// ordersIn returns how many bytes of a data packet from a host are its orders: what
// is left of it without the client's part, a base and a hash, of two bytes each.
func ordersIn(p []byte, m *proto.Orders) int {
	if m.Parse(p, 0) != nil {
		return 0
	}
	var room [32]byte
	return len(p) - len(m.Report.Append(room[:0], 0, 0)) - 2 - 2
}
