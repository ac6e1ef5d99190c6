//go:build unix

package hub_test

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"dogfight/internal/fleet"
	"dogfight/internal/fleet/overnats"
	"dogfight/internal/hub"
	"dogfight/testkit"
)

var (
	hosts      = flag.Int("hosts", 500, "with -long, so many hosts")
	matchesOf  = flag.Int("matches", 2, "with -long, so many matches of each host")
	doorsOfAll = flag.Int("doors", 4, "with -long, so many doors")
)

// crowd is a fleet as a hub sees it: hosts that repeat their entries and ask their standbys for leases, and doors that follow all entries.
type crowd struct {
	hosts, doors, matches int           // matches of each host
	announce              time.Duration // interval of each entry
	patience              time.Duration // time limit of a lease request
	runs                  time.Duration
	piece                 int // bytes of a log chunk; each match has four a second

	written, failed, changes, pieces atomic.Uint64

	mu      sync.Mutex
	waits   []time.Duration         // of writers
	lags    []time.Duration         // between a write and its arrival at a door
	leases  []time.Duration         // until a lease was granted
	refused int                     // leases that were not granted
	rolls   []time.Duration         // until a list of hosts was read
	last    map[string]lastWrite    // the last write of each host
	known   []map[string]fleet.Host // of each door
}

// lastWrite is the number and time of a host's last write.
type lastWrite struct {
	times int
	at    time.Time
}

func TestAHubCarriesTheTrafficOfManyHosts(t *testing.T) {
	t.Parallel()
	c := &crowd{hosts: 30, doors: 3, matches: 2, announce: 250 * time.Millisecond, patience: testkit.Limit, runs: time.Second / 2, piece: logPiece}
	if err := c.run(t); err != nil {
		t.Error(err)
	}
}

// TestAHubCarriesALargeFleet prints the load of a hub with 500 hosts. An overloaded hub does not slow down, it stops, and a busy machine
// overloads it sooner: so after a failure with 500 hosts it tries 250, and then 125.
func TestAHubCarriesALargeFleet(t *testing.T) {
	if !*long {
		t.Skip("half a minute: run it with -long")
	}
	for many := *hosts; ; many /= 2 {
		c := &crowd{hosts: many, doors: *doorsOfAll, matches: *matchesOf, announce: fleet.Announce, patience: fleet.LeaseTime, runs: 30 * time.Second, piece: logPiece}
		err := c.run(t)
		if err == nil {
			return
		}
		if t.Logf("%d hosts: %v", many, err); many <= *hosts/4 {
			t.Fatal("a hub carries too little")
		}
	}
}

// logPiece is the log size of 250 ms of a match with 64 players, rounded up: 139 bytes were measured.
const logPiece = 160

// run runs the fleet and returns an error if the hub did not carry it.
func (c *crowd) run(t *testing.T) error {
	h := start(t, hub.Options{})
	defer h.Close()
	awaitReady(t, h)
	c.last = map[string]lastWrite{}
	var conns []*overnats.Conn
	for i := range c.hosts + c.doors {
		f, err := overnats.Connect(overnats.Options{URL: h.URL(), Name: fmt.Sprint("load ", i)})
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		conns = append(conns, f)
	}
	for _, f := range conns[c.hosts:] {
		c.door(t, f)
	}
	for i, f := range conns[:c.hosts] {
		if err := c.join(f, i); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), c.begin()+c.runs)
	defer cancel()
	var running sync.WaitGroup
	for i, f := range conns[:c.hosts] {
		running.Go(func() { c.host(ctx, f, i) })
	}
	for i, f := range conns[c.hosts:] {
		running.Go(func() { c.announceDoor(ctx, f, i) })
	}
	c.sleep(ctx, c.begin()) // until all have started
	c.reset()
	before, began := use(h), time.Now()
	running.Wait()
	took, used := time.Since(began), use(h).minus(before)
	if c.failed.Load() > 0 || c.written.Load() == 0 || len(c.leases) == 0 {
		return fmt.Errorf("%d writes failed, %d did not; %d leases were granted", c.failed.Load(), c.written.Load(), len(c.leases))
	}
	if err := c.awaitDoors(); err != nil {
		return err
	}
	c.log(t, took, used)
	return nil
}

// reset drops the measurements of the start.
func (c *crowd) reset() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.written.Store(0)
	c.changes.Store(0)
	c.pieces.Store(0)
	c.waits, c.lags, c.leases, c.rolls = nil, nil, nil, nil
}

// log prints the measurements.
func (c *crowd) log(t *testing.T, took time.Duration, used usage) {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := took.Seconds()
	t.Logf("%d hosts with %d matches each, %d doors: %.0f entries written a second, %d failed in all, %.0f delivered; %.0f pieces of logs of %d bytes, %.0f received by standbys",
		c.hosts, c.matches, c.doors, float64(c.written.Load())/s, c.failed.Load(), float64(c.changes.Load())/s, float64(4*c.hosts*c.matches), c.piece, float64(c.pieces.Load())/s)
	t.Logf("a write needs %v, p99 %v; a door has it after %v, p99 %v", quantile(c.waits, 0.5), quantile(c.waits, 0.99), quantile(c.lags, 0.5), quantile(c.lags, 0.99))
	t.Logf("%.0f leases granted a second, %d not in all, after %v, p99 %v; %d lists of hosts read in all, in %v, p99 %v",
		float64(len(c.leases))/s, c.refused, quantile(c.leases, 0.5), quantile(c.leases, 0.99), len(c.rolls), quantile(c.rolls, 0.5), quantile(c.rolls, 0.99))
	t.Logf("hub and hosts together: %.2f cores, %d MB; the hub took %.0f messages and %.0f kB a second, and gave %.0f and %.0f kB",
		used.processor.Seconds()/s, used.resident>>20, float64(used.in)/s, float64(used.inBytes)/s/1000, float64(used.out)/s, float64(used.outBytes)/s/1000)
}

// quantile returns the duration that a share of all does not exceed.
func quantile(all []time.Duration, part float64) time.Duration {
	if len(all) == 0 {
		return 0
	}
	slices.SortFunc(all, cmp.Compare[time.Duration])
	return all[min(int(part*float64(len(all))), len(all)-1)].Round(10 * time.Microsecond)
}
