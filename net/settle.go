package net

// settlement is whether a peer has what it came for.
type settlement struct {
	watches bool // it came to watch
	settled bool
}

// settle tells, once, of a peer that has a seat or watches: it has passed all that keeps
// strangers out.
func (h *Host) settle(p *peer) {
	if p.settled || p.pilot == nil || p.leaving || !p.watches && !p.pilot.seated() {
		return
	}
	p.settled = true
	if h.conf.Settled != nil {
		h.conf.Settled(p.link)
	}
}
