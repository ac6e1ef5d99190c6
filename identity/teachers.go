package identity

import "net/netip"

// teachers bound how much strangers can teach a host in a day: a place so many signatures that
// are looked at, and all together so many pairs that are learnt.
type teachers struct {
	day    day
	looked map[netip.Prefix]int // by what a subscriber has, an IPv4 address or an IPv6 /64
	learnt int
}

const (
	// looksPerPlace is more than the players behind one router link in a day.
	looksPerPlace = 16
	// maxTeachers bounds the places that are remembered. Beyond it some are forgotten.
	maxTeachers = 4096
	// learntPerDay is a quarter of the newcomers that are kept: who is one of them has
	// four days at least to come again.
	learntPerDay = maxNewcomers / 4
)

func newTeachers() teachers { return teachers{looked: map[netip.Prefix]int{}} }

// turn begins another day.
func (t *teachers) turn(now day) {
	if t.day != now {
		*t = teachers{day: now, looked: map[netip.Prefix]int{}}
	}
}

// look reports whether one more signature from a place is looked at.
func (t *teachers) look(from netip.Prefix, now day) bool {
	t.turn(now)
	if t.looked[from] >= looksPerPlace {
		return false
	}
	for other := range t.looked { // in a random order: nobody chooses who is forgotten
		if len(t.looked) < maxTeachers {
			break
		}
		delete(t.looked, other)
	}
	t.looked[from]++
	return true
}

// learn reports whether one more pair is learnt.
func (t *teachers) learn(now day) bool {
	t.turn(now)
	t.learnt++
	return t.learnt <= learntPerDay
}
