package enet

import (
	"errors"
	"net/netip"

	"dogfight/net/link"
)

// Connect asks the host at addr for a connection, and tells it data. The request goes
// out with the next Tick.
func (h *Host) Connect(addr netip.AddrPort, data uint32) (*Peer, error) {
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

// receiveVerifyConnect lets p in, if we asked.
func (h *Host) receiveVerifyConnect(p *Peer, v *verifyConnect) bool {
	if p.accepted || v.connectID != p.connectID || v.throttle != p.throttle {
		return false
	}
	if p.state != connecting {
		return p.isOpen() // again: the acknowledgement was lost
	}
	h.settle(p, control, 1)
	p.theirs = v.number
	p.agree(&v.parameters, len(p.channels))
	p.session = session{v.incoming & 3, v.outgoing & 3}
	h.sessions[p.number] = p.session
	h.open(p)
	return true
}
