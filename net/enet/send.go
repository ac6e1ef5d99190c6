package enet

import (
	"errors"
	"fmt"
)

// ErrOver is what sending on a connection that has ended, or is about to, returns.
var ErrOver = errors.New("the connection is over")

// Send queues a packet for p, which goes out with the next Tick. The Host keeps none
// of its bytes. Too many for p to take are the end of its connection, and ErrOver.
func (h *Host) Send(p *Peer, channel uint8, packet []byte, how Delivery) error {
	if p.state != connected {
		return ErrOver
	}
	if int(channel) >= len(p.channels) {
		return fmt.Errorf("no channel %d: the peer has %d", channel, len(p.channels))
	}
	if most := h.longest(p, how); len(packet) > most {
		return fmt.Errorf("a packet of %d bytes: at most %d go %s", len(packet), most, how)
	}
	h.queue(p, channel, packet, how)
	if p.waiting > h.limits.MaxWaiting {
		h.sayGoodbye(p, 0)
		h.end(p, Slow, 0)
		return ErrOver
	}
	return nil
}

// longest is how long a packet may be.
func (h *Host) longest(p *Peer, how Delivery) int {
	if how == Unsequenced {
		return min(h.limits.MaxPacket, p.mtu-longHeader-sendUnsequencedSize)
	}
	return h.limits.MaxPacket
}

// fragment is how long a fragment may be, and a packet that is sent whole.
func (p *Peer) fragment() int { return p.mtu - longHeader - sendFragmentSize }

// queue puts a packet that p can have where it waits.
func (h *Host) queue(p *Peer, channel uint8, packet []byte, how Delivery) {
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

// lastLoose is the last number that an unreliable packet has. The next goes reliably,
// after which they count from 1 again.
const lastLoose = 0xffff

func (h *Host) queueUnsequenced(p *Peer, channel uint8, packet []byte) {
	p.group++
	o := h.make(head{kindSendUnsequenced, channel, 0})
	o.command = (&sendUnsequenced{p.group, packet}).append(o.command)
	p.enlist(o)
}

func (h *Host) queueUnreliable(p *Peer, c *channel, channel uint8, packet []byte) {
	c.sentLoose++
	if len(packet) > p.fragment() {
		h.queueFragments(p, c, channel, packet, false)
		return
	}
	o := h.make(head{kindSendUnreliable, channel, c.sent})
	o.command = (&sendUnreliable{c.sentLoose, packet}).append(o.command)
	p.enlist(o)
}

func (h *Host) queueFragments(p *Peer, c *channel, channel uint8, packet []byte, reliable bool) {
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
