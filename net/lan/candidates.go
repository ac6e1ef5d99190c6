package lan

import (
	"cmp"
	"math/rand/v2"
	"net/netip"
	"slices"
	"time"

	"dogfight/proto"
)

// candidates are all that are asked. What is announced may be a lie, so their number is
// bounded in every way. The zero value is ready.
type candidates struct {
	list []*candidate
	near func(netip.Addr) bool // whether an address is of a network of ours; nil: all are
}

const (
	// maxCandidates is room for 64 matches, each at two addresses.
	maxCandidates = 128
	// maxFar is how many of them may be of other networks: an attacker who announces hundreds of those, which costs
	// nothing, leaves room for ours.
	nearbyMaxFar = 32
	// maxPorts is how many of them may be at one address: no machine floods the list.
	maxPorts = 8
	// maxMatches is what a list may show.
	nearbyMaxMatches = 64
)

// see notes that a match may be at an address.
func (l *candidates) see(at netip.AddrPort, now time.Time) {
	ports, far := 0, 0
	for _, p := range l.list {
		if p.at == at {
			p.seenAt = now
			return
		}
		if p.at.Addr() == at.Addr() {
			ports++
		}
		if p.proximity == nearbyElsewhere {
			far++
		}
	}
	proximity := l.proximity(at.Addr())
	if ports < maxPorts && (proximity != nearbyElsewhere || far < nearbyMaxFar) && l.makeRoom(now) {
		l.list = append(l.list, &candidate{at: at, proximity: proximity, since: now, seenAt: now})
	}
}

// seeWeb notes that browsers may play at a candidate, or with "" that they may not.
func (l *candidates) seeWeb(at netip.AddrPort, url string) {
	for _, p := range l.list {
		if p.at == at {
			p.web = url
		}
	}
}

// proximity returns how near an address is.
func (l *candidates) proximity(at netip.Addr) proximity {
	switch {
	case at.IsLoopback():
		return here
	case l.near == nil || l.near(at):
		return near
	}
	return nearbyElsewhere
}

// makeRoom reports whether there is room for one more. In a full list, any candidate
// gives way that was asked and has no match: an attacker who announces hundreds that do not
// exist can delay the others so, but not keep them out.
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

// due returns the candidates to be asked now, each with a nonce that is drawn for it, and
// forgets those that were not announced for long.
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

// answered takes an answer, if a candidate was asked for it.
func (l *candidates) answered(a proto.Answer, at time.Time) {
	for _, p := range l.list {
		if p.nonce == a.Nonce && p.nonce != 0 {
			p.answered(a, at)
			return
		}
	}
}

// matches returns those that answer, each once. Of too many, those stay that are nearer or were there before: its title
// must not help a match.
func (l *candidates) matches(now time.Time) (list []FoundMatch) {
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
	rows = rows[:min(len(rows), nearbyMaxMatches)]
	slices.SortFunc(rows, compare)
	for _, p := range rows {
		p.match.Web = p.web
		list = append(list, p.match)
	}
	return list
}
