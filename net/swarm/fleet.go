package swarm

import (
	"context"
	"fmt"
	"runtime"
	"sync"
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

// The ages of what clients know, in tenths of a millisecond up to 6.5 s.
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

// launch has the pilots fly, until recall.
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

// tally adds up what the pilots count.
func (f *fleet) tally() (sum tally) {
	f.each(func(p pilot) {
		p.count(&sum)
		if playing, _ := p.state(); playing {
			sum.playing++
		}
	})
	return sum
}

// transport names how the packets of all travel now.
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

// goodbye is how long all links may take to close.
const goodbye = 2 * time.Second

// recall ends the flights, and has the pilots leave.
func (f *fleet) recall() {
	f.land()
	f.flying.Wait()
	f.each(pilot.leave)
	ctx, cancel := context.WithTimeout(context.Background(), goodbye)
	defer cancel()
	f.each(func(p pilot) { p.conn().awaitEnd(ctx) })
}
