package net

import (
	"net/netip"
	"sync"
	"time"

	"dogfight/net/link"
)

// guesses makes wrong passwords cost those who send them, and nobody else: after each, the
// next proof from there is heard later, right or wrong. A proof never waits for longer than
// proofWait, so that nobody shuts out others at the same address, and what is
// remembered is bounded by forgetting, never by refusing. Safe from any goroutine.
type guesses struct {
	mu sync.Mutex
	at [2]map[netip.Prefix]*wrongs // narrow and wide: see places
}

// wrongs are the wrong proofs from one place.
type wrongs struct {
	n          int
	free       time.Time // when the next proof is heard
	last, told time.Time // when one came last, and when the log was told
}

const (
	// firstWait follows the first wrong proof, twice as much the second, and so on.
	firstWait = time.Second
	// proofWait is the longest that a proof is kept waiting.
	proofWait = 5 * time.Second
	// wideTries may come from a wide place before it is slowed down: others may live there.
	wideTries = 16
	// wrongKept is for how long after the last wrong proof they are remembered.
	wrongKept = 10 * time.Minute
	// maxPlaces bounds what is remembered of each kind. Beyond it some are forgotten:
	// an attacker with as many addresses has as many tries.
	maxPlaces = 4096
	// tellEvery is how often the log is told of the same place.
	tellEvery = time.Minute
)

func newGuesses() guesses {
	return guesses{at: [2]map[netip.Prefix]*wrongs{{}, {}}}
}

// places returns where a peer is: what a subscriber has (an IPv4 address, an IPv6 /64), and
// what a customer may have who has many of those (/24, /48).
func places(remote string) [2]netip.Prefix {
	narrow := link.SiteOf(remote)
	bits := 48
	if narrow.Addr().Is4() {
		bits = 24
	}
	wide, _ := narrow.Addr().Prefix(bits) // the zero Prefix of no address
	return [2]netip.Prefix{narrow, wide}
}

// wait returns for how much longer a proof has to wait that came from somewhere.
func (g *guesses) wait(from string, came, now time.Time) (longest time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for i, place := range places(from) {
		if w := g.at[i][place]; w != nil {
			longest = max(longest, w.free.Sub(now))
		}
	}
	return min(longest, came.Add(proofWait).Sub(now))
}

// note takes a wrong proof, and reports whether the log should be told.
func (g *guesses) note(from string, now time.Time) (tell bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for i, place := range places(from) {
		w := g.wrongsAt(i, place, now)
		w.n++
		w.last = now
		if slow := w.n - i*wideTries; slow > 0 {
			w.free = now.Add(min(firstWait<<min(slow-1, 8), proofWait))
		}
		if i == 0 && now.Sub(w.told) >= tellEvery {
			w.told, tell = now, true
		}
	}
	return tell
}

// wrongsAt returns those from a place, and makes room for them.
func (g *guesses) wrongsAt(i int, place netip.Prefix, now time.Time) *wrongs {
	all := g.at[i]
	w := all[place]
	if w == nil {
		for other := range all { // in a random order: nobody chooses which is forgotten
			if len(all) < maxPlaces {
				break
			}
			delete(all, other)
		}
		w = &wrongs{}
		all[place] = w
	} else if now.Sub(w.last) >= wrongKept {
		*w = wrongs{}
	}
	return w
}
