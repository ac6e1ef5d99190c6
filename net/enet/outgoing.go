package enet

import (
	"slices"
	"time"
)

// outgoing is a command that waits to be sent, or to be acknowledged.
type outgoing struct {
	command []byte // as it goes over the wire
	channel uint8
	seq     uint16
	order   uint          // counts those of the peer
	again   uint8         // how often it was sent after the first time
	first   time.Duration // when it was sent for the first time
	last    time.Duration // and for the last
}

// outgoingWeight is added to the length of a command that waits, so that small ones
// are not free.
const outgoingWeight = 64

// maxSpare bounds what is kept for commands to come.
const maxSpare = 256

// make returns an outgoing for a command of p with that head.
func (h *Host) make(hd head) *outgoing {
	var o *outgoing
	if n := len(h.spare); n > 0 {
		o, h.spare = h.spare[n-1], h.spare[:n-1]
	} else {
		o = &outgoing{command: make([]byte, 0, 128)} // most packets need no more
	}
	*o = outgoing{command: hd.append(o.command[:0]), channel: hd.channel, seq: hd.seq}
	return o
}

// enlist puts o, which is complete, where it waits.
func (p *Peer) enlist(o *outgoing) {
	p.waiting += len(o.command) + outgoingWeight
	p.order++
	o.order = p.order
	if kind(o.command[0]).wantsAck() {
		p.queue = append(p.queue, o)
	} else {
		p.loose = append(p.loose, o)
	}
}

// release takes back o, which is in no list any more.
func (h *Host) release(p *Peer, o *outgoing) {
	p.waiting -= len(o.command) + outgoingWeight
	if len(h.spare) < maxSpare {
		h.spare = append(h.spare, o)
	}
}

// settle takes what was acknowledged from those sent, and returns it, or nil. It stays
// good until something else is sent.
func (h *Host) settle(p *Peer, channel uint8, seq uint16) *outgoing {
	i := slices.IndexFunc(p.sent, func(o *outgoing) bool { return o.seq == seq && o.channel == channel })
	if i < 0 {
		return nil
	}
	o := p.sent[i]
	p.sent = slices.Delete(p.sent, i, i+1)
	p.underway -= len(o.command)
	h.release(p, o)
	return o
}
