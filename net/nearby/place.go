package nearby

import (
	"cmp"
	"net/netip"
	"time"

	"dogfight/proto"
)

// place is where a match may be.
type place struct {
	at       netip.AddrPort
	standing standing
	since    time.Time // it is in the list
	nonce    uint64    // of the query that waits for an answer; 0 for none
	askedAt  time.Time // the last time
	seenAt   time.Time // when it was last said that a match is there
	firstAt  time.Time // since when it answers
	heardAt  time.Time // when it last answered
	title    string    // what the match was called then, by which it is sorted
	match    Match     // that answered; its ID is 0 before
}

// standing tells how much is to be believed of a place, the most first.
type standing uint8

const (
	here      standing = 0 // this machine, of which only the folder tells
	near      standing = 1 // a network of ours
	elsewhere standing = 2
)

const (
	// askEvery is how often a place is asked.
	askEvery = time.Second
	// silent is how long a match stays in the list that answers no more: three
	// answers may get lost.
	silent = 7 * askEvery / 2
	// unseen is how long a place is asked that is not named any more.
	unseen = 15 * time.Second
	// probation is how long a place has to answer, before another may take its room.
	probation = askEvery / 2
	// settling is within what time all addresses of a host are found.
	settling = 2 * askEvery
)

// answered notes an answer.
func (p *place) answered(a proto.Answer, at time.Time) {
	if !p.lists(at) {
		p.firstAt, p.title = at, a.Info.Title
	}
	p.nonce, p.heardAt = 0, at
	p.match = Match{ID: a.ID, Address: p.at.String(), Ping: max(at.Sub(p.askedAt), 0), Info: a.Info, at: p.at}
}

// lists reports whether a match is here now.
func (p *place) lists(now time.Time) bool {
	return !p.heardAt.IsZero() && now.Sub(p.heardAt) < silent
}

// wasted reports whether the place was asked, and lists no match.
func (p *place) wasted(now time.Time) bool {
	return !p.lists(now) && !p.askedAt.IsZero() && now.Sub(p.since) >= probation
}

// compare orders matches as a list shows them: by what does not change while it is
// looked at, whatever they call themselves meanwhile.
func compare(a, b *place) int {
	return cmp.Or(cmp.Compare(a.standing, b.standing), cmp.Compare(a.title, b.title), cmp.Compare(a.match.ID, b.match.ID))
}

// better reports whether the match is better joined here than at o. It is always the same one of several, so that a host is
// known again by its certificate; but anybody can answer with the number of a match, so it is none that came later.
func (p *place) better(o *place) bool {
	if p.standing != o.standing {
		return p.standing < o.standing
	}
	if since := p.firstAt.Sub(o.firstAt); since.Abs() > settling && p.standing != here {
		return since < 0
	}
	return cmp.Or(cmp.Compare(rank(p.at.Addr()), rank(o.at.Addr())), p.at.Compare(o.at)) < 0
}

// rank puts the addresses first that are the easiest to read and to reach.
func rank(a netip.Addr) int {
	switch {
	case a.Is4():
		return 0
	case !a.IsLinkLocalUnicast():
		return 1
	}
	return 2
}
