package net

import (
	"time"

	"dogfight/proto"
)

// pinger measures a client's round trip to its host, once a second, with what
// travels anyway.
type pinger struct {
	asked  proto.Ping // the last
	sentAt time.Time
	RTT    time.Duration // the last; 0 before the first answer
}

const pingEvery = time.Second

// next returns the Ping that is due, or nil. It tells the host how its packets
// come.
func (p *pinger) next(now time.Time, a *arrivals) *proto.Ping {
	if now.Sub(p.sentAt) < pingEvery {
		return nil
	}
	p.sentAt = now
	p.asked.Nonce++
	p.asked.RTT = uint16(min(p.RTT.Round(time.Millisecond).Milliseconds(), 0xffff))
	p.asked.Gap = uint8(min(a.longestGap(now), 0xff))
	return &p.asked
}

// hear takes the answer that arrived at a time. Held, what the other end let it
// lie, is taken off.
func (p *pinger) hear(m *proto.Pong, at time.Time) {
	if m.Nonce == p.asked.Nonce {
		held := time.Duration(m.Held) * heldUnit
		p.RTT = max(at.Sub(p.sentAt)-held, time.Microsecond)
	}
}

// heldUnit is the unit of proto.Pong.Held.
const heldUnit = time.Millisecond / 10

// answerer answers a client's Pings.
type answerer struct {
	pong    proto.Pong
	askedAt time.Time // when a Ping came that waits for its answer, or zero
	RTT     time.Duration
}

// hear takes a Ping that arrived at a time.
func (a *answerer) hear(m *proto.Ping, at time.Time) {
	a.askedAt = at
	a.pong.Nonce = m.Nonce
	a.RTT = time.Duration(m.RTT) * time.Millisecond
}

// next returns the Pong that is due, or nil.
func (a *answerer) next(now time.Time, lost float64, t *tickStats) *proto.Pong {
	if a.askedAt.IsZero() {
		return nil
	}
	a.pong.Held = uint16(min(max(now.Sub(a.askedAt)/heldUnit, 0), 0xffff))
	a.pong.Lost = shareSent(lost)
	a.pong.Work = uint16(min(t.work.Microseconds(), 0xffff))
	a.pong.Late = uint8(min(t.late.Milliseconds(), 0xff))
	a.askedAt = time.Time{}
	return &a.pong
}

// shareSent returns a share as it is sent, in 1/255; shareOf what that means.
func shareSent(share float64) uint8 { return uint8(share*255 + 0.5) }
func shareOf(sent uint8) float64    { return float64(sent) / 255 }
