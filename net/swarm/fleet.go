package swarm

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"dogfight/sys"
)

// fleet is all pilots.
type fleet struct {
	conf       *Config
	schedulers []*scheduler // as many as there are processors
	limiter    *joinLimiter
	ages       *histogram

	land   context.CancelFunc
	flying sync.WaitGroup
}

// Ages of clients' newest ticks are counted in tenths of a millisecond up to 6.5 s.
const (
	ageUnit  = time.Millisecond / 10
	ageRange = 1 << 16
)

// newFleet returns pilots that have not begun to join the hosts at addr.
func newFleet(conf *Config, addr string) *fleet {
	f := &fleet{conf: conf, limiter: newJoinLimiter(), ages: newHistogram(ageUnit, ageRange)}
	n := min(runtime.GOMAXPROCS(0), conf.Clients)
	for i := range n {
		offset := framePeriod * time.Duration(i) / time.Duration(conf.Clients)
		f.schedulers = append(f.schedulers, &scheduler{offset: offset})
	}
	for i := range conf.Clients {
		r, l := f.schedulers[i%n], connection{conf: conf, addr: addr, n: i + 1}
		renew := func() pilot { return f.newPilot(l) }
		r.members = append(r.members, &member{pilot: renew(), renew: renew})
	}
	return f
}

func (f *fleet) newPilot(l connection) pilot {
	if f.conf.Thin {
		return newThin(l)
	}
	return newFull(l, f.ages)
}

// launch runs the pilots until recall.
func (f *fleet) launch() {
	ctx, land := context.WithCancel(context.Background())
	f.land = land
	for _, r := range f.schedulers {
		f.flying.Go(func() {
			defer sys.Restore()
			r.run(ctx, f.limiter)
		})
	}
}

// join waits until all have joined, or ctx is done.
func (f *fleet) join(ctx context.Context) error {
	look := time.NewTicker(time.Second / 4)
	defer look.Stop()
	for {
		joined := int(f.limiter.joined.Load())
		if f.conf.Progress != nil {
			f.conf.Progress(joined)
		}
		if joined == f.conf.Clients {
			return nil
		}
		select {
		case err := <-f.limiter.failed:
			return fmt.Errorf("a client cannot join (%d of %d have): %w", joined, f.conf.Clients, err)
		case <-ctx.Done():
			return nil
		case <-look.C:
		}
	}
}

// tally adds up the pilots' counters.
func (f *fleet) tally() (sum tally) {
	f.each(func(p pilot) {
		p.count(&sum)
		if playing, _ := p.state(); playing {
			sum.playing++
		}
	})
	return sum
}

// transport names the transport of all pilots.
func (f *fleet) transport() (kind string) {
	f.each(func(p pilot) {
		switch now := p.conn().kind(); kind {
		case "":
			kind = now
		case now:
		default:
			kind = "mixed"
		}
	})
	return kind
}

func (f *fleet) each(look func(pilot)) {
	for _, r := range f.schedulers {
		r.each(look)
	}
}

// leaveTimeout is how long all links may take to close.
const leaveTimeout = 2 * time.Second

// recall stops the pilots, and they leave.
func (f *fleet) recall() {
	f.land()
	f.flying.Wait()
	f.each(pilot.leave)
	ctx, cancel := context.WithTimeout(context.Background(), leaveTimeout)
	defer cancel()
	f.each(func(p pilot) { p.conn().awaitEnd(ctx) })
}

// scheduler runs its pilots in turn, each once a frame and at its own time in the frame, so that the host does not get all packets at once.
type scheduler struct {
	offset  time.Duration // within a frame, of the first
	members []*member

	mu sync.Mutex // held during a pilot's frame and each
}

const (
	framePeriod = time.Second / 60 // a screen's

	// nap is the shortest sleep; meanwhile the next pilots come due.
	nap = time.Millisecond
)

// run runs the pilots until ctx is done.
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

// nextFrame returns the start of the next frame. Missed frames are not made up for.
func nextFrame(start time.Time) time.Time {
	next := start.Add(framePeriod)
	if now := time.Now(); now.Sub(next) > framePeriod {
		return now
	}
	return next
}

// each calls look for all pilots.
func (r *scheduler) each(look func(pilot)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, m := range r.members {
		look(m.pilot)
	}
}

// joinLimiter lets pilots join a few at a time: a handshake costs a processor a millisecond at each end, and all at once would time out.
type joinLimiter struct {
	room   chan struct{} // a place for each pilot that is joining
	joined atomic.Int64
	failed chan error // of the first that gave up
}

const (
	// maxJoining pilots join at once: enough to keep the processors of both ends busy over a round trip of some 100 ms, and far fewer than
	// the 64 that a host lets wait.
	maxJoining = 24

	// A machine that is busy with its pilots may time out one that joins, which then retries after a pause.
	//
	retries = 4
	retryIn = time.Second
)

func newJoinLimiter() *joinLimiter {
	return &joinLimiter{room: make(chan struct{}, maxJoining), failed: make(chan error, 1)}
}

// member is a pilot with the state of its joining.
type member struct {
	pilot
	renew func() pilot // makes another in its place
	stage stage
	tries int
	after time.Time // when it may join
}

type stage uint8

const (
	waiting stage = iota
	joining
	settled // joined, or given up
)

// fly runs a frame of the pilot, once it may join.
func (j *joinLimiter) fly(m *member, now time.Time) {
	if m.stage == waiting && !j.enter(m, now) {
		return
	}
	m.frame(now)
	if m.stage != joining {
		return
	}
	playing, err := m.state()
	switch {
	case err != nil:
		<-j.room
		j.fail(m, now, err)
	case playing:
		<-j.room
		m.stage = settled
		j.joined.Add(1)
	}
}

func (j *joinLimiter) enter(m *member, now time.Time) bool {
	if now.Before(m.after) {
		return false
	}
	select {
	case j.room <- struct{}{}:
		m.stage = joining
		return true
	default:
		return false
	}
}

// fail lets the pilot retry, unless none has joined yet: then load is not the reason.
func (j *joinLimiter) fail(m *member, now time.Time, err error) {
	m.leave()
	if j.joined.Load() > 0 && m.tries < retries {
		m.tries++
		m.pilot, m.stage, m.after = m.renew(), waiting, now.Add(retryIn)
		return
	}
	m.stage = settled
	select {
	case j.failed <- err:
	default:
	}
}
