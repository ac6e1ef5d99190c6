package net

// settlement is whether a peer has what it came for.
type settlement struct {
	watches bool // it came to watch
	settled bool
}

// settles reports, once, that a peer has a seat or watches: it has passed all that keeps
// strangers out.
func (p *peer) settles() bool {
	if p.settled || p.pilot == nil || p.leaving || !p.watches && !p.pilot.seated() {
		return false
	}
	p.settled = true
	return true
}
