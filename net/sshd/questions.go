package sshd

import (
	"errors"
	"hash/maphash"
	"net/netip"
	"sync"
	"time"
)

// questions bound how many commands are run: so many a second of an address, and in all. Some
// addresses may share what they have.
type questions struct {
	mu    sync.Mutex
	seed  maphash.Seed
	all   tokens
	sites [1024]tokens
}

// tokens are spent one at a time; they come back at a rate, up to a burst. The zero value has all
// of them.
type tokens struct {
	spent float64
	at    time.Time
}

const (
	// A status bar asks once a second.
	questionRate, questionBurst = 4, 16
	// What all may ask takes 2 % of a core, most of it SSH's own.
	allQuestionRate, allQuestionBurst = 32, 128
)

var errManyQuestions = errors.New("too many commands come from your address, or in all: try again in a second")

func newQuestions() *questions { return &questions{seed: maphash.MakeSeed()} }

// admit reports whether a command of an address is run, and counts it then. What one asks beyond
// its own takes nothing of what is there for all.
func (q *questions) admit(site netip.Prefix, now time.Time) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	mine := &q.sites[maphash.Comparable(q.seed, site)%uint64(len(q.sites))]
	if !mine.has(questionRate, questionBurst, now) || !q.all.has(allQuestionRate, allQuestionBurst, now) {
		return false
	}
	mine.spent++
	q.all.spent++
	return true
}

// has reports whether there is one to spend.
func (t *tokens) has(rate, burst float64, now time.Time) bool {
	if now.After(t.at) {
		t.spent, t.at = max(0, t.spent-rate*now.Sub(t.at).Seconds()), now
	}
	return t.spent+1 <= burst
}
