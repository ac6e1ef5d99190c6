package net

import (
	"sync/atomic"

	"dogfight/game"
	"dogfight/proto"
)

// infoCache is what a host tells strangers, as it was a moment ago, so that they are
// answered without the goroutine that owns the match. Any goroutine may read it.
type infoCache struct {
	id     uint64 // of the match
	public atomic.Pointer[public]
	door   atomic.Pointer[proto.Web] // nil: browsers may not play
}

// public is what strangers are told.
type public struct {
	info     proto.Info
	progress proto.Progress
}

// infoEvery is how often it is brought up to date.
const infoEvery = game.TickRate / 4

// Answer appends the answer to a proto.Query to buf, if it is one. A host that takes no more players gives none. Safe from any
// goroutine.
func (h *Host) Answer(query, buf []byte) []byte {
	q, err := proto.ParseQuery(query)
	if err != nil || h.Draining() {
		return buf
	}
	answer := proto.Answer{Nonce: q.Nonce, ID: h.id, Info: h.public.Load().info}
	return answer.Append(buf)
}

// Told returns what strangers are told, and how far the match is. Safe from any goroutine.
func (c *infoCache) Told() (proto.Info, proto.Progress) {
	t := c.public.Load()
	return t.info, t.progress
}

// publish brings it up to date. It is called by Run.
func (c *infoCache) publish(info proto.Info, progress proto.Progress) {
	now := public{info, progress}
	if old := c.public.Load(); old == nil || *old != now {
		changed := now
		c.public.Store(&changed)
	}
}

// SetWeb says where browsers may play: what those are told who ask over a connection. Safe from any goroutine.
func (c *infoCache) SetWeb(port uint16, secure bool) {
	c.door.Store(&proto.Web{Port: port, Secure: secure})
}

// web returns where browsers may play.
func (c *infoCache) web() *proto.Web {
	if door := c.door.Load(); door != nil {
		return door
	}
	return &proto.Web{}
}
