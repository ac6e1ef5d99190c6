package swarm

import (
	"context"
	"time"
)

// Run lets the clients play, and measures. When ctx is done before its time, it
// returns what was measured until then.
func Run(ctx context.Context, conf Config) (*Result, error) {
	addr, hosts := conf.Addr, (*child)(nil)
	if addr == "" {
		var err error
		if hosts, addr, err = startChild(conf.Command, conf.hosts()); err != nil {
			return nil, err
		}
	}
	defer hosts.stop()
	f := newFleet(&conf, addr)
	f.launch()
	defer f.recall()
	return f.measure(ctx, hosts)
}

// measure waits for all clients to join, and then for as long as is to be measured.
func (f *fleet) measure(ctx context.Context, hosts *child) (*Result, error) {
	start := time.Now()
	if err := f.join(ctx); err != nil {
		return nil, err
	}
	m := measured{join: time.Since(start)}
	pause(ctx, f.conf.WarmUp)
	f.ages.reset()
	if ctx.Err() != nil { // nothing was measured
		before := f.tally()
		m.tally, m.hosts = before.since(before), noReport
		return f.result(m), nil
	}
	if err := hosts.begin(); err != nil {
		return nil, err
	}
	before, began := f.tally(), time.Now()
	pause(ctx, f.conf.Duration)
	m.tally, m.wall = f.tally().since(before), time.Since(began)
	var err error
	if m.hosts, err = hosts.report(); err != nil {
		return nil, err
	}
	return f.result(m), nil
}

// pause waits for d, or until ctx is done.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}
