package enet

import (
	"errors"
	"net/netip"
	"time"

	"dogfight/net/admission"
	"dogfight/net/link"
)

// handshake is the state of a peer that has not acknowledged anything: its address may be forged.
type handshake struct {
	budget  admission.ReplyBudget // one byte to it for each from it
	answers int                   // sent to it
	asked   time.Duration         // time of its Connect
	wrong   int                   // acknowledgements of something never sent to it
}

const (
	handshakeTime = 10 * time.Second // longer than a libenet client waits between its first four attempts
	maxWrong      = 4

	// Limits of new peers a second, in all and of an address: each has a second to acknowledge before it is replaced,
	// in any flood.
	handshakeRate     = 256
	handshakeRateEach = 16

	verifySize = longHeader + verifyConnectSize
	probeSize  = longHeader + pingSize
)

// receiveHandshake handles a datagram from a peer without a number.
func (h *host) receiveHandshake(from link.UDPAddr, d header, r *reader, size int) {
	_, b := h.bodies.parse(r)
	c, ok := b.(*connect)
	if r.failed() || !ok || !d.timed {
		h.dropped++
		return
	}
	if p := h.findByConnect(from, c.connectID); p != nil {
		if p.state == acknowledgingConnect {
			p.handshake.budget.Received(size)
			h.verify(p)
		}
		return
	}
	if h.isFullFor(from) || !h.newcomers.Allow(site(from), h.began.Add(h.now)) {
		h.dropped++
		return
	}
	h.makeRoom(from)
	if p := h.seat(from, c.connectID); p != nil {
		h.welcome(p, c, size)
	}
}

// findByConnect returns the peer of a repeated Connect, or nil.
func (h *host) findByConnect(from link.UDPAddr, connectID uint32) *peer {
	for _, p := range h.peers {
		if p.addr == from && p.connectID == connectID && p.accepted && !p.isRemoved() {
			return p
		}
	}
	return nil
}

// isFullFor reports whether an address may not connect any more peers.
func (h *host) isFullFor(from link.UDPAddr) bool {
	all, there := 0, 0
	for _, p := range h.peers {
		if p.isSeated() && p.addr != from { // one from there would be replaced
			all++
			if site(p.addr) == site(from) {
				there++
			}
		}
	}
	return all >= h.limits.Peers || there >= h.limits.PerSite
}

// site is the network of one user.
func site(a link.UDPAddr) netip.Prefix {
	ip := a.Addr().Unmap()
	bits := 64
	if ip.Is4() {
		bits = 32
	}
	p, _ := ip.Prefix(bits) // fails for more bits than there are
	return p
}

// makeRoom removes an unproven peer with that address, and the oldest if there are too many.
func (h *host) makeRoom(from link.UDPAddr) {
	var oldest *peer
	n := 0
	for _, p := range h.peers {
		switch {
		case p.state != acknowledgingConnect:
		case p.addr == from:
			p.state = removed
		default:
			n++
			if oldest == nil || p.handshake.asked < oldest.handshake.asked {
				oldest = p
			}
		}
	}
	if oldest != nil && n >= h.limits.Handshakes {
		oldest.state = removed
	}
	h.sweep()
}

// welcome begins the handshake with p, by the parameters of its Connect.
func (h *host) welcome(p *peer, c *connect, size int) {
	p.accepted = true
	p.state = acknowledgingConnect
	p.theirs = c.number
	p.data = c.data
	p.agree(&c.parameters, h.limits.Channels)
	p.session.outgoing = nextSession(c.incoming, p.session.outgoing)
	p.session.incoming = nextSession(c.outgoing, p.session.incoming)
	h.sessions[p.number] = p.session
	p.handshake = handshake{budget: admission.ReplyBudget{Times: 1}, asked: h.now}
	p.handshake.budget.Received(size)
	h.verify(p)
}

// agree sets the parameters that both ends can use.
func (p *peer) agree(t *parameters, mostChannels int) {
	p.mtu = min(p.mtu, int(min(max(t.mtu, minMTU), maxMTU)))
	p.window = min(p.window, int(min(max(t.window, minWindow), maxWindow)))
	p.channels = make([]channel, min(int(t.channels), mostChannels))
	p.throttle = t.throttle
}

// nextSession returns the session after the client's, but not the one that the host has from an earlier connection.
func nextSession(client, host uint8) uint8 {
	if client == noSession {
		client = host
	}
	next := (client + 1) & 3
	if next == host {
		next = (next + 1) & 3
	}
	return next
}

// verify answers a Connect, if the budget allows.
func (h *host) verify(p *peer) {
	p.expires = h.now + handshakeTime
	if p.handshake.budget.Left() < verifySize {
		return
	}
	v := verifyConnect{p.parameters()}
	v.incoming, v.outgoing = p.session.outgoing, p.session.incoming // from its view
	p.seq = max(p.seq, 1)
	h.out.buf = v.append(head{kindVerifyConnect, control, 1}.append(h.out.buf))
	h.out.commands, h.out.timed = 1, true
	p.handshake.answers++
	h.emit(p)
}

// parameters are those of the connection, except sessions.
func (p *peer) parameters() parameters {
	return parameters{
		number: p.number, mtu: uint32(p.mtu), window: uint32(p.window), channels: uint32(len(p.channels)),
		throttle: p.throttle, connectID: p.connectID,
	}
}

// probe asks p, which may have got our VerifyConnect, for an acknowledgement, if the budget allows.
func (h *host) probe(p *peer) {
	if p.state != acknowledgingConnect || p.handshake.budget.Left() < probeSize {
		return
	}
	ping := p.nextControl(kindPing).append(make([]byte, 0, pingSize))
	p.handshake.answers++
	h.put(p, ping)
	h.emit(p)
}

// receiveProof completes the handshake, if p acknowledges something sent to it.
func (h *host) receiveProof(p *peer, a *acknowledge) {
	if a.sent != p.clock {
		if p.handshake.wrong++; p.handshake.wrong >= maxWrong {
			p.state = removed
		}
		return
	}
	if h.isFullFor(p.addr) {
		h.sendGoodbye(p, 0)
		p.state = removed
		return
	}
	for _, other := range h.peers {
		if other != p && other.addr == p.addr && other.isSeated() {
			h.end(other, Replaced, 0)
		}
	}
	if p.handshake.answers == 1 {
		p.trip.add(h.now - p.handshake.asked)
	}
	h.open(p)
}

// open opens the connection with p.
func (h *host) open(p *peer) {
	p.state = connected
	p.lastAck = h.now
	h.config.Connected(p, p.data)
}

// Connect asks the host at addr for a connection, with data. The request is sent with the next Tick.
func (h *host) Connect(addr netip.AddrPort, data uint32) (*peer, error) {
	p := h.seat(link.UDPAddr{AddrPort: addr}, h.random.Uint32())
	if p == nil {
		return nil, errors.New("too many connections")
	}
	p.channels = make([]channel, h.limits.Channels)
	p.throttle = usualThrottle
	c := connect{p.parameters(), data}
	c.incoming, c.outgoing = p.session.incoming, p.session.outgoing
	o := h.make(p.nextControl(kindConnect))
	o.command = c.append(o.command)
	p.enlist(o)
	return p, nil
}

// receiveVerifyConnect accepts p, if we asked.
func (h *host) receiveVerifyConnect(p *peer, v *verifyConnect) bool {
	if p.accepted || v.connectID != p.connectID || v.throttle != p.throttle {
		return false
	}
	if p.state != connecting {
		return p.isOpen() // repeated: the acknowledgement was lost
	}
	h.settle(p, control, 1)
	p.theirs = v.number
	p.agree(&v.parameters, len(p.channels))
	p.session = session{v.incoming & 3, v.outgoing & 3}
	h.sessions[p.number] = p.session
	h.open(p)
	return true
}
