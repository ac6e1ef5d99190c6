package enet

import "time"

// hearPeer obeys the commands in a datagram of p's.
func (h *Host) hearPeer(p *Peer, d header, r *reader, size int) {
	p.lastHeard = h.now
	if p.state == strange {
		p.stranger.budget.Received(size)
		p.expires = h.now + strangerLife
		defer h.probe(p)
	}
	for len(r.left) > 0 && p.state != gone {
		hd, b := h.heard.parse(r)
		if r.failed || hd.kind.wantsAck() && !d.timed {
			h.dropped++
			return
		}
		if len(p.acks) == mostAcks {
			return
		}
		if h.obey(p, hd, b) && hd.kind.wantsAck() {
			p.acks = append(p.acks, ack{hd.channel, hd.seq, d.sent})
		}
	}
}

// obey does what a command says, and reports whether it may be acknowledged.
func (h *Host) obey(p *Peer, hd head, of body) bool {
	switch b := of.(type) {
	case *acknowledge:
		h.hearAcknowledge(p, hd.channel, b)
		return false
	case *verifyConnect:
		return h.hearVerifyConnect(p, b)
	case *disconnect:
		return h.hearDisconnect(p, hd.kind, b.data)
	case *connect:
		return false
	}
	if !p.isOpen() {
		return false
	}
	if hd.channel == control {
		return true // Ping and the like
	}
	return int(hd.channel) < len(p.channels) && h.obeySend(p, hd, of)
}

// obeySend takes in a packet, or a piece of one.
func (h *Host) obeySend(p *Peer, hd head, of body) bool {
	switch b := of.(type) {
	case *sendReliable:
		return h.hearReliable(p, hd.channel, hd.seq, reliable{true, sendFragment{piece: b.packet}})
	case *sendUnreliable:
		h.hearUnreliable(p, hd.channel, unreliable{hd.seq, b.number, b.packet})
	case *sendUnsequenced:
		if p.unsequenced.take(b.group) {
			h.config.Received(p, hd.channel, b.packet, Unsequenced)
		}
	case *sendFragment:
		if int(min(b.total, 1<<30)) > h.limits.MaxPacket {
			h.breakOff(p)
			return false
		}
		if hd.kind == kindSendFragment {
			return h.hearReliable(p, hd.channel, hd.seq, reliable{false, *b})
		}
		h.hearPiece(p, hd, b)
	}
	return true
}

// hearPiece takes in a piece of an unreliable packet.
func (h *Host) hearPiece(p *Peer, hd head, f *sendFragment) {
	s := &p.channels[hd.channel].pieces
	if s.put(hd.seq, f) {
		h.hearUnreliable(p, hd.channel, unreliable{hd.seq, f.start, s.bytes})
	}
}

func (h *Host) hearAcknowledge(p *Peer, channel uint8, a *acknowledge) {
	if p.state == strange {
		h.hearProof(p, a)
		return
	}
	o := h.settle(p, channel, a.seq)
	if o == nil {
		return
	}
	p.lastAck = h.now
	trip := time.Duration(h.stamp(p)-a.sent) * time.Millisecond
	if trip <= h.now-o.first+time.Millisecond { // both were cut to whole ones
		p.trip.take(trip)
	}
	if p.state == leaving && channel == control && a.seq == p.farewell {
		h.end(p, Closed, 0)
	}
}
