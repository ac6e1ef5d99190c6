package lan

import (
	"cmp"
	"math/rand/v2"
	"net/netip"
	"slices"
	"time"

	"dogfight/proto"
)

// candidates are all possible addresses of matches. Announcements may be lies, so their number is bounded. The zero
// value is ready.
type candidates struct {
	list []*candidate
	near func(netip.Addr) bool // whether an address is of a network of ours; nil: all are
}

const (
	// maxCandidates has room for 64 matches, each at two addresses.
	maxCandidates = 128
	// maxFar bounds candidates on other networks: an attacker can announce hundreds of those at no cost,
	// and there must be room for ours.
	maxFar = 32
	// maxPorts bounds candidates at one address: no machine floods the list.
	maxPorts = 8
)

// see handles the announcement of an address.
func (l *candidates) see(at netip.AddrPort, now time.Time) {
	ports, distant := 0, 0
	for _, p := range l.list {
		if p.at == at {
			p.seenAt = now
			return
		}
		if p.at.Addr() == at.Addr() {
			ports++
		}
		if p.proximity == far {
			distant++
		}
	}
	proximity := l.proximity(at.Addr())
	if ports < maxPorts && (proximity != far || distant < maxFar) && l.makeRoom(now) {
		l.list = append(l.list, &candidate{at: at, proximity: proximity, since: now, seenAt: now})
	}
}

// seeWeb sets the address for browsers of a candidate; "" for none.
func (l *candidates) seeWeb(at netip.AddrPort, url string) {
	for _, p := range l.list {
		if p.at == at {
			p.web = url
		}
	}
}

// proximity returns the nearness of an address.
func (l *candidates) proximity(at netip.Addr) proximity {
	switch {
	case at.IsLoopback():
		return here
	case l.near == nil || l.near(at):
		return near
	}
	return far
}

// makeRoom reports whether there is room for one more. In a full list it removes any candidate that was asked and has
// no match: an attacker who announces hundreds of false ones can delay the others so, but not exclude them.
func (l *candidates) makeRoom(now time.Time) bool {
	if len(l.list) < maxCandidates {
		return true
	}
	first := rand.N(maxCandidates)
	for i := range maxCandidates {
		if at := (first + i) % maxCandidates; l.list[at].isIdle(now) {
			l.list = slices.Delete(l.list, at, at+1)
			return true
		}
	}
	return false
}

// due returns the candidates to ask now, each with a new nonce, and removes those without a recent announcement.
func (l *candidates) due(now time.Time, draw func() uint64) (due []*candidate) {
	l.list = slices.DeleteFunc(l.list, func(p *candidate) bool { return now.Sub(p.seenAt) > unseen })
	for _, p := range l.list {
		if now.Sub(p.askedAt) >= askEvery {
			p.nonce, p.askedAt = max(draw(), 1), now
			due = append(due, p)
		}
	}
	return due
}

// answered handles an answer to a pending query.
func (l *candidates) answered(a proto.Answer, at time.Time) {
	for _, p := range l.list {
		if p.nonce == a.Nonce && p.nonce != 0 {
			p.answered(a, at)
			return
		}
	}
}

// matches returns the matches that answer, each once. If there are too many, the nearer and then the older ones stay: a
// title must not help a match.
func (l *candidates) matches(now time.Time) (list []Match) {
	var rows []*candidate
	for _, p := range l.list {
		if !p.isListed(now) {
			continue
		}
		same := slices.IndexFunc(rows, func(o *candidate) bool { return o.match.ID == p.match.ID })
		switch {
		case same < 0:
			rows = append(rows, p)
		case p.better(rows[same]):
			rows[same] = p
		}
	}
	slices.SortFunc(rows, func(a, b *candidate) int {
		return cmp.Or(cmp.Compare(a.proximity, b.proximity), a.firstAt.Compare(b.firstAt), cmp.Compare(a.match.ID, b.match.ID))
	})
	rows = rows[:min(len(rows), maxMatches)]
	slices.SortFunc(rows, compare)
	for _, p := range rows {
		p.match.Web = p.web
		list = append(list, p.match)
	}
	return list
}

// candidate is a possible address of a match.
type candidate struct {
	at         netip.AddrPort
	proximity  proximity
	since      time.Time // when it was added
	nonce      uint64    // of the pending query; 0 for none
	askedAt    time.Time // last query
	seenAt     time.Time // last announcement
	firstAt    time.Time // first of the answers without a gap
	answeredAt time.Time // last answer
	title      string    // of the match at firstAt, by which it is sorted
	web        string    // announced address for browsers
	match      Match     // the answer; its ID is 0 before
}

// proximity is the nearness of a candidate, and so its credibility, the most first.
type proximity uint8

const (
	here proximity = 0 // this machine, which only the folder can announce
	near proximity = 1 // a network of ours
	far  proximity = 2
)

const (
	// askEvery is the interval of queries to a candidate.
	askEvery = time.Second
	// timeout is how long a match stays in the list after its last answer: three may get lost.
	timeout = 7 * askEvery / 2
	// unseen is how long a candidate is asked after its last announcement.
	unseen = 15 * time.Second
	// probation is the time a candidate has to answer before another may replace it.
	probation = askEvery / 2
	// settling is the time in which all addresses of a host are found.
	settling = 2 * askEvery
)

// answered handles an answer.
func (p *candidate) answered(a proto.Answer, at time.Time) {
	another := a.ID != p.match.ID
	if p.isListed(at) && another && at.Sub(p.firstAt) < timeout {
		return // no host is replaced so fast; the list would change all the time
	}
	if !p.isListed(at) || another {
		p.firstAt, p.title = at, a.Info.Title
	}
	p.nonce, p.answeredAt = 0, at
	p.match = Match{ID: a.ID, Address: p.at.String(), Ping: max(at.Sub(p.askedAt), 0), Info: a.Info, at: p.at}
}

// isListed reports whether the candidate has a match now.
func (p *candidate) isListed(now time.Time) bool {
	return !p.answeredAt.IsZero() && now.Sub(p.answeredAt) < timeout
}

// isIdle reports whether the candidate was asked, and has no match.
func (p *candidate) isIdle(now time.Time) bool {
	return !p.isListed(now) && !p.askedAt.IsZero() && now.Sub(p.since) >= probation
}

// compare orders matches for a list: by values that do not change while a player reads it, even if titles do.
func compare(a, b *candidate) int {
	return cmp.Or(cmp.Compare(a.proximity, b.proximity), cmp.Compare(a.title, b.title), cmp.Compare(a.match.ID, b.match.ID))
}

// better reports whether the match is better joined here than at o. Of several addresses it is always the same, so that
// a host is recognised by its certificate; but as any host can answer with a match's number, no later one wins.
func (p *candidate) better(o *candidate) bool {
	if p.proximity != o.proximity {
		return p.proximity < o.proximity
	}
	if since := p.firstAt.Sub(o.firstAt); since.Abs() > settling && p.proximity != here {
		return since < 0
	}
	return cmp.Or(cmp.Compare(rank(p.at.Addr()), rank(o.at.Addr())), p.at.Compare(o.at)) < 0
}

// rank prefers addresses that are easy to read and to reach.
func rank(a netip.Addr) int {
	switch {
	case a.Is4():
		return 0
	case !a.IsLinkLocalUnicast():
		return 1
	}
	return 2
}
