package admission

import (
	"hash/maphash"
	"net/netip"
	"time"
)

// penalties remember bad reputations of prefixes in a table of fixed size: a prefix has one set of places, and replaces
// the slightest penalty if none is free.
//
// They are no token buckets: a penalty always counts, up to a bound, and a query costs nothing. A rate.Limiter charges
// only the events that it allows.
type penalties struct {
	seed maphash.Seed
	sets [][penaltyWays]penalty // nil until there is one
}

// penalty ends at a time that every failure postpones.
type penalty struct {
	prefix   netip.Prefix
	over     time.Time
	admitted time.Time // time of the latest connection during a bad reputation
}

const (
	penaltySets, penaltyWays = 1024, 4

	failurePenalty = 2 * time.Second // for leaving while half-open
	cutPenalty     = 1 * time.Second // for being cut off, which is not only the visitor's fault
	visitPenalty   = time.Second / 4 // for each other visit: a handshake costs a host a millisecond or two
	badReputation  = 10 * time.Second
	maxPenalty     = 30 * time.Second // so a bad reputation lasts for 20 s after the last failure
)

// parts divides a penalty at each level, and the pause between connections there: more visitors in wider prefixes are
// innocent.
var parts = [levels]time.Duration{64, 8, 1}

// admitEvery is the pause between connections from an address with a bad reputation.
const admitEvery = time.Second

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

// add extends the penalties of an address's prefixes.
func (p *penalties) add(of [levels]netip.Prefix, length time.Duration, now time.Time) {
	for level, prefix := range of {
		at := p.find(prefix)
		if at == nil {
			at = p.slightest(prefix)
			*at = penalty{prefix: prefix}
		}
		if at.over.Before(now) {
			at.over = now
		}
		at.over = at.over.Add(length / parts[level])
		if most := now.Add(maxPenalty); at.over.After(most) {
			at.over = most
		}
	}
}

// slightest returns the place of the slightest penalty in a prefix's set.
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

// weigh reports whether any prefix of an address has a bad reputation, and whether the address must wait for its next
// connection.
func (p *penalties) weigh(of [levels]netip.Prefix, now time.Time) (bad, wait bool) {
	for level, prefix := range of {
		if at := p.find(prefix); at != nil && at.over.Sub(now) > badReputation {
			bad = true
			wait = wait || now.Sub(at.admitted) < admitEvery/parts[level]
		}
	}
	return bad, wait
}

// admitted stores the time of a connection.
func (p *penalties) admitted(of [levels]netip.Prefix, now time.Time) {
	for _, prefix := range of {
		if at := p.find(prefix); at != nil {
			at.admitted = now
		}
	}
}
