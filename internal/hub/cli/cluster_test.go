package cli

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"dogfight/internal/fleet"
	"dogfight/internal/fleet/fleettest"
	"dogfight/internal/fleet/overnats"
	"dogfight/testkit"
)

var long = flag.Bool("long", false, "let three hubs be one, and kill the one that leads each stream")

// cluster is three hubs of one cluster, as processes.
type cluster struct {
	t    testing.TB
	args map[string][]string
	hubs map[string]*process
}

func startCluster(t testing.TB, more ...string) *cluster {
	t.Helper()
	if !*long {
		t.Skip("with -long: three hubs need ten seconds to elect a leader")
	}
	c := &cluster{t, map[string][]string{}, map[string]*process{}}
	clients, hubs := map[string]string{}, map[string]string{}
	for _, name := range []string{"a", "b", "c"} {
		clients[name], hubs[name] = fleettest.FreeAddress(t), fleettest.FreeAddress(t)
	}
	for name := range hubs {
		var routes []string
		for other, at := range hubs {
			if other != name {
				routes = append(routes, "nats://"+at)
			}
		}
		c.args[name] = append([]string{"--name", name, "--listen", clients[name], "--cluster", hubs[name], "--routes", strings.Join(routes, ","),
			"--replicas", "3", "--data", t.TempDir()}, more...)
		c.hubs[name] = startProcess(t, c.args[name]...)
	}
	t.Cleanup(func() {
		if !t.Failed() {
			return
		}
		for name, p := range c.hubs {
			p.kill()
			t.Logf("%s logged:\n%s", name, p.stderr)
		}
	})
	return c
}

// urls returns the URLs of all hubs but one.
func (c *cluster) urls(but string) string {
	var all []string
	for _, name := range slices.Sorted(maps.Keys(c.hubs)) {
		if name != but {
			all = append(all, c.hubs[name].url)
		}
	}
	return strings.Join(all, ",")
}

// leader returns the leader of a stream once both other hubs follow it.
func (c *cluster) leader(stream string) (leader string) {
	c.t.Helper()
	conn := connect(c.t, overnats.Options{URL: c.urls("")})
	defer conn.Close()
	js, err := jetstream.New(conn.NATS())
	if err != nil {
		c.t.Fatal(err)
	}
	await(c.t, "all follow the leader of "+stream, func() bool {
		ctx, cancel := context.WithTimeout(c.t.Context(), time.Second)
		defer cancel()
		s, err := js.Stream(ctx, stream)
		if err != nil || s.CachedInfo().Cluster == nil {
			return false
		}
		followers := 0
		for _, r := range s.CachedInfo().Cluster.Replicas {
			if r.Current && !r.Offline {
				followers++
			}
		}
		leader = s.CachedInfo().Cluster.Leader
		return leader != "" && followers == 2
	})
	return leader
}

// awaitAll waits until each hub has all streams: then any one may die.
func (c *cluster) awaitAll() {
	for _, stream := range append(overnats.InMemory(), overnats.Results) {
		c.leader(stream)
	}
}

func within(t testing.TB, d time.Duration) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), d)
	t.Cleanup(cancel)
	return ctx
}

func next[T any](t testing.TB, from <-chan T) T {
	t.Helper()
	return testkit.Receive(t, "a value arrives", from)
}

func TestThreeHubsAreOne(t *testing.T) {
	c := startCluster(t)
	ctx := within(t, 2*time.Minute)
	c.leader("KV_dogfight_matches")
	one, other := connect(t, overnats.Options{URL: c.hubs["a"].url}), connect(t, overnats.Options{URL: c.hubs["b"].url})
	revision, err := one.Swap(ctx, fleet.Matches, "m", []byte("first"), 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := other.Swap(ctx, fleet.Matches, "m", []byte("thief"), 0); err != fleet.ErrStale {
		t.Errorf("a second claim at another hub: %v", err)
	}
	changes := make(chan fleet.Change, 16)
	other.Watch(fleet.Matches, func(c fleet.Change) { changes <- c })
	if got := next(t, changes); string(got.Value) != "first" || got.Revision != revision {
		t.Errorf("another hub sends %+v", got)
	}
	received := make(chan []byte, 16)
	other.Subscribe(fleet.LogSubject+"m", func(b []byte) { received <- b })
	other.NATS().Flush()
	await(t, "a message at one hub reaches a client of another", func() bool {
		one.Publish(fleet.LogSubject+"m", nil)
		return len(received) > 0
	})
	for _, p := range c.hubs {
		p.Process.Signal(os.Interrupt)
	}
	for name, p := range c.hubs {
		if err := p.Wait(); err != nil {
			t.Errorf("%s ended with %v\n%s", name, err, p.stderr)
		}
	}
}

// TestTheDeathOfALeaderCostsSecondsOfWritesAndNoMessages kills the hub that leads a stream with kill -9, for each stream.
func TestTheDeathOfALeaderCostsSecondsOfWritesAndNoMessages(t *testing.T) {
	c := startCluster(t)
	for _, stream := range append(overnats.InMemory(), overnats.Results) {
		c.killAndMeasure(stream)
	}
}

// killAndMeasure kills the leader of a stream while two clients use the other hubs, prints how long they were blocked, and restarts it.
func (c *cluster) killAndMeasure(stream string) {
	t := c.t
	c.awaitAll()
	leader := c.leader(stream)
	writer, reader := connect(t, overnats.Options{URL: c.urls(leader)}), connect(t, overnats.Options{URL: c.urls(leader)})
	orphan := connect(t, overnats.Options{URL: c.hubs[leader].url})
	await(t, "all are up", func() bool { return writer.Up() && reader.Up() && orphan.Up() })
	ctx := within(t, 2*time.Minute)
	match := fleet.NewID().String()
	received, changes := make(chan []byte, 1<<16), make(chan string, 1<<10)
	reader.Subscribe(fleet.LogSubject+match, func(b []byte) { received <- b })
	reader.NATS().Flush()
	reader.Watch(fleet.Matches, func(c fleet.Change) { changes <- string(c.Value) })
	if _, err := writer.Put(ctx, fleet.Matches, match, []byte("before")); err != nil {
		t.Fatal(err)
	}
	for next(t, changes) != "before" {
	}
	publishing, stop := context.WithCancel(ctx)
	defer stop()
	go func() {
		for n := 0; publishing.Err() == nil; n++ {
			writer.Publish(fleet.LogSubject+match, fmt.Append(nil, n))
			time.Sleep(10 * time.Millisecond)
		}
	}()
	next(t, received)

	c.hubs[leader].kill()
	killed := time.Now()
	since := func() time.Duration { return time.Since(killed).Round(time.Millisecond) }
	for len(received) > 0 {
		<-received
	}
	next(t, received)
	publishedAfter := since()
	var foundAfter time.Duration
	found := make(chan bool)
	go func() {
		defer close(found)
		await(t, "the client of the dead hub is connected to another", orphan.Up)
		foundAfter = since()
	}()
	if _, err := writer.Put(ctx, fleet.Matches, match, []byte("after")); err != nil {
		t.Fatal(err)
	}
	writtenAfter := since()
	for next(t, changes) != "after" {
	}
	deliveredAfter := since()
	if err := writer.Store(ctx, fleet.ResultSubject+"h", match, []byte("a result")); err != nil {
		t.Fatal(err)
	}
	storedAfter := since()
	<-found
	t.Logf("the leader of %s was killed: messages resumed after %v, its client reconnected after %v, a match was written after %v and delivered after %v, a result was stored after %v",
		stream, publishedAfter, foundAfter, writtenAfter, deliveredAfter, storedAfter)
	for _, conn := range []*overnats.Conn{writer, reader, orphan} {
		conn.Close()
	}
	c.hubs[leader] = startProcess(t, c.args[leader]...)
}

// TestADirectoryThatNoHubHasIsCreatedAgain kills the hubs one after another, before the directory in memory is copied back. The last one
// stays down, so the others have lost it.
func TestADirectoryThatNoHubHasIsCreatedAgain(t *testing.T) {
	c := startCluster(t)
	c.awaitAll()
	last := c.leader("KV_dogfight_hosts")
	conn := connect(t, overnats.Options{URL: c.urls("")})
	ctx := within(t, 2*time.Minute)
	before, err := conn.Put(ctx, fleet.Hosts, "h", []byte("before"))
	if err != nil {
		t.Fatal(err)
	}
	for name := range c.hubs {
		if name != last {
			c.hubs[name].kill()
			c.hubs[name] = startProcess(t, c.args[name]...)
		}
	}
	c.hubs[last].kill()
	began := time.Now()
	await(t, "the directory is written again, with higher revisions", func() bool {
		after, err := conn.Put(ctx, fleet.Hosts, "h", []byte("after"))
		return err == nil && after > before
	})
	t.Logf("all three were killed within a second, and two are back: a host was written again after %v", time.Since(began).Round(time.Millisecond))
	if _, err := conn.Swap(ctx, fleet.Hosts, "h", []byte("thief"), before); err != fleet.ErrStale {
		t.Errorf("over a revision of the earlier life: %v", err)
	}
	c.hubs[last] = startProcess(t, c.args[last]...)
	c.awaitAll() // three replicas again
}
