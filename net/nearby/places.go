package nearby

import (
	"cmp"
	"math/rand/v2"
	"net/netip"
	"slices"
	"time"

	"dogfight/proto"
)

// places are all that are asked. What is announced may be a lie, so their number is
// bounded in every way. The zero value is ready.
type places struct {
	list []*place
	near func(netip.Addr) bool // whether an address is of a network of ours; nil: all are
}

const (
	// maxPlaces is room for 64 matches, each at two addresses.
	maxPlaces = 128
	// maxFar is how many of them may be of other networks: who names hundreds of those, which costs nothing, leaves
	// room for ours.
	maxFar = 32
	// maxPorts is how many of them may be at one address: no machine floods the list.
	maxPorts = 8
	// maxMatches is what a list may show.
	maxMatches = 64
)

// see notes that a match may be at an address.
func (l *places) see(at netip.AddrPort, now time.Time) {
	ports, far := 0, 0
	for _, p := range l.list {
		if p.at == at {
			p.seenAt = now
			return
		}
		if p.at.Addr() == at.Addr() {
			ports++
		}
		if p.standing == elsewhere {
			far++
		}
	}
	standing := l.standing(at.Addr())
	if ports < maxPorts && (standing != elsewhere || far < maxFar) && l.makeRoom(now) {
		l.list = append(l.list, &place{at: at, standing: standing, since: now, seenAt: now})
	}
}

// standing tells how much is to be believed of a place.
func (l *places) standing(at netip.Addr) standing {
	switch {
	case at.IsLoopback():
		return here
	case l.near == nil || l.near(at):
		return near
	}
	return elsewhere
}

// makeRoom reports whether there is room for one more. When it is full, any place
// gives way that was asked and lists no match: who announces hundreds that do not exist can delay
// the others so, but not keep them away.
func (l *places) makeRoom(now time.Time) bool {
	if len(l.list) < maxPlaces {
		return true
	}
	first := rand.N(maxPlaces)
	for i := range maxPlaces {
		if at := (first + i) % maxPlaces; l.list[at].wasted(now) {
			l.list = slices.Delete(l.list, at, at+1)
			return true
		}
	}
	return false
}

// due returns the places to be asked now, each with a nonce that is drawn for it, and
// forgets those that nobody has named for long.
func (l *places) due(now time.Time, draw func() uint64) (due []*place) {
	l.list = slices.DeleteFunc(l.list, func(p *place) bool { return now.Sub(p.seenAt) > unseen })
	for _, p := range l.list {
		if now.Sub(p.askedAt) >= askEvery {
			p.nonce, p.askedAt = max(draw(), 1), now
			due = append(due, p)
		}
	}
	return due
}

// answered takes an answer, if anybody was asked for it.
func (l *places) answered(a proto.Answer, at time.Time) {
	for _, p := range l.list {
		if p.nonce == a.Nonce && p.nonce != 0 {
			p.answered(a, at)
			return
		}
	}
}

// matches returns those that answer, each once. Where there are too many, those stay that are nearer or were there before:
// what a match is called must not help it.
func (l *places) matches(now time.Time) (list []Match) {
	var rows []*place
	for _, p := range l.list {
		if !p.lists(now) {
			continue
		}
		same := slices.IndexFunc(rows, func(o *place) bool { return o.match.ID == p.match.ID })
		switch {
		case same < 0:
			rows = append(rows, p)
		case p.better(rows[same]):
			rows[same] = p
		}
	}
	slices.SortFunc(rows, func(a, b *place) int {
		return cmp.Or(cmp.Compare(a.standing, b.standing), a.firstAt.Compare(b.firstAt), cmp.Compare(a.match.ID, b.match.ID))
	})
	rows = rows[:min(len(rows), maxMatches)]
	slices.SortFunc(rows, compare)
	for _, p := range rows {
		list = append(list, p.match)
	}
	return list
}
