package net

import (
	"cmp"
	"slices"

	"dogfight/game"
	"dogfight/proto"
)

// peers are the clients of a host, in the order in which they connected.
type peers struct {
	all []*peer
	out []byte // reused

	announced allowance
	late      *late            // nil: all see the match as it is
	now       func() game.Tick // of the match
}

// of returns the client of a pilot, or nil if it is not there.
func (ps *peers) of(pilot *pilot) *peer {
	i := slices.IndexFunc(ps.all, func(p *peer) bool { return p.pilot == pilot })
	if i < 0 {
		return nil
	}
	return ps.all[i]
}

// broadcast sends a message to everybody in the match, when they see what it tells of.
func (ps *peers) broadcast(m proto.Message) { ps.sendBut(nil, m) }

// sendBut sends a message to everybody in the match but one, when they see what it tells of.
func (ps *peers) sendBut(but *pilot, m proto.Message) {
	ps.sendIf(m, func(p *peer) bool { return p.pilot != but && !p.late })
	if ps.late != nil {
		ps.late.tell(ps.now(), but, ps.out)
	}
}

// sendIf sends a message at once to those in the match who are to have it.
func (ps *peers) sendIf(m proto.Message, to func(*peer) bool) {
	ps.out = m.Append(ps.out[:0])
	for _, p := range ps.all {
		if p.pilot != nil && !p.leaving && to(p) {
			p.pass(ps.out)
		}
	}
}

// proclaim sends a notice of the operator's to everybody at once.
func (ps *peers) proclaim(text string) {
	ps.sendIf(notice(text), func(*peer) bool { return true })
}

// say sends a message to one pilot's client, if it is there.
func (ps *peers) say(to *pilot, m proto.Message) {
	if peer := ps.of(to); peer != nil && !peer.leaving {
		peer.say(m)
	}
}

// tell sends a notice to one pilot's client.
func (ps *peers) tell(to *pilot, text string) { ps.say(to, notice(text)) }

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
		ps.sendBut(but, notice(text))
	}
}

// takeOver cuts the links over which a pilot was reached before.
func (ps *peers) takeOver(pilot *pilot) {
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
func (ps *peers) soleIdler(pilots []*pilot) (sole *peer) {
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
func (ps *peers) notePings() {
	for _, p := range ps.all {
		if p.pilot != nil {
			p.pilot.Ping = uint16(p.RTT.Milliseconds())
		}
	}
}

// resume tells those who were told that the match stands still that it runs on.
func (ps *peers) resume() {
	for _, p := range ps.all {
		if p.paused && !p.leaving {
			p.say(&proto.Pause{On: false})
		}
		p.paused = false
	}
}
