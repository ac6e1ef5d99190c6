package enet

import (
	"errors"
	"fmt"
	"slices"
	"time"
)

// ErrOver is the error of sending on a connection that has ended, or is about to.
var ErrOver = errors.New("the connection is over")

// Send queues a copy of a packet for p, which is sent with the next Tick. If too many wait, the connection ends, and
// Send returns ErrOver.
func (h *host) Send(p *peer, channel uint8, packet []byte, how Delivery) error {
	if p.state != connected {
		return ErrOver
	}
	if int(channel) >= len(p.channels) {
		return fmt.Errorf("no channel %d: the peer has %d", channel, len(p.channels))
	}
	if longest := h.longest(p, how); len(packet) > longest {
		return fmt.Errorf("a packet of %d bytes: at most %d go %s", len(packet), longest, how)
	}
	h.queue(p, channel, packet, how)
	if p.waiting > h.limits.MaxWaiting {
		h.sendGoodbye(p, 0)
		h.end(p, Slow, 0)
		return ErrOver
	}
	return nil
}

// longest returns the maximum length of a packet.
func (h *host) longest(p *peer, how Delivery) int {
	if how == Unsequenced {
		return min(h.limits.MaxPacket, p.mtu-longHeader-sendUnsequencedSize)
	}
	return h.limits.MaxPacket
}

// fragment returns the maximum length of a fragment, and of a packet that is not divided.
func (p *peer) fragment() int { return p.mtu - longHeader - sendFragmentSize }

// queue queues a packet of allowed length.
func (h *host) queue(p *peer, channel uint8, packet []byte, how Delivery) {
	c := &p.channels[channel]
	switch {
	case how == Unsequenced:
		h.queueUnsequenced(p, channel, packet)
	case how == Unreliable && c.sentLoose < lastLoose:
		h.queueUnreliable(p, c, channel, packet)
	case len(packet) <= p.fragment():
		o := h.make(head{kindSendReliable, channel, c.nextReliable()})
		o.command = (&sendReliable{packet}).append(o.command)
		p.enlist(o)
	default:
		h.queueFragments(p, c, channel, packet, true)
	}
}

// lastLoose is the last number of an unreliable packet. The next is sent reliably, after which numbers begin at 1
// again.
const lastLoose = 0xffff

func (h *host) queueUnsequenced(p *peer, channel uint8, packet []byte) {
	p.group++
	o := h.make(head{kindSendUnsequenced, channel, 0})
	o.command = (&sendUnsequenced{p.group, packet}).append(o.command)
	p.enlist(o)
}

func (h *host) queueUnreliable(p *peer, c *channel, channel uint8, packet []byte) {
	c.sentLoose++
	if len(packet) > p.fragment() {
		h.queueFragments(p, c, channel, packet, false)
		return
	}
	o := h.make(head{kindSendUnreliable, channel, c.sent})
	o.command = (&sendUnreliable{c.sentLoose, packet}).append(o.command)
	p.enlist(o)
}

func (h *host) queueFragments(p *peer, c *channel, channel uint8, packet []byte, reliable bool) {
	size := p.fragment()
	f := sendFragment{start: c.sentLoose, total: uint32(len(packet))}
	f.count = uint32((len(packet) + size - 1) / size)
	hd := head{kindSendUnreliableFragment, channel, c.sent}
	if reliable {
		hd.kind, f.start = kindSendFragment, c.sent+1
	}
	for ; f.number < f.count; f.number++ {
		if reliable {
			hd.seq = c.nextReliable()
		}
		f.offset = f.number * uint32(size)
		f.fragment = packet[f.offset:min(int(f.offset)+size, len(packet))]
		o := h.make(hd)
		o.command = f.append(o.command)
		p.enlist(o)
	}
}

// outgoing is a command that waits to be sent, or to be acknowledged.
type outgoing struct {
	command []byte // as on the wire
	channel uint8
	seq     uint16
	order   uint          // counts those of the peer
	again   uint8         // repetitions
	first   time.Duration // time it was first sent
	last    time.Duration // time it was last sent
}

// outgoingWeight is added to the length of a waiting command, so that small ones are not free.
const outgoingWeight = 64

// maxSpare bounds the memory for further commands.
const maxSpare = 256

// make returns an outgoing for a command with a head.
func (h *host) make(hd head) *outgoing {
	var o *outgoing
	if n := len(h.spare); n > 0 {
		o, h.spare = h.spare[n-1], h.spare[:n-1]
	} else {
		o = &outgoing{command: make([]byte, 0, 128)} // enough for most packets
	}
	*o = outgoing{command: hd.append(o.command[:0]), channel: hd.channel, seq: hd.seq}
	return o
}

// enlist queues a complete command.
func (p *peer) enlist(o *outgoing) {
	p.waiting += len(o.command) + outgoingWeight
	p.order++
	o.order = p.order
	if kind(o.command[0]).wantsAck() {
		p.queue = append(p.queue, o)
	} else {
		p.loose = append(p.loose, o)
	}
}

// release frees o, which is in no list any more.
func (h *host) release(p *peer, o *outgoing) {
	p.waiting -= len(o.command) + outgoingWeight
	if len(h.spare) < maxSpare {
		h.spare = append(h.spare, o)
	}
}

// settle removes an acknowledged command from those sent, and returns it, or nil. It is valid until something else is
// sent.
func (h *host) settle(p *peer, channel uint8, seq uint16) *outgoing {
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
