package swarm

import (
	"context"
	"sync"
	"time"
)

// scheduler flies its pilots in turn, each once a frame and at its own moment of the
// frame, so that the host does not get all packets at once.
type scheduler struct {
	offset  time.Duration // within a frame, of the first
	members []*member

	mu sync.Mutex // held while a pilot is flown or looked at
}

const (
	framePeriod = time.Second / 60 // a screen's

	// nap is the least worth sleeping; meanwhile the next pilots come due.
	nap = time.Millisecond
)

// run flies the pilots until ctx is done.
func (r *scheduler) run(ctx context.Context, j *joinLimiter) {
	for start := time.Now().Add(r.offset); ctx.Err() == nil; start = nextFrame(start) {
		for i, m := range r.members {
			due := start.Add(framePeriod * time.Duration(i) / time.Duration(len(r.members)))
			if ahead := time.Until(due); ahead >= nap {
				time.Sleep(ahead)
			}
			r.mu.Lock()
			j.fly(m, time.Now())
			r.mu.Unlock()
		}
	}
}

// nextFrame returns when the frame after one begins. Frames that were missed are
// not made good.
func nextFrame(start time.Time) time.Time {
	next := start.Add(framePeriod)
	if now := time.Now(); now.Sub(next) > framePeriod {
		return now
	}
	return next
}

// each looks at all pilots.
func (r *scheduler) each(look func(pilot)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, m := range r.members {
		look(m.pilot)
	}
}
