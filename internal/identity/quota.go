package identity

import "net/netip"

// quota bounds how much strangers can make a host do in a day: so many signatures from one
// network are checked, and so many pairs from all together are learnt.
type quota struct {
	day     day
	checked map[netip.Prefix]int // by what a subscriber has, an IPv4 address or an IPv6 /64
	learnt  int
}

const (
	// checksEach is more than the players behind one router link in a day.
	checksEach = 16
	// maxNetworks bounds the networks that are remembered. Beyond it some are forgotten.
	maxNetworks = 4096
	// learntPerDay is a quarter of the newcomers that are kept: each of them has at
	// least four days to come again.
	learntPerDay = maxNewcomers / 4
)

func newQuota() quota { return quota{checked: map[netip.Prefix]int{}} }

// turn begins another day.
func (q *quota) turn(now day) {
	if q.day != now {
		*q = quota{day: now, checked: map[netip.Prefix]int{}}
	}
}

// check reports whether one more signature from a network may be checked, and counts it.
func (q *quota) check(from netip.Prefix, now day) bool {
	q.turn(now)
	if q.checked[from] >= checksEach {
		return false
	}
	for other := range q.checked { // in a random order, so that no attacker chooses which are forgotten
		if len(q.checked) < maxNetworks {
			break
		}
		delete(q.checked, other)
	}
	q.checked[from]++
	return true
}

// learn reports whether one more pair may be learnt, and counts it.
func (q *quota) learn(now day) bool {
	q.turn(now)
	q.learnt++
	return q.learnt <= learntPerDay
}
