// Package swarm is the load generator: many clients play in many matches over real sockets, and the cost is measured.
//
// The hosts run in a separate process, so that their cost is measured apart from the clients', and on one processor, so that
// players_per_core is the load of one:
//
//	Run                                          Serve, in another process
//	 pilots ─ Client or thin ─ connection ─ Dial ····· Listener ─ Host, Host, ...
//	 child  ── standard input and output ─────────── meter
//
// A pilot is a net.Client flown by a bot or, for thousands of them, a thin client, which sends and acknowledges like a client but has no
// World. A few goroutines (schedulers) run all pilots in turn, evenly over each frame.
//
// # The protocol of the two processes
//
// Lines of text. The hosts end when their standard input ends, so they do not outlive the process that started them.
//
//	to the hosts    from the hosts
//	HostsConfig as JSON
//	                the address where they listen
//	measure
//	                measuring
//	report
//	                HostsReport as JSON: the measurement since the line "measure"
package swarm

//go:generate go test -count=1 -run . . -write ../FIGURES.md

import (
	"context"
	"time"

	"dogfight/net/link"
)

// Config configures a Run.
type Config struct {
	Clients  int
	Matches  int // game.MaxShips clients fit into each
	WarmUp   time.Duration
	Duration time.Duration // of the measurement, after WarmUp

	// Addr is the address of a foreign host; "" starts our own hosts.
	Addr string
	// Dial begins to connect to an address, and returns at once.
	Dial func(addr string) link.Link
	// Command is a program that calls Serve, with its arguments.
	Command []string
	// Profile is a file for a CPU profile of our own hosts; "" writes none.
	Profile string

	RTT, Jitter time.Duration // added to the network's; a packet is delayed by up to Jitter more each way
	Loss        float64       // share of data packets lost each way, 0 to 1
	Rate        int           // data packets to a client a second, 30 or 60; 0 for 30
	Thin        bool          // clients that do not simulate
	Skill       int           // of the bots that fly the clients, 1 to 5

	// Progress, if not nil, is called about four times a second with the number of clients that have joined.
	//
	Progress func(joined int)
}

// hostsConfig configures Serve.
type hostsConfig struct {
	Clients    int             `json:"clients"` // expected
	Matches    int             `json:"matches"`
	Conditions link.Conditions `json:"conditions"` // of the links to the hosts
	Profile    string          `json:"profile"`
}

func (c *Config) hosts() hostsConfig {
	return hostsConfig{Clients: c.Clients, Matches: c.Matches, Conditions: c.conditions(), Profile: c.Profile}
}

// conditions returns the conditions of one direction. Of a foreign host only our end can be wrapped, so all of the delay is on the way
// here.
func (c *Config) conditions() link.Conditions {
	delay := c.RTT
	if c.Addr == "" {
		delay /= 2
	}
	return link.Conditions{Delay: delay, Jitter: c.Jitter, Loss: c.Loss}
}

// worsen applies conditions to the receiving end of the n-th link. Without any it returns the link itself.
func worsen(l link.Link, c link.Conditions, n int) link.Link {
	if c == (link.Conditions{}) {
		return l
	}
	c.Seed = uint64(n)
	return link.Lossy(l, c)
}

// Run runs the clients and measures. When ctx is done early, it returns the measurement so far.
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

// measure waits for all clients to join, and measures.
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
