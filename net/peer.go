package net

import (
	"cmp"
	"slices"
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
	authState
	settlement
	sight

	idle   bool // its player cannot play now, as in a menu
	active bool // something was heard of it since the host last looked
	paused bool // it was told that the match stands still

	base
	keyframed   game.Tick // tick of the last keyframe sent to it, or 0 when it needs one
	newestInput game.Tick // tick of its newest input
	slack       int8      // how early that came, as a proto.Report tells it
	budget      budget
	ballot      ballotState     // that it was told last
	vote        proto.VoteState // likewise
	answers     allowance       // to what it has written as a command

	inputs proto.Inputs // reused
	out    []byte       // reused
}

// greeting is how long a peer may take to say Hello.
const helloTimeout = 5 * time.Second

func (p *peer) send(m proto.Message) {
	p.out = m.Append(p.out[:0])
	p.link.Send(link.Control, p.out)
}

// pass sends a message that is given as bytes.
func (p *peer) sendBytes(message []byte) { p.link.Send(link.Control, message) }

// dismiss says a last word and hangs up.
func (p *peer) dismiss(m proto.Message) {
	p.send(m)
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
func (p *peer) receiveInputs(packet link.Packet, present, behind game.Tick, clock *hostClock) (missed uint64) {
	if p.pilot == nil || p.inputs.Parse(packet.Bytes, present) != nil {
		return 0
	}
	m := &p.inputs
	if m.Newest >= present+historyTicks || m.Ack > present || int(m.Newest) < len(m.List) {
		return 0 // claims a future, or a past before the first tick
	}
	if m.Ping != nil {
		p.answerer.receive(m.Ping, packet.At)
		p.base.gap = game.Tick(m.Ping.Gap)
	}
	p.base.ack(m.Ack, present)
	if p.jumped && !p.sees() {
		return 0 // it is still for the time that the client saw before
	}
	p.jumped = false
	if m.Newest > p.newestInput {
		p.newestInput = m.Newest
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

// settlement is whether a peer has what it came for.
type settlement struct {
	watches bool // it came to watch
	settled bool
}

// settles reports, once, that a peer has a seat or watches: it has passed all that keeps
// strangers out.
func (p *peer) settles() bool {
	if p.settled || p.pilot == nil || p.leaving || !p.watches && !p.pilot.seated() {
		return false
	}
	p.settled = true
	return true
}

// peers are the clients of a host, in the order in which they connected.
type peers struct {
	all []*peer
	out []byte // reused

	announced allowance
	late      *late            // nil: all see the match as it is
	now       func() game.Tick // of the match
}

// of returns the client of a pilot, or nil if it is not there.
func (ps *peers) find(pilot *pilot) *peer {
	i := slices.IndexFunc(ps.all, func(p *peer) bool { return p.pilot == pilot })
	if i < 0 {
		return nil
	}
	return ps.all[i]
}

// broadcast sends a message to everybody in the match, when they see what it tells of.
func (ps *peers) broadcast(m proto.Message) { ps.sendExcept(nil, m) }

// sendBut sends a message to everybody in the match but one, when they see what it tells of.
func (ps *peers) sendExcept(but *pilot, m proto.Message) {
	ps.sendIf(m, func(p *peer) bool { return p.pilot != but && !p.late })
	if ps.late != nil {
		ps.late.queueMessage(ps.now(), but, ps.out)
	}
}

// sendIf sends a message at once to those in the match who are to have it.
func (ps *peers) sendIf(m proto.Message, to func(*peer) bool) {
	ps.out = m.Append(ps.out[:0])
	for _, p := range ps.all {
		if p.pilot != nil && !p.leaving && to(p) {
			p.sendBytes(ps.out)
		}
	}
}

// proclaim sends a notice of the operator's to everybody at once.
func (ps *peers) noticeAll(text string) {
	ps.sendIf(notice(text), func(*peer) bool { return true })
}

// say sends a message to one pilot's client, if it is there.
func (ps *peers) sendTo(to *pilot, m proto.Message) {
	if peer := ps.find(to); peer != nil && !peer.leaving {
		peer.send(m)
	}
}

// tell sends a notice to one pilot's client.
func (ps *peers) notify(to *pilot, text string) { ps.sendTo(to, notice(text)) }

// notice returns a line of chat from the host itself.
func notice(text string) *proto.Chat { return &proto.Chat{Pilot: proto.Notice, Text: text} }

// announceEvery is how often the host tells of comings and goings at most,
// beyond announceBurst: a player who connects again and again must not fill everybody's
// chat. The roster tells of all of them.
const (
	announceEvery = game.TickRate
	announceBurst = 10
)

// announce tells everybody but one that a pilot came or went.
func (ps *peers) announce(but *pilot, text string, now game.Tick) {
	if ps.announced.has(now, announceEvery, announceBurst) {
		ps.announced.take(now, announceEvery)
		ps.sendExcept(but, notice(text))
	}
}

// takeOver cuts the links over which a pilot was reached before.
func (ps *peers) dropOldLinks(pilot *pilot) {
	for _, p := range ps.all {
		if p.pilot == pilot {
			p.pilot = nil
			p.dismiss(&proto.Kick{Reason: "you joined again from another connection"})
		}
	}
}

// waiting returns the pilots who wait for a ship, in the order in which they began to.
func (ps *peers) waiting() (some []*pilot) {
	for _, peer := range ps.all {
		if p := peer.pilot; p != nil && p.waitsSince != 0 && !p.seated() && !peer.leaving {
			some = append(some, p)
		}
	}
	slices.SortStableFunc(some, func(a, b *pilot) int { return cmp.Compare(a.waitsSince, b.waitsSince) })
	return some
}

// soleIdler returns the client of the only player in the match, if that player is in a
// menu. A player whose link is lost and whose seat is kept is in the match as well.
func (ps *peers) onlyIdlePeer(pilots []*pilot) (sole *peer) {
	for _, p := range ps.all {
		switch {
		case p.pilot == nil || p.leaving:
		case sole != nil || !p.idle:
			return nil
		default:
			sole = p
		}
	}
	if sole == nil {
		return nil
	}
	for _, pilot := range pilots {
		if pilot != sole.pilot && !pilot.isBot() {
			return nil
		}
	}
	return sole
}

// notePings brings the round trips that the roster shows up to date.
func (ps *peers) updatePings() {
	for _, p := range ps.all {
		if p.pilot != nil {
			p.pilot.Ping = uint16(p.RTT.Milliseconds())
		}
	}
}

// resume tells those who were told that the match stands still that it runs on.
func (ps *peers) sendResume() {
	for _, p := range ps.all {
		if p.paused && !p.leaving {
			p.send(&proto.Pause{On: false})
		}
		p.paused = false
	}
}
