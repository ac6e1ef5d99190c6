package net

import (
	"time"

	"dogfight/proto"
)

// pinger measures the round trip to the other end of a link.
type pinger struct {
	last   proto.Ping // reused
	sentAt time.Time
	RTT    time.Duration // the last; 0 before the first answer
}

// next returns the Ping that is due, or nil.
func (p *pinger) next(now time.Time) proto.Message {
	if now.Sub(p.sentAt) < pingEvery {
		return nil
	}
	p.last.Nonce++
	p.sentAt = now
	return &p.last
}

// hear takes the answer that arrived at a time. Held, what the other end let it
// lie, is taken off.
func (p *pinger) hear(m *proto.Pong, at time.Time) {
	if m.Nonce != p.last.Nonce {
		return
	}
	held := time.Duration(m.Held) * heldUnit
	p.RTT = max(at.Sub(p.sentAt)-held, time.Microsecond)
}

// heldUnit is the unit of proto.Pong.Held.
const heldUnit = time.Millisecond / 10

// answer returns the Pong to a Ping that arrived at a time.
func answer(m *proto.Ping, at, now time.Time) *proto.Pong {
	held := min(max(now.Sub(at)/heldUnit, 0), 0xffff)
	return &proto.Pong{Nonce: m.Nonce, Held: uint16(held)}
}
