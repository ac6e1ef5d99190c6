package enet

import "time"

// lingerLife is how long a Disconnect that comes again is acknowledged: so many times
// has patience doubled by then that it will hardly come later.
const lingerLife = 5 * time.Second

// Disconnect ends a connection, telling the peer data. What waits to be sent is lost.
// Disconnected tells when the peer knows, or is given up.
func (h *Host) Disconnect(p *Peer, data uint32) {
	switch p.state {
	case connecting:
		h.end(p, Closed, 0)
	case connected, leavingLater:
		h.dropAll(p)
		p.state = leaving
		o := h.make(p.nextControl(kindDisconnect))
		p.farewell = o.seq
		o.command = (&disconnect{data}).append(o.command)
		p.enlist(o)
	}
}

// DisconnectLater is Disconnect once all that is reliable has been acknowledged.
func (h *Host) DisconnectLater(p *Peer, data uint32) {
	if p.state != connected {
		h.Disconnect(p, data)
		return
	}
	p.state = leavingLater
	p.parting = data
}

// DisconnectNow is Disconnect without waiting: the peer may never hear of it. It calls
// Disconnected.
func (h *Host) DisconnectNow(p *Peer, data uint32) {
	switch p.state {
	case connected, leavingLater, leaving:
		h.sayGoodbye(p, data)
		h.end(p, Closed, 0)
	case connecting:
		h.end(p, Closed, 0)
	}
}

// leaveIfSent ends the connection of DisconnectLater.
func (h *Host) leaveIfSent(p *Peer) {
	if p.state == leavingLater && len(p.queue)+len(p.sent)+len(p.loose) == 0 {
		h.Disconnect(p, p.parting)
	}
}

// receiveDisconnect reports whether it may be acknowledged.
func (h *Host) receiveDisconnect(p *Peer, k kind, data uint32) bool {
	why := Left
	switch p.state {
	case lingering:
		return true
	case acknowledgingConnect:
		p.state = gone
		return false
	case leaving:
		why, data = Closed, 0
	}
	if k == kindDisconnectNow || p.state == connecting {
		h.end(p, why, data)
		return false
	}
	p.state = lingering
	p.expires = h.now + lingerLife
	h.dropAll(p)
	h.config.Disconnected(p, why, data)
	return true
}

// breakOff ends the connection of a peer that sent what cannot be.
func (h *Host) breakOff(p *Peer) {
	h.dropped++
	h.sayGoodbye(p, 0)
	h.end(p, Broken, 0)
}

// sayGoodbye tells p, once, that it is over. Its address must be proven.
func (h *Host) sayGoodbye(p *Peer, data uint32) {
	b := make([]byte, 0, headSize+4)
	h.put(p, (&disconnect{data}).append(p.nextControl(kindDisconnectNow).append(b)))
	h.emit(p)
}

// end is the end of a connection of which the caller has been told.
func (h *Host) end(p *Peer, why Reason, data uint32) {
	h.dropAll(p)
	p.state = gone
	h.config.Disconnected(p, why, data)
}
