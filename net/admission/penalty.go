package admission

import (
	"hash/maphash"
	"net/netip"
	"time"
)

// penalties remember which prefixes have a bad reputation. It is a table of fixed size: a prefix has
// one set of places, and takes that with the slightest penalty if none is free.
//
// They are no token buckets: a penalty is charged whatever was charged before, up to a bound, and
// asking takes nothing. A rate.Limiter charges only what it lets through.
type penalties struct {
	seed maphash.Seed
	sets [][penaltyWays]penalty // nil until there is one
}

// penalty is over at a time, which every failure puts off.
type penalty struct {
	prefix netip.Prefix
	over   time.Time
	let    time.Time // when a connection was last let in in spite of it
}

const (
	penaltySets, penaltyWays = 1024, 4

	failurePenalty = 2 * time.Second // for leaving without having come in
	cutPenalty     = 1 * time.Second // for being cut off to make room, which is not all the visitor's fault
	visitPenalty   = time.Second / 4 // for each other visit: a handshake costs a host a millisecond or two
	badReputation  = 10 * time.Second
	mostPenalty    = 30 * time.Second // so a bad reputation lasts for 20 s after the last failure
)

// parts are the divisors of a penalty at each level, and how many times as often connections are
// let in there: in wider prefixes more visitors are innocent.
var parts = [levels]time.Duration{64, 8, 1}

// letIn is how long after the last one the next is let in from an address with a bad reputation.
const letIn = time.Second

func (p *penalties) set(of netip.Prefix) *[penaltyWays]penalty {
	if p.sets == nil {
		p.seed, p.sets = maphash.MakeSeed(), make([][penaltyWays]penalty, penaltySets)
	}
	return &p.sets[maphash.Comparable(p.seed, of)%penaltySets]
}

// find returns the penalty of a prefix, or nil.
func (p *penalties) find(of netip.Prefix) *penalty {
	if p.sets == nil {
		return nil
	}
	set := p.set(of)
	for i := range set {
		if set[i].prefix == of {
			return &set[i]
		}
	}
	return nil
}

// add makes the penalties of an address's prefixes longer.
func (p *penalties) add(of [levels]netip.Prefix, much time.Duration, now time.Time) {
	for level, prefix := range of {
		at := p.find(prefix)
		if at == nil {
			at = p.slightest(prefix)
			*at = penalty{prefix: prefix}
		}
		if at.over.Before(now) {
			at.over = now
		}
		at.over = at.over.Add(much / parts[level])
		if most := now.Add(mostPenalty); at.over.After(most) {
			at.over = most
		}
	}
}

// slightest returns the place for a prefix that is the least loss.
func (p *penalties) slightest(of netip.Prefix) *penalty {
	set := p.set(of)
	least := &set[0]
	for i := range set {
		if set[i].over.Before(least.over) {
			least = &set[i]
		}
	}
	return least
}

// weigh reports whether an address has a bad reputation, by any of its prefixes, and whether it
// must wait for its next connection.
func (p *penalties) weigh(of [levels]netip.Prefix, now time.Time) (bad, wait bool) {
	for level, prefix := range of {
		if at := p.find(prefix); at != nil && at.over.Sub(now) > badReputation {
			bad = true
			wait = wait || now.Sub(at.let) < letIn/parts[level]
		}
	}
	return bad, wait
}

// let notes that a connection was let in.
func (p *penalties) let(of [levels]netip.Prefix, now time.Time) {
	for _, prefix := range of {
		if at := p.find(prefix); at != nil {
			at.let = now
		}
	}
}
