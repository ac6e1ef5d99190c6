package admission

import (
	"hash/maphash"
	"math"
	"net/netip"
	"time"

	"golang.org/x/time/rate"
)

// Fair lets through so many requests a second in all, so that sites that ask seldom get
// through whatever others do. It belongs to one goroutine, and takes the same memory and
// time however many ask.
//
// Sites are divided by how often they asked of late into four classes. Each class has a
// share for itself, and what the others leave of theirs beyond half a second's. So sites
// that flood take only what those that ask once a second do not need. Requests count, not
// answers: a site that is refused stays in its class.
//
// A site that asks as seldom as an honest one is one. Where addresses are forged at random
// from the whole Internet, each asks once, and nothing tells the first time of an honest
// one apart: it has the odds of the rate to the flood.
type FairShare struct {
	rate   float64
	each   int
	shares [len(classes)]*rate.Limiter // of each class, a second, and as much at once

	second, recent, before sketch // which sites asked in this second, in this span and in the one before
	secondAt, recentAt     time.Time
}

// span is how long requests are remembered at least, and at most twice as long.
const span = 4 * time.Second

// classes are those of sites that asked at most so often within the last 4 to 8 seconds,
// and the shares of each. The first are those that ask once a second.
var classes = [...]struct {
	asked int
	share float64
}{{10, 0.5}, {20, 0.25}, {40, 0.125}, {1<<31 - 1, 0.125}}

// NewFair returns one that lets so many a second through, and so many of each site.
func NewFairShare(perSecond, each int) *FairShare {
	f := &FairShare{rate: float64(perSecond), each: each}
	for i, c := range classes {
		share := c.share * f.rate
		f.shares[i] = rate.NewLimiter(rate.Limit(share), int(math.Ceil(share)))
	}
	return f
}

// Allow reports whether to let one more of a site through now.
func (f *FairShare) Allow(site netip.Prefix, now time.Time) bool {
	f.roll(now)
	this, often := f.second.count(site), f.recent.count(site)+f.before.look(site)
	if this > f.each {
		return false
	}
	if f.shares[classOf(often)].AllowN(now, 1) {
		return true
	}
	for i, c := range classes {
		if f.shares[i].TokensAt(now) >= 1+c.share*f.rate/2 {
			return f.shares[i].AllowN(now, 1)
		}
	}
	return false
}

func classOf(asked int) (i int) {
	for classes[i].asked < asked {
		i++
	}
	return i
}

// roll begins a new second and a new span when it is time to.
func (f *FairShare) roll(now time.Time) {
	if f.secondAt.IsZero() || now.Sub(f.secondAt) >= time.Second {
		f.secondAt = now
		f.second.clear()
	}
	if f.recentAt.IsZero() || now.Sub(f.recentAt) >= span {
		if f.recentAt.IsZero() || now.Sub(f.recentAt) >= 2*span {
			f.recent.clear()
		}
		f.recentAt = now
		f.before = f.recent
		f.recent.clear()
	}
}

// sketch counts sites in little room (a count-min sketch with conservative update): never
// too few, and too many only for one that shares a counter with another in each row.
// With 2,000 sites that is one in fifty, and another one each time it is cleared.
type sketch struct {
	seed maphash.Seed
	rows [4][1 << columnBits]uint16
}

const columnBits = 12

func (s *sketch) clear() {
	s.seed = maphash.MakeSeed()
	s.rows = [len(s.rows)][1 << columnBits]uint16{}
}

// look returns how often a site was counted.
func (s *sketch) look(site netip.Prefix) int {
	h := maphash.Comparable(s.seed, site)
	least := uint16(1<<16 - 1)
	for i := range s.rows {
		least = min(least, s.rows[i][column(h, i)])
	}
	return int(least)
}

// count counts a site, and returns how often it was counted.
func (s *sketch) count(site netip.Prefix) int {
	h := maphash.Comparable(s.seed, site)
	n := s.look(site)
	if n == 1<<16-1 {
		return n
	}
	for i := range s.rows {
		c := &s.rows[i][column(h, i)]
		*c = max(*c, uint16(n)+1)
	}
	return n + 1
}

func column(h uint64, row int) uint64 { return h >> (row * columnBits) & (1<<columnBits - 1) }
