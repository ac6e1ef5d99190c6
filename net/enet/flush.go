package enet

import "time"

const (
	pingInterval = 500 * time.Millisecond

	// A peer is given up if nothing came from it for the first while something was sent
	// so many times in vain, and in any case when one command, such as a Connect, was
	// not acknowledged for the second.
	giveUpAfter  = 5 * time.Second
	giveUpAtLast = 30 * time.Second
	giveUpTries  = 6 // patience has grown 32-fold by then, were it not for its bound

	// longestPatience bounds the doubling, unless the round trip takes longer. Without,
	// where a third is lost, one command in thousands meets nothing but losses for 30 s.
	longestPatience = 2 * time.Second

	// maxUnderway bounds the commands to be looked through for each acknowledgement.
	maxUnderway = 256
)

// tick does for p what is due, and returns when something will be next.
func (h *Host) tick(p *Peer) time.Duration {
	if p.state == acknowledgingConnect || p.state == lingering {
		if h.now >= p.expires {
			p.state = gone
			return never
		}
		h.flushAcks(p)
		h.emit(p)
		return p.expires
	}
	if h.isGivenUp(p) {
		h.end(p, p.whyGivenUp(), 0)
	}
	if p.state == gone {
		return never
	}
	h.leaveIfSent(p)
	h.pingIfIdle(p)
	h.flush(p)
	return p.due()
}

// isGivenUp reports whether something was not acknowledged for too long, or nothing was.
func (h *Host) isGivenUp(p *Peer) bool {
	for _, o := range p.sent {
		if h.now < p.dueAgain(o) {
			continue
		}
		silence := h.now - max(o.first, p.lastHeard)
		isLost := silence >= giveUpAfter && int(o.again)+1 >= giveUpTries && p.state != connecting
		if isLost || h.now >= o.first+giveUpAtLast {
			return true
		}
	}
	return false
}

func (p *Peer) whyGivenUp() Reason {
	if p.state == leaving {
		return Closed
	}
	return Silent
}

func (h *Host) pingIfIdle(p *Peer) {
	if p.isOpen() && len(p.sent)+len(p.queue) == 0 && h.now >= p.lastAck+pingInterval {
		p.enlist(h.make(p.nextControl(kindPing)))
	}
}

// flush sends what may go to p now.
func (h *Host) flush(p *Peer) {
	h.flushAcks(p)
	h.sendAgain(p)
	h.sendNew(p)
	h.emit(p)
}

func (h *Host) flushAcks(p *Peer) {
	for _, a := range p.acks {
		h.room(p, acknowledgeSize)
		body := acknowledge{a.seq, a.sent}
		h.out.buf = body.append(head{kindAcknowledge, a.channel, a.seq}.append(h.out.buf))
		h.out.commands++
	}
	p.acks = p.acks[:0]
}

func (h *Host) sendAgain(p *Peer) {
	for _, o := range p.sent {
		if h.now >= p.dueAgain(o) {
			o.again++
			o.last = h.now
			h.put(p, o.command)
		}
	}
}

// sendNew sends what waits, in the order in which it came, but for what is reliable and
// beyond the window.
func (h *Host) sendNew(p *Peer) {
	queue, loose := p.queue, p.loose
	for {
		may := len(queue) > 0 && p.fits(queue[0])
		switch {
		case len(loose) > 0 && (!may || loose[0].order < queue[0].order):
			h.put(p, loose[0].command)
			h.release(p, loose[0])
			loose = loose[1:]
		case may:
			h.sendFirst(p, queue[0])
			queue = queue[1:]
		default:
			p.queue = keep(p.queue, queue)
			p.loose = keep(p.loose, loose)
			return
		}
	}
}

// keep moves what is left of all to its beginning.
func keep(all, left []*outgoing) []*outgoing {
	n := copy(all, left)
	clear(all[n:])
	return all[:n]
}

// fits reports whether o, which is reliable, may go now.
func (p *Peer) fits(o *outgoing) bool {
	return len(p.sent) < maxUnderway && (p.underway == 0 || p.underway+len(o.command) <= p.window)
}

// sendFirst sends what is reliable for the first time.
func (h *Host) sendFirst(p *Peer, o *outgoing) {
	o.first, o.last = h.now, h.now
	p.underway += len(o.command)
	p.sent = append(p.sent, o)
	h.put(p, o.command)
}

// dueAgain returns when o is to be sent again, or looked at for the last time. What was
// sent before the round trip was known goes by it as soon as it is.
func (p *Peer) dueAgain(o *outgoing) time.Duration {
	once := p.trip.patience()
	patience := min(once<<min(o.again, giveUpTries), max(once, longestPatience))
	return min(o.last+patience, o.first+giveUpAtLast)
}

// due returns when something is to be done for p even if nothing happens.
func (p *Peer) due() time.Duration {
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
