package lan

import (
	"cmp"
	"net/netip"
	"time"

	"dogfight/proto"
)

// candidate is an address at which a match may be.
type candidate struct {
	at        netip.AddrPort
	proximity proximity
	since     time.Time  // it is in the list
	nonce     uint64     // of the query that waits for an answer; 0 for none
	askedAt   time.Time  // the last time
	seenAt    time.Time  // when a match was last announced there
	firstAt   time.Time  // since when it answers
	heardAt   time.Time  // when it last answered
	title     string     // of the match then, by which it is sorted
	web       string     // where browsers may play, as far as was announced
	match     FoundMatch // that answered; its ID is 0 before
}

// proximity is how near a candidate is, and so how credible, the most first.
type proximity uint8

const (
	here            proximity = 0 // this machine, which only the folder can announce
	near            proximity = 1 // a network of ours
	nearbyElsewhere proximity = 2
)

const (
	// askEvery is how often a candidate is asked.
	askEvery = time.Second
	// timeout is how long a match stays in the list after its last answer: three may
	// get lost.
	timeout = 7 * askEvery / 2
	// unseen is how long a candidate is asked that is not announced any more.
	unseen = 15 * time.Second
	// probation is how long a candidate has to answer, before another may replace it.
	probation = askEvery / 2
	// settling is the time in which all addresses of a host are found.
	settling = 2 * askEvery
)

// answered notes an answer.
func (p *candidate) answered(a proto.Answer, at time.Time) {
	another := a.ID != p.match.ID
	if p.isListed(at) && another && at.Sub(p.firstAt) < timeout {
		return // no host is replaced so fast; a list would never rest
	}
	if !p.isListed(at) || another {
		p.firstAt, p.title = at, a.Info.Title
	}
	p.nonce, p.heardAt = 0, at
	p.match = FoundMatch{ID: a.ID, Address: p.at.String(), Ping: max(at.Sub(p.askedAt), 0), Info: a.Info, at: p.at}
}

// isListed reports whether a match is here now.
func (p *candidate) isListed(now time.Time) bool {
	return !p.heardAt.IsZero() && now.Sub(p.heardAt) < timeout
}

// isIdle reports whether the candidate was asked, and has no match.
func (p *candidate) isIdle(now time.Time) bool {
	return !p.isListed(now) && !p.askedAt.IsZero() && now.Sub(p.since) >= probation
}

// compare orders matches as a list shows them: by what does not change while a player
// looks at it, even if their titles do.
func compare(a, b *candidate) int {
	return cmp.Or(cmp.Compare(a.proximity, b.proximity), cmp.Compare(a.title, b.title), cmp.Compare(a.match.ID, b.match.ID))
}

// better reports whether the match is better joined here than at o. Of several it is always the same, so that a host is
// recognized by its certificate; but any host can answer with the number of a match, so it is none that came later.
func (p *candidate) better(o *candidate) bool {
	if p.proximity != o.proximity {
		return p.proximity < o.proximity
	}
	if since := p.firstAt.Sub(o.firstAt); since.Abs() > settling && p.proximity != here {
		return since < 0
	}
	return cmp.Or(cmp.Compare(rank(p.at.Addr()), rank(o.at.Addr())), p.at.Compare(o.at)) < 0
}

// rank puts those addresses first that are easiest to read and to reach.
func rank(a netip.Addr) int {
	switch {
	case a.Is4():
		return 0
	case !a.IsLinkLocalUnicast():
		return 1
	}
	return 2
}
