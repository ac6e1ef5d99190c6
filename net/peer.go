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
	pace    game.Tick // ticks between data packets
	pilot   *pilot    // nil before its Hello
	leaving bool      // it said Bye, or was dismissed

	down bool // its link is down
	authState
	lateState
	watches, settled bool // it is a spectator; it has its seat or view

	idle   bool // its player is in a menu
	active bool // it sent something since the last poll of a pause
	polls  int  // of a pause, since it last sent anything
	paused bool // it was sent Pause

	base
	keyframed   game.Tick // tick of the last keyframe sent to it; 0 when it needs one
	newestInput game.Tick // tick of its newest input
	slack       int8      // how early that came, in units of proto.Report
	budget      budget
	ballot      ballotState     // last sent to it
	vote        proto.VoteState // last sent to it
	answers     allowance       // of error replies to its commands

	inputs proto.Inputs // reused
	out    []byte       // reused
}

// helloTimeout is how long a peer may take to say Hello.
const helloTimeout = 5 * time.Second

func (p *peer) send(m proto.Message) {
	p.out = m.Append(p.out[:0])
	p.link.Send(link.Control, p.out)
}

// sendBytes sends an encoded message.
func (p *peer) sendBytes(message []byte) { p.link.Send(link.Control, message) }

// dismiss sends a last message and closes the link.
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

// sees reports whether the client has confirmed a keyframe of the current match.
func (p *peer) sees() bool { return p.keyframed != 0 && p.acked >= p.keyframed }

// pollPause counts a poll of a pause, and reports whether the pause may continue: the peer is not silent.
func (p *peer) pollPause() bool {
	if p.polls++; p.active {
		p.polls, p.active = 0, false
	}
	return p.polls <= maxSilentPolls
}

// receiveInputs handles a data packet of a client. Its view is behind ticks older than the match. It returns how many inputs came too late
// and differ from the ones that were assumed.
func (p *peer) receiveInputs(packet link.Packet, present, behind game.Tick, clock *hostClock) (missed uint64) {
	if p.pilot == nil || p.inputs.Parse(packet.Bytes, present) != nil {
		return 0
	}
	m := &p.inputs
	if m.Newest >= present+historyTicks || m.Ack > present || int(m.Newest) < len(m.List) {
		return 0 // ticks in the future, or before the first
	}
	if m.Ping != nil {
		p.answerer.receive(m.Ping, packet.At)
		p.base.gap = game.Tick(m.Ping.Gap)
	}
	p.base.ack(m.Ack, present)
	if p.jumped && !p.sees() {
		return 0 // it still acknowledges its former view
	}
	p.jumped = false
	if m.Newest > p.newestInput {
		p.newestInput = m.Newest
		p.slack = clock.slack(m.Newest+behind, packet.At)
	}
	if p.late {
		return 0 // it has no ship
	}
	oldest := m.Newest - game.Tick(len(m.List)) + 1
	for i, in := range m.List {
		if p.pilot.Inputs.put(oldest+game.Tick(i), present, in) {
			missed++
		}
	}
	return missed
}

// budget limits the control messages of a peer.
type budget struct {
	second time.Time
	spent  int
}

const (
	perSecond = 60 // control messages a second; a well-behaved client sends fewer than ten
	chatCost  = 6  // messages that a line of chat counts as: it is sent to all
	spawnCost = 3  // messages that a Spawn counts as: checking its name is slow
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

// settles reports, once, that a peer has a seat or watches: it has passed all checks of strangers.
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

// find returns the client of a pilot, or nil.
func (ps *peers) find(pilot *pilot) *peer {
	i := slices.IndexFunc(ps.all, func(p *peer) bool { return p.pilot == pilot })
	if i < 0 {
		return nil
	}
	return ps.all[i]
}

// broadcast sends a message to all peers in the match; those with a delayed view get it later.
func (ps *peers) broadcast(m proto.Message) { ps.sendExcept(nil, m) }

// sendExcept is broadcast without one pilot.
func (ps *peers) sendExcept(but *pilot, m proto.Message) {
	ps.sendIf(m, func(p *peer) bool { return p.pilot != but && !p.late })
	if ps.late != nil {
		ps.late.queueMessage(ps.now(), but, ps.out)
	}
}

// sendIf sends a message at once to the peers in the match for which to returns true.
func (ps *peers) sendIf(m proto.Message, to func(*peer) bool) {
	ps.out = m.Append(ps.out[:0])
	for _, p := range ps.all {
		if p.pilot != nil && !p.leaving && to(p) {
			p.sendBytes(ps.out)
		}
	}
}

// noticeAll sends a notice to all at once.
func (ps *peers) noticeAll(text string) {
	ps.sendIf(notice(text), func(*peer) bool { return true })
}

// sendTo sends a message to one pilot's client, if it is connected.
func (ps *peers) sendTo(to *pilot, m proto.Message) {
	if peer := ps.find(to); peer != nil && !peer.leaving {
		peer.send(m)
	}
}

// notify sends a notice to one pilot's client.
func (ps *peers) notify(to *pilot, text string) { ps.sendTo(to, notice(text)) }

// notice returns a chat line of the host itself.
func notice(text string) *proto.Chat { return &proto.Chat{Pilot: proto.Notice, Text: text} }

// Notices of pilots that come and go are limited, as a player reconnecting in a loop must not fill the chat. The roster lists them all.
const (
	announceEvery = game.TickRate
	announceBurst = 10
)

// announce sends a notice of a pilot's coming or going to all but one.
func (ps *peers) announce(but *pilot, text string, now game.Tick) {
	if ps.announced.has(now, announceEvery, announceBurst) {
		ps.announced.use(now, announceEvery)
		ps.sendExcept(but, notice(text))
	}
}

// dropOldLinks closes the links of a pilot's former clients.
func (ps *peers) dropOldLinks(pilot *pilot) {
	for _, p := range ps.all {
		if p.pilot == pilot {
			p.pilot = nil
			p.dismiss(&proto.Kick{Reason: "you joined again from another connection"})
		}
	}
}

// waiting returns the pilots that wait for a ship, longest first.
func (ps *peers) waiting() (some []*pilot) {
	for _, peer := range ps.all {
		if p := peer.pilot; p != nil && p.waitsSince != 0 && !p.seated() && !peer.leaving {
			some = append(some, p)
		}
	}
	slices.SortStableFunc(some, func(a, b *pilot) int { return cmp.Compare(a.waitsSince, b.waitsSince) })
	return some
}

// allIdle reports whether there are players in the match and all are in menus. Players with a kept seat count as in the match.
func (ps *peers) allIdle(pilots []*pilot) (all bool) {
	for _, p := range ps.all {
		if p.pilot != nil && !p.leaving && !p.idle {
			return false
		}
	}
	for _, pilot := range pilots {
		if pilot.isBot() {
			continue
		}
		if p := ps.find(pilot); p == nil || p.leaving {
			return false
		}
		all = true
	}
	return all
}

// players calls do for each peer in the match.
func (ps *peers) players(do func(*peer)) {
	for _, p := range ps.all {
		if p.pilot != nil && !p.leaving {
			do(p)
		}
	}
}

// updatePings copies the peers' round trips and paths to their pilots.
func (ps *peers) updatePings() {
	for _, p := range ps.all {
		if p.pilot != nil {
			p.pilot.Ping, p.pilot.path = uint16(p.RTT.Milliseconds()), link.PathOf(p.link)
		}
	}
}

// sendResume ends the pause for the peers that were sent Pause.
func (ps *peers) sendResume() {
	for _, p := range ps.all {
		if p.paused && !p.leaving {
			p.send(&proto.Pause{On: false})
		}
		p.paused = false
	}
}
