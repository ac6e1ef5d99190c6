package sshd

import (
	"errors"
	"hash/maphash"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// commandLimiter bounds how many commands are run: so many a second of an address, and in all. Some
// addresses may share what they have.
type commandLimiter struct {
	mu    sync.Mutex
	seed  maphash.Seed
	all   *rate.Limiter
	sites [1024]*rate.Limiter // nil until an address there asks
}

const (
	// A status bar asks once a second.
	commandRate, commandBurst = 4, 16
	// What all may ask takes 2 % of a core, most of it SSH's own.
	allCommandRate, allCommandBurst = 32, 128
)

var errManyCommands = errors.New("too many commands come from your address, or in all: try again in a second")

func newCommandLimiter() *commandLimiter {
	return &commandLimiter{seed: maphash.MakeSeed(), all: rate.NewLimiter(allCommandRate, allCommandBurst)}
}

// admit reports whether a command of an address is run, and counts it then. What one asks beyond
// its own takes nothing of what is there for all.
func (l *commandLimiter) admit(site netip.Prefix, now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	mine := &l.sites[maphash.Comparable(l.seed, site)%uint64(len(l.sites))]
	if *mine == nil {
		*mine = rate.NewLimiter(commandRate, commandBurst)
	}
	return (*mine).TokensAt(now) >= 1 && l.all.AllowN(now, 1) && (*mine).AllowN(now, 1)
}
