package nearby

import (
	"net/netip"
	"time"

	"dogfight/proto"
)

// place is where a match may be.
type place struct {
	at      netip.AddrPort
	nonce   uint64    // of the query that waits for an answer; 0 for none
	askedAt time.Time // the last time
	seenAt  time.Time // when it was last said that a match is there
	heardAt time.Time // when it last answered
	match   Match     // that answered; its ID is 0 before
}

const (
	// askEvery is how often a place is asked.
	askEvery = time.Second
	// silent is how long a match stays in the list that answers no more: three
	// answers may get lost.
	silent = 7 * askEvery / 2
	// unseen is how long a place is asked that is not named any more.
	unseen = 15 * time.Second
)

// answered notes an answer.
func (p *place) answered(a proto.Answer, at time.Time) {
	p.nonce, p.heardAt = 0, at
	p.match = Match{ID: a.ID, Address: p.at.String(), Ping: max(at.Sub(p.askedAt), 0), Info: a.Info, at: p.at}
}

// lists reports whether a match is here now.
func (p *place) lists(now time.Time) bool {
	return !p.heardAt.IsZero() && now.Sub(p.heardAt) < silent
}
