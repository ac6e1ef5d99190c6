package link

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/netip"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

// joined is a link in a world, with data and control flowing.
type joined struct {
	*flow
	w        *world
	h, c     *machineNode
	l        *Listener
	sent     int // control packets each way
	received [2]int
	t        *testing.T
}

// joinAt returns a link that has found its path.
func joinAt(t *testing.T, host, client access) *joined {
	w := newWorld()
	j := &joined{w: w, h: w.machineAt(host), c: w.machineAt(client), t: t}
	l, hostEnd, clientEnd := meet(t, w, j.h, j.c)
	j.l, j.flow = l, newFlow(hostEnd, clientEnd)
	j.play(3 * time.Second)
	if got, want := PathOf(clientEnd), direct(host, client); got != want {
		t.Fatalf("the client is on %q, want %q", got, want)
	}
	j.toHost.restart()
	j.toClient.restart()
	return j
}

// play is run with a control packet each way each 100 ms, which must arrive in order and once.
func (j *joined) play(d time.Duration) {
	const step = 100 * time.Millisecond
	for range int(d / step) {
		j.host.Send(Control, append(number(j.sent), bytes.Repeat([]byte{1}, rand.N(3000))...))
		j.client.Send(Control, append(number(j.sent), bytes.Repeat([]byte{2}, rand.N(300))...))
		j.sent++
		j.run(step)
		for i, a := range []*arrivals{&j.toHost, &j.toClient} {
			for _, n := range a.control {
				if n != j.received[i] {
					j.t.Fatalf("control packet %d came, want %d", n, j.received[i])
				}
				j.received[i]++
			}
			a.control = nil
		}
	}
}

func (j *joined) part() { part(j.l, j.client, j.host) }

// complete fails the test unless the link is up and all control packets of the time until d ago have come.
func (j *joined) complete(d time.Duration) {
	j.t.Helper()
	if j.host.Err() != nil || j.client.Err() != nil {
		j.t.Errorf("the host's end: %v, the client's: %v", j.host.Err(), j.client.Err())
	}
	if missing := j.sent - slices.Min(j.received[:]); missing > int(d/(100*time.Millisecond)) {
		j.t.Errorf("%d of %d control packets are missing", missing, j.sent)
	}
}

func TestAPathChangesUnderWayAndNoControlIsLost(t *testing.T) {
	moved := netip.MustParseAddr("203.0.113.201")
	for name, c := range map[string]struct {
		host, client access
		change       func(j *joined)
		want         Path
		data         time.Duration // the longest gap in data
	}{
		"the client's router forgets": {none, byPort, func(j *joined) { j.c.net.up.forget() }, PathInternet, 250 * time.Millisecond},
		"the host's router forgets":   {byPort, none, func(j *joined) { j.h.net.up.forget() }, PathInternet, 1500 * time.Millisecond},
		"both routers forget": {byPort, byPort, func(j *joined) {
			j.c.net.up.forget()
			j.h.net.up.forget()
		}, PathRelayed, 2 * time.Second},
		"the client moves to another network": {none, byPort, func(j *joined) {
			j.c.move(j.w.public, moved)
			j.w.relay.cut()
		}, PathInternet, 250 * time.Millisecond},
		"the host's address changes": {none, none, func(j *joined) {
			j.h.move(j.w.public, moved)
			j.w.relay.cut()
		}, PathInternet, 500 * time.Millisecond},
		"the relay dies":             {byPort, byPort, func(j *joined) { j.w.relay.kill() }, PathInternet, 50 * time.Millisecond},
		"the relay dies in silence":  {byPort, byPort, func(j *joined) { j.w.relay.mute() }, PathInternet, 50 * time.Millisecond},
		"the direct path is blocked": {byPort, byPort, func(j *joined) { j.c.net.up.blocks = true }, PathRelayed, 2500 * time.Millisecond},
		"all UDP is blocked":         {byPort, byPort, func(j *joined) { j.c.blocked = true }, PathTLS, 2 * time.Second},
		"the relay's stream breaks":  {symmetric, symmetric, func(j *joined) { j.w.relay.cut() }, PathRelayed, 50 * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				j := joinAt(t, c.host, c.client)
				j.w.mu.Lock()
				c.change(j)
				j.w.mu.Unlock()
				j.play(10 * time.Second)
				j.complete(1500 * time.Millisecond)
				if PathOf(j.client) != c.want || PathOf(j.host) != c.want {
					t.Errorf("the client is on %q, the host on %q, want %q", PathOf(j.client), PathOf(j.host), c.want)
				}
				t.Logf("no data for %v at the host, %v at the client", j.toHost.gap, j.toClient.gap)
				if gap := max(j.toHost.gap, j.toClient.gap); gap > c.data {
					t.Errorf("no data for %v, want at most %v", gap, c.data)
				}
				j.part()
			})
		})
	}
}

func TestARescuedLinkCarriesControlOverALossyPath(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j := joinAt(t, byPort, byPort)
		j.w.mu.Lock()
		j.w.loss = 0.05
		j.w.relay.kill()
		j.w.mu.Unlock()
		j.play(20 * time.Second)
		j.w.mu.Lock()
		j.w.loss = 0
		j.w.mu.Unlock()
		large := bytes.Repeat([]byte("world"), MaxControl/5)
		j.host.Send(Control, append(number(j.sent), large[:MaxControl-4]...))
		j.client.Send(Control, number(j.sent))
		j.sent++
		j.play(6 * time.Second)
		j.complete(time.Second)
		j.host.Send(Control, number(j.sent))
		j.host.Close()
		<-j.client.Done()
		if got := numbersOn(Control, drain(j.client)); !errors.Is(j.client.Err(), ErrClosed) || len(got) == 0 || got[len(got)-1] != j.sent {
			t.Errorf("the client ends with %v, its last control packets are %v, want %d", j.client.Err(), got, j.sent)
		}
		j.part()
	})
}

func TestALinkWhoseRelayAndPathAreGoneEndsSoon(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j := joinAt(t, symmetric, symmetric)
		j.w.mu.Lock()
		j.w.relay.kill()
		j.w.mu.Unlock()
		began := time.Now()
		<-j.client.Done()
		<-j.host.Done()
		if took := time.Since(began); took > lostAfter+time.Second || errors.Is(j.client.Err(), ErrClosed) {
			t.Errorf("after %v: %v", took, fmt.Sprint(j.client.Err()))
		}
		j.part()
	})
}
