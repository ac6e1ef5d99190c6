package net

import (
	"time"

	"dogfight/game"
	"dogfight/net/link"
	"dogfight/proto"
)

// peer is a client as its host sees it.
type peer struct {
	link  link.Link
	since time.Time
	answerer
	meter   meter
	pace    game.Tick // from one data packet to the next
	pilot   *pilot    // nil before its Hello
	leaving bool      // said Bye, or was told to go

	down bool // its link is
	candidate
	settlement
	sight

	idle   bool // its player cannot play now, as in a menu
	spoke  bool // something was heard of it since the host last looked
	paused bool // it was told that the match stands still

	base
	keyframed game.Tick // tick of the last keyframe sent to it, or 0 when it needs one
	heard     game.Tick // tick of its newest input
	slack     int8      // how early that came, as a proto.Report tells it
	budget    budget
	ballot    ballotState     // that it was told last
	motion    proto.VoteState // likewise
	answers   allowance       // to what it has written as a command

	inputs proto.Inputs // reused
	out    []byte       // reused
}

// greeting is how long a peer may take to say Hello.
const greeting = 5 * time.Second

func (p *peer) say(m proto.Message) {
	p.out = m.Append(p.out[:0])
	p.link.Send(link.Control, p.out)
}

// pass sends a message that is given as bytes.
func (p *peer) pass(message []byte) { p.link.Send(link.Control, message) }

// dismiss says a last word and hangs up.
func (p *peer) dismiss(m proto.Message) {
	p.say(m)
	p.link.Close()
	p.leaving = true
}

// slot returns the slot of the peer's ship, or NoSlot.
func (p *peer) slot() uint8 {
	if p.pilot == nil {
		return proto.NoSlot
	}
	return p.pilot.Slot
}

// sees reports whether the match that is played now has reached the client.
func (p *peer) sees() bool { return p.keyframed != 0 && p.acked >= p.keyframed }

// hearInputs takes a data packet of a client that is shown the present, so many ticks behind the match. It returns how many of the inputs came too late for
// their ticks, and differ from what was flown instead.
func (p *peer) hearInputs(packet link.Packet, present, behind game.Tick, clock *tickClock) (missed uint64) {
	if p.pilot == nil || p.inputs.Parse(packet.Bytes, present) != nil {
		return 0
	}
	m := &p.inputs
	if m.Newest >= present+historyTicks || m.Ack > present || int(m.Newest) < len(m.List) {
		return 0 // claims a future, or a past before the first tick
	}
	if m.Ping != nil {
		p.answerer.hear(m.Ping, packet.At)
		p.base.gap = game.Tick(m.Ping.Gap)
	}
	p.base.ack(m.Ack, present)
	if p.jumped && !p.sees() {
		return 0 // it is still for the time that the client saw before
	}
	p.jumped = false
	if m.Newest > p.heard {
		p.heard = m.Newest
		p.slack = clock.slack(m.Newest+behind, packet.At)
	}
	if p.late {
		return 0 // it has nothing to fly
	}
	oldest := m.Newest - game.Tick(len(m.List)) + 1
	for i, in := range m.List {
		if p.pilot.Inputs.put(oldest+game.Tick(i), present, in) {
			missed++
		}
	}
	return missed
}

// budget bounds how much a peer may say on the control channel.
type budget struct {
	second time.Time
	spent  int
}

const (
	// perSecond is how many control messages a peer may send in a second. A
	// client in good order sends fewer than ten.
	perSecond = 60
	// chatCost is how many messages a line of chat counts for, since everybody
	// gets it.
	chatCost = 6
	// spawnCost is how many a Spawn counts for: to look at its name takes longest.
	spawnCost = 3
)

// spend reports whether one more message is within the budget.
func (b *budget) spend(now time.Time, m proto.Message) bool {
	if now.Sub(b.second) >= time.Second {
		b.second, b.spent = now, 0
	}
	switch m.Type() {
	case proto.ChatType:
		b.spent += chatCost
	case proto.SpawnType:
		b.spent += spawnCost
	default:
		b.spent++
	}
	return b.spent <= perSecond
}
