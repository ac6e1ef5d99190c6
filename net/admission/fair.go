package admission

import (
	"hash/maphash"
	"math"
	"net/netip"
	"time"

	"golang.org/x/time/rate"
)

// FairShare allows a number of requests a second in such a way that sites with few requests pass whatever others do. It
// belongs to one goroutine; its memory and time do not depend on the number of sites.
//
// Sites are divided into four classes by their requests in the last 4 to 8 seconds. Each class has its own share, and
// the rest of the others' shares beyond half a second's. So sites that flood get only the part that sites with a
// request a second do not need. Refused requests count too, so a site that floods stays in its class.
//
// A site that asks as seldom as an honest one counts as one. If addresses are forged at random from the whole Internet,
// each asks once, like an honest one: its chance is then the rate divided by the flood.
type FairShare struct {
	rate   float64
	each   int
	shares [len(classes)]*rate.Limiter // of each class; the burst is a second's

	second, recent, before sketch // counts in this second, in this span and in the one before
	secondAt, recentAt     time.Time
}

// span is the shortest time that requests count; the longest is twice that.
const span = 4 * time.Second

// classes have the most requests within the last 4 to 8 seconds, and the share of each. Sites of the first ask once a
// second.
var classes = [...]struct {
	asked int
	share float64
}{{10, 0.5}, {20, 0.25}, {40, 0.125}, {1<<31 - 1, 0.125}}

// NewFairShare allows a number a second in all, and of each site.
func NewFairShare(perSecond, each int) *FairShare {
	f := &FairShare{rate: float64(perSecond), each: each}
	for i, c := range classes {
		share := c.share * f.rate
		f.shares[i] = rate.NewLimiter(rate.Limit(share), int(math.Ceil(share)))
	}
	return f
}

// Allow reports whether to allow one more request of a site.
func (f *FairShare) Allow(site netip.Prefix, now time.Time) bool {
	f.roll(now)
	this, often := f.second.count(site), f.recent.count(site)+f.before.get(site)
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

// roll begins a new second and a new span when they are due.
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

// sketch counts sites in little memory (a count-min sketch with conservative update): never too few, and too many only
// for one that shares a counter with another in each row. With 2,000 sites that is one in fifty, and another one after
// each clear.
type sketch struct {
	seed maphash.Seed
	rows [4][1 << columnBits]uint16
}

const columnBits = 12

func (s *sketch) clear() {
	s.seed = maphash.MakeSeed()
	s.rows = [len(s.rows)][1 << columnBits]uint16{}
}

// get returns a site's count.
func (s *sketch) get(site netip.Prefix) int {
	h := maphash.Comparable(s.seed, site)
	least := uint16(1<<16 - 1)
	for i := range s.rows {
		least = min(least, s.rows[i][column(h, i)])
	}
	return int(least)
}

// count counts a site, and returns its count.
func (s *sketch) count(site netip.Prefix) int {
	h := maphash.Comparable(s.seed, site)
	n := s.get(site)
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
