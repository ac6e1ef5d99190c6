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

// Control admits the connections of one listener. Its methods may be called from any goroutine.
type Control struct {
	// Static after construction.
	limits Limits         // without zeros
	chance func() float64 // from 0 to 1

	mu        sync.Mutex
	total     int
	halfOpen  []*Visit // the oldest first
	resting   []*Visit // the longest first
	groups    map[netip.Prefix]*group
	penalties penalties
	refused   Refused
}

// group is what comes from a prefix.
type group struct {
	total    int
	halfOpen int
}

// Why a connection is refused.
var (
	errAddressFull = errors.New("this address has as many connections as it may have")
	errFull        = errors.New("there are as many connections as there may be")
	errBusy        = errors.New("too many connect and do not come in")
)

// New returns a Control without visits.
func New(l Limits) *Control {
	return &Control{limits: l.orDefaults(), chance: rand.Float64, groups: map[netip.Prefix]*group{}}
}

// Enter admits a new connection, half-open, or returns why not. cut has to cut it off at once; it
// is called at most once, while another one Enters.
func (c *Control) Enter(from netip.Addr, cut func()) (*Visit, error) {
	v := &Visit{control: c, prefixes: prefixesOf(from), local: c.limits.Local(from), cut: cut}
	loser, err := c.admit(v, time.Now())
	if loser != nil {
		loser.cut()
	}
	if err != nil {
		return nil, err
	}
	return v, nil
}

// Count returns how many connections there are, and how many of them are half-open.
func (c *Control) Count() (total, halfOpen int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.total, len(c.halfOpen)
}

// admit lets a visit in, in place of a loser if it must be.
func (c *Control) admit(v *Visit, now time.Time) (loser *Visit, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	site := c.groups[v.prefixes[levels-1]]
	switch {
	case c.drops(v, site, now):
		c.refused.Busy++
		return nil, errBusy
	case site != nil && site.total >= c.limits.share(v.local, c.total):
		if loser = cmp.Or(oldestOf(c.resting, site), oldestOf(c.halfOpen, site)); loser == nil {
			c.refused.AddressFull++
			return nil, errAddressFull
		}
	case len(c.halfOpen) >= c.limits.HalfOpen:
		loser = c.oldestOfHeaviest()
	case c.total >= c.limits.Total:
		if loser = cmp.Or(c.oldestOfHeaviest(), c.longestResting()); loser == nil {
			c.refused.Full++
			return nil, errFull
		}
	}
	if loser != nil {
		c.refused.Cut++
		if loser.state == halfOpen {
			c.punish(loser, cutPenalty)
		}
		c.forget(loser)
	}
	c.open(v)
	c.penalties.let(v.prefixes, now)
	return loser, nil
}

// The part of the half-open connections from which new ones are dropped at random, how likely
// then, and how likely when all are there: never for certain, for honest visitors may share the
// address.
const (
	dropFrom          = 0.5
	dropRate, dropMax = 0.3, 0.875
)

// drops reports whether a new connection is not even looked at.
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

// oldestOf returns the first of some connections that is of a site, or nil.
func oldestOf(all []*Visit, site *group) *Visit {
	for _, v := range all {
		if v.groups[levels-1] == site {
			return v
		}
	}
	return nil
}

// oldestOfHeaviest returns the oldest half-open connection of the prefix that has most of them,
// or nil.
func (c *Control) oldestOfHeaviest() *Visit {
	if len(c.halfOpen) == 0 {
		return nil
	}
	heaviest := c.halfOpen[0]
	for _, v := range c.halfOpen[1:] {
		if v.outweighs(heaviest) {
			heaviest = v
		}
	}
	return heaviest
}

// longestResting returns the connection that was asked nothing of for the longest time, or nil.
func (c *Control) longestResting() *Visit {
	if len(c.resting) == 0 {
		return nil
	}
	return c.resting[0]
}

// outweighs compares the widest prefixes first, and narrower ones where these are the same or
// as heavy.
func (v *Visit) outweighs(other *Visit) bool {
	for level := range v.groups {
		if a, b := v.weight(level), other.weight(level); a != b {
			return a > b
		}
	}
	return false
}

// localWeight is how many half-open connections of local addresses weigh as much as another's:
// they may have as many more.
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

// close counts a visit as half-open, or resting, no more.
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
	if i := slices.Index(all, v); i >= 0 {
		return slices.Delete(all, i, i+1)
	}
	return all
}

// forget counts a visit no more.
func (c *Control) forget(v *Visit) {
	if v.state == gone {
		return
	}
	c.close(v)
	v.state = gone
	c.total--
	for level, g := range v.groups {
		if g.total--; g.total == 0 {
			delete(c.groups, v.prefixes[level])
		}
	}
}

// punish gives an address a penalty, unless the address may be forged or is local.
func (c *Control) punish(v *Visit, much time.Duration) {
	if v.state != gone && !v.local && !c.limits.Forged {
		c.penalties.add(v.prefixes, much/time.Duration(c.limits.AtOnce), time.Now())
	}
}
