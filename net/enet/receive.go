package enet

import "time"

// receivePeer applies the commands in a datagram from p.
func (h *host) receivePeer(p *peer, d header, r *reader, size int) {
	p.lastReceived = h.now
	if p.state == acknowledgingConnect {
		p.handshake.budget.Received(size)
		p.expires = h.now + handshakeTime
		defer h.probe(p)
	}
	for len(r.Left) > 0 && p.state != removed {
		hd, b := h.bodies.parse(r)
		if r.failed() || hd.kind.wantsAck() && !d.timed {
			h.dropped++
			return
		}
		if len(p.acks) == maxAcks {
			return
		}
		if h.apply(p, hd, b) && hd.kind.wantsAck() {
			p.acks = append(p.acks, ack{hd.channel, hd.seq, d.sent})
		}
	}
}

// apply applies a command, and reports whether it may be acknowledged.
func (h *host) apply(p *peer, hd head, of body) bool {
	switch b := of.(type) {
	case *acknowledge:
		h.receiveAcknowledge(p, hd.channel, b)
		return false
	case *verifyConnect:
		return h.receiveVerifyConnect(p, b)
	case *disconnect:
		return h.receiveDisconnect(p, hd.kind, b.data)
	case *connect:
		return false
	}
	if !p.isOpen() {
		return false
	}
	if hd.channel == control {
		return true // Ping and the like
	}
	return int(hd.channel) < len(p.channels) && h.applySend(p, hd, of)
}

// applySend handles a packet, or a fragment of one.
func (h *host) applySend(p *peer, hd head, of body) bool {
	switch b := of.(type) {
	case *sendReliable:
		return h.receiveReliable(p, hd.channel, hd.seq, reliable{true, sendFragment{fragment: b.packet}})
	case *sendUnreliable:
		h.receiveUnreliable(p, hd.channel, unreliable{hd.seq, b.number, b.packet})
	case *sendUnsequenced:
		if p.unsequenced.add(b.group) {
			h.config.Received(p, hd.channel, b.packet, Unsequenced)
		}
	case *sendFragment:
		if int(min(b.total, 1<<30)) > h.limits.MaxPacket {
			h.breakOff(p)
			return false
		}
		if hd.kind == kindSendFragment {
			return h.receiveReliable(p, hd.channel, hd.seq, reliable{false, *b})
		}
		if f := &p.channels[hd.channel].fragments; f.put(hd.seq, b) {
			h.receiveUnreliable(p, hd.channel, unreliable{hd.seq, b.start, f.bytes})
		}
	}
	return true
}

func (h *host) receiveAcknowledge(p *peer, channel uint8, a *acknowledge) {
	if p.state == acknowledgingConnect {
		h.receiveProof(p, a)
		return
	}
	o := h.settle(p, channel, a.seq)
	if o == nil {
		return
	}
	p.lastAck = h.now
	trip := time.Duration(h.stamp(p)-a.sent) * time.Millisecond
	if trip <= h.now-o.first+time.Millisecond { // both were rounded down
		p.trip.add(trip)
	}
	if p.state == leaving && channel == control && a.seq == p.farewell {
		h.end(p, Closed, 0)
	}
}
