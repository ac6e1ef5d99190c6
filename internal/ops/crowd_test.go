package ops

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/net"
	"dogfight/net/link"
	"dogfight/testkit"
)

// crowd is a host with a full match of clients, as fast as time goes, and its monitor.
type crowd struct {
	monitor *Monitor
	told    atomic.Pointer[Match] // of ticks; nil: nobody is
	mu      sync.Mutex
	ticks   []time.Duration // what each took, with what telling of it took
}

// fly starts a crowd, and ends it with the test.
func fly(t testing.TB) *crowd {
	t.Helper()
	arena, err := assets.Arena("expanse")
	if err != nil {
		t.Fatal(err)
	}
	c := &crowd{monitor: New("1.2.3")}
	one, native := c.monitor.Match(), c.monitor.Native()
	one.Begin()
	c.told.Store(one)
	host := net.NewHost(net.HostConfig{Measure: c.measure, Figures: one.Figures}, net.FixedMatch(&game.Setup{Arena: arena, Classes: assets.Classes(), Weapons: assets.Weapons()}, net.MatchOptions{}, 1))
	ctx, stop := context.WithCancel(context.Background())
	var running sync.WaitGroup
	t.Cleanup(func() {
		stop()
		running.Wait()
		one.End()
	})
	running.Go(func() { host.Run(ctx) })
	var clients []*net.Client
	for i := range game.MaxShips {
		clients = append(clients, net.NewClient(net.ClientConfig{Name: fmt.Sprintf("Pilot %d", i+1), Dial: func() link.Link {
			near, far := link.PipeOf(link.Here, "")
			native.Follow(far)
			host.Add(far)
			return near
		}}))
	}
	running.Go(func() {
		frames := time.NewTicker(time.Second / 20) // which is enough to be in the match
		defer frames.Stop()
		for n := 0; ctx.Err() == nil; n++ {
			<-frames.C
			for i, client := range clients {
				client.Frame(time.Now(), game.Steer(game.Course(1+(n/20+i)%8))|game.Fire)
			}
		}
	})
	testkit.Until(t, "all are in the match", func() bool { return c.players() == game.MaxShips })
	return c
}

// players is how many there are, as the host last told.
func (c *crowd) players() int {
	c.monitor.mu.Lock()
	defer c.monitor.mu.Unlock()
	for one := range c.monitor.matches {
		one.mu.Lock()
		defer one.mu.Unlock()
		return one.told.Players
	}
	return 0
}

func (c *crowd) measure(m net.Measured) {
	began := time.Now()
	if one := c.told.Load(); one != nil {
		one.Measure(m)
	}
	c.mu.Lock()
	c.ticks = append(c.ticks, m.Work+time.Since(began))
	c.mu.Unlock()
}

// took returns what the ticks took since it was asked before.
func (c *crowd) took() []time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	all := c.ticks
	c.ticks = nil
	return all
}

// at returns the value below which so many of 100 are.
func at(percent int, all []time.Duration) time.Duration {
	slices.Sort(all)
	return all[min(len(all)-1, len(all)*percent/100)]
}

// TestTicksTakeAsLongWithFiguresAsWithout prints what a tick takes while a host is measured and scraped ten times a second, and in
// the times between while it is not.
func TestTicksTakeAsLongWithFiguresAsWithout(t *testing.T) {
	if testing.Short() {
		t.Skip("plays in real time")
	}
	rounds, lasts := 1, 250*time.Millisecond
	if !*long {
		t.Parallel() // nothing is said of how long ticks took
	} else {
		rounds, lasts = 30, time.Second
	}
	c := fly(t)
	one := c.told.Load()
	var with, without, scrapes []time.Duration
	d := openDoor(t, c.monitor, unixPrefix+aPath(t))
	client := asker(t, d)
	c.took()
	for range rounds {
		c.told.Store(nil)
		time.Sleep(lasts)
		without = append(without, c.took()...)
		c.told.Store(one)
		for range 8 { // fewer than a connection may ask
			began := time.Now()
			r, err := client.Get("http://host/metrics")
			if err != nil {
				t.Fatal(err)
			}
			if n, _ := io.Copy(io.Discard, r.Body); r.StatusCode != http.StatusOK || n == 0 {
				t.Fatalf("answered by %s", r.Status)
			}
			r.Body.Close()
			scrapes = append(scrapes, time.Since(began))
			time.Sleep(lasts / 8)
		}
		with = append(with, c.took()...)
	}
	t.Logf("tick of 64 clients with figures: p50 %v, p99 %v; without: p50 %v, p99 %v; ratio %.2f and %.2f (%d and %d ticks)",
		at(50, with), at(99, with), at(50, without), at(99, without),
		float64(at(50, with))/float64(at(50, without)), float64(at(99, with))/float64(at(99, without)), len(with), len(without))
	t.Logf("scrape over a Unix socket: p50 %v, p99 %v", at(50, scrapes), at(99, scrapes))
	if ticks := figure(t, c.monitor, "dogfight_tick_seconds_count"); int(ticks) < len(with) {
		t.Errorf("%v ticks were told, of %d", ticks, len(with))
	}
	if n := figure(t, c.monitor, "dogfight_players"); n != game.MaxShips {
		t.Errorf("%v players are told of", n)
	}
}

// BenchmarkScrape64Clients writes the figures of a host while 64 clients play.
func BenchmarkScrape64Clients(b *testing.B) {
	c := fly(b)
	b.ReportAllocs()
	size := 0
	for b.Loop() {
		var text bytes.Buffer
		c.monitor.Write(&text)
		size = text.Len()
	}
	b.ReportMetric(float64(size), "B/scrape")
}
