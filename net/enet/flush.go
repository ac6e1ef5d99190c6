package enet

import "time"

const (
	pingInterval = 500 * time.Millisecond

	// A peer is given up if nothing came from it for giveUpAfter and a command was sent giveUpTries times, and in any
	// case when a command, such as a Connect, was not acknowledged for giveUpAtLast.
	giveUpAfter  = 5 * time.Second
	giveUpAtLast = 30 * time.Second
	giveUpTries  = 6 // patience has grown 32-fold by then, but for its bound

	// longestPatience bounds the doubling, unless the round trip takes longer. Without it, if a third is lost, one
	// command in thousands is lost again and again for 30 s.
	longestPatience = 2 * time.Second

	// maxUnderway bounds the search for each acknowledgement.
	maxUnderway = 256
)

// tick sends everything due for p, and returns the time of the next.
func (h *host) tick(p *peer) time.Duration {
	if p.state == acknowledgingConnect || p.state == lingering {
		if h.now >= p.expires {
			p.state = removed
			return never
		}
		h.flushAcks(p)
		h.emit(p)
		return p.expires
	}
	if h.hasTimedOut(p) {
		why := Silent
		if p.state == leaving {
			why = Closed
		}
		h.end(p, why, 0)
	}
	if p.state == removed {
		return never
	}
	if p.state == leavingLater && len(p.queue)+len(p.sent)+len(p.loose) == 0 {
		h.Disconnect(p, p.parting)
	}
	if p.isOpen() && len(p.sent)+len(p.queue) == 0 && h.now >= p.lastAck+pingInterval {
		p.enlist(h.make(p.nextControl(kindPing)))
	}
	h.flush(p)
	return p.due()
}

// hasTimedOut reports whether a command, or everything, was not acknowledged for too long.
func (h *host) hasTimedOut(p *peer) bool {
	for _, o := range p.sent {
		if h.now < p.dueAgain(o) {
			continue
		}
		silence := h.now - max(o.first, p.lastReceived)
		isLost := silence >= giveUpAfter && int(o.again)+1 >= giveUpTries && p.state != connecting
		if isLost || h.now >= o.first+giveUpAtLast {
			return true
		}
	}
	return false
}

// flush sends everything that p may get now.
func (h *host) flush(p *peer) {
	h.flushAcks(p)
	h.sendAgain(p)
	h.sendNew(p)
	h.emit(p)
}

func (h *host) flushAcks(p *peer) {
	for _, a := range p.acks {
		h.room(p, acknowledgeSize)
		body := acknowledge{a.seq, a.sent}
		h.out.buf = body.append(head{kindAcknowledge, a.channel, a.seq}.append(h.out.buf))
		h.out.commands++
	}
	p.acks = p.acks[:0]
}

func (h *host) sendAgain(p *peer) {
	for _, o := range p.sent {
		if h.now >= p.dueAgain(o) {
			o.again++
			o.last = h.now
			h.put(p, o.command)
		}
	}
}

// sendNew sends waiting commands in order, except reliable ones beyond the window.
func (h *host) sendNew(p *peer) {
	queue, loose := p.queue, p.loose
	for {
		may := len(queue) > 0 && p.fits(queue[0])
		switch {
		case len(loose) > 0 && (!may || loose[0].order < queue[0].order):
			h.put(p, loose[0].command)
			h.release(p, loose[0])
			loose = loose[1:]
		case may:
			o := queue[0]
			queue = queue[1:]
			o.first, o.last = h.now, h.now
			p.underway += len(o.command)
			p.sent = append(p.sent, o)
			h.put(p, o.command)
		default:
			p.queue = compact(p.queue, queue)
			p.loose = compact(p.loose, loose)
			return
		}
	}
}

// compact moves the rest of all to its beginning.
func compact(all, left []*outgoing) []*outgoing {
	n := copy(all, left)
	clear(all[n:])
	return all[:n]
}

// fits reports whether the reliable command o may be sent now.
func (p *peer) fits(o *outgoing) bool {
	return len(p.sent) < maxUnderway && (p.underway == 0 || p.underway+len(o.command) <= p.window)
}

// dueAgain returns when o is to be repeated, or checked for the last time. Commands sent before the round trip was
// known use it as soon as it is.
func (p *peer) dueAgain(o *outgoing) time.Duration {
	once := p.trip.patience()
	patience := min(once<<min(o.again, giveUpTries), max(once, longestPatience))
	return min(o.last+patience, o.first+giveUpAtLast)
}

// due returns when p needs a tick even if nothing happens.
func (p *peer) due() time.Duration {
	switch {
	case len(p.sent) == 0 && p.isOpen():
		return p.lastAck + pingInterval
	case len(p.sent) == 0:
		return never
	}
	next := never
	for _, o := range p.sent {
		next = min(next, p.dueAgain(o))
	}
	return next
}
