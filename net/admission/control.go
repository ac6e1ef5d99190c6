package admission

import (
	"cmp"
	"errors"
	"math/rand/v2"
	"net/netip"
	"slices"
	"sync"
	"time"
)

// Control admits the connections of one listener. Its methods are safe for concurrent use.
type Control struct {
	// Static after construction.
	limits Limits         // with defaults
	chance func() float64 // a random number from 0 to 1

	mu        sync.Mutex
	total     int
	halfOpen  []*Visit // the oldest first
	resting   []*Visit // the longest first
	groups    map[netip.Prefix]*group
	penalties penalties
	refused   Refused
}

// group counts the connections of a prefix.
type group struct {
	total    int
	halfOpen int
}

// Reasons to refuse a connection.
var (
	errAddressFull = errors.New("this address has as many connections as it may have")
	errFull        = errors.New("there are as many connections as there may be")
	errBusy        = errors.New("too many connect and do not come in")
)

// New returns a Control without visits.
func New(l Limits) *Control {
	return &Control{limits: l.orDefaults(), chance: rand.Float64, groups: map[netip.Prefix]*group{}}
}

// Enter admits a new connection as half-open, or returns the reason for its refusal. cut must close it at once; it is
// called at most once, during another connection's Enter.
func (c *Control) Enter(from netip.Addr, cut func()) (*Visit, error) {
	v := &Visit{control: c, prefixes: prefixesOf(from), local: c.limits.Local(from), cut: cut}
	cutOff, err := c.admit(v, time.Now())
	if cutOff != nil {
		cutOff.cut()
	}
	if err != nil {
		return nil, err
	}
	return v, nil
}

// Count returns the numbers of all and of half-open connections.
func (c *Control) Count() (total, halfOpen int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.total, len(c.halfOpen)
}

// admit admits a visit, in place of the returned cutOff if there is no room.
func (c *Control) admit(v *Visit, now time.Time) (cutOff *Visit, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	site := c.groups[v.prefixes[levels-1]]
	switch {
	case c.drops(v, site, now):
		c.refused.Busy++
		return nil, errBusy
	case site != nil && site.total >= c.limits.share(v.local, c.total):
		if cutOff = cmp.Or(oldestOf(c.resting, site), oldestOf(c.halfOpen, site)); cutOff == nil {
			c.refused.AddressFull++
			return nil, errAddressFull
		}
	case len(c.halfOpen) >= c.limits.HalfOpen:
		cutOff = c.oldestOfHeaviest()
	case c.total >= c.limits.Total:
		if cutOff = cmp.Or(c.oldestOfHeaviest(), oldestOf(c.resting, nil)); cutOff == nil {
			c.refused.Full++
			return nil, errFull
		}
	}
	if cutOff != nil {
		c.refused.Cut++
		if cutOff.state == halfOpen {
			c.punish(cutOff, cutPenalty)
		}
		c.forget(cutOff)
	}
	c.open(v)
	c.penalties.admitted(v.prefixes, now)
	return cutOff, nil
}

// From dropFrom of the half-open connections on, new ones are dropped at random, with a chance that grows from dropRate
// to dropMax: never with certainty, as honest visitors may share the address.
const (
	dropFrom          = 0.5
	dropRate, dropMax = 0.3, 0.875
)

// drops reports whether to drop a new connection at random or for its reputation.
func (c *Control) drops(v *Visit, site *group, now time.Time) bool {
	if v.local {
		return false
	}
	bad, wait := c.penalties.weigh(v.prefixes, now)
	if wait {
		return true
	}
	full := float64(len(c.halfOpen)) / float64(c.limits.HalfOpen)
	if full < dropFrom || !bad && (site == nil || site.halfOpen == 0) {
		return false
	}
	return c.chance() < dropRate+(dropMax-dropRate)*(full-dropFrom)/(1-dropFrom)
}

// oldestOf returns the first of some connections from a site (nil: any), or nil.
func oldestOf(all []*Visit, site *group) *Visit {
	for _, v := range all {
		if site == nil || v.groups[levels-1] == site {
			return v
		}
	}
	return nil
}

// oldestOfHeaviest returns the oldest half-open connection of the prefix that has most of them, or nil.
func (c *Control) oldestOfHeaviest() *Visit {
	var heaviest *Visit
	for _, v := range c.halfOpen {
		if heaviest == nil || v.outweighs(heaviest) {
			heaviest = v
		}
	}
	return heaviest
}

// outweighs compares the widest prefixes first, then narrower ones if these weigh the same.
func (v *Visit) outweighs(other *Visit) bool {
	for level := range v.groups {
		if a, b := v.weight(level), other.weight(level); a != b {
			return a > b
		}
	}
	return false
}

// localWeight is the number of half-open connections of local addresses that weigh as much as another's.
const localWeight = 16

func (v *Visit) weight(level int) int {
	if v.local {
		return v.groups[level].halfOpen
	}
	return v.groups[level].halfOpen * localWeight
}

// open counts a visit.
func (c *Control) open(v *Visit) {
	for level, prefix := range v.prefixes {
		g := c.groups[prefix]
		if g == nil {
			g = &group{}
			c.groups[prefix] = g
		}
		g.total++
		g.halfOpen++
		v.groups[level] = g
	}
	c.total++
	c.halfOpen = append(c.halfOpen, v)
}

// close removes a visit from the half-open or resting ones.
func (c *Control) close(v *Visit) {
	switch v.state {
	case halfOpen:
		c.halfOpen = without(c.halfOpen, v)
		for _, g := range v.groups {
			g.halfOpen--
		}
	case resting:
		c.resting = without(c.resting, v)
	}
}

func without(all []*Visit, v *Visit) []*Visit {
	return slices.DeleteFunc(all, func(other *Visit) bool { return other == v })
}

// forget removes a visit from all counts.
func (c *Control) forget(v *Visit) {
	if v.state == left {
		return
	}
	c.close(v)
	v.state = left
	c.total--
	for level, g := range v.groups {
		if g.total--; g.total == 0 {
			delete(c.groups, v.prefixes[level])
		}
	}
}

// punish gives a visit's address a penalty, unless the address may be forged or is local.
func (c *Control) punish(v *Visit, penalty time.Duration) {
	if v.state != left && !v.local && !c.limits.Forged {
		c.penalties.add(v.prefixes, penalty/time.Duration(c.limits.AtOnce), time.Now())
	}
}
