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
	*rig
	*flow
	sent     int // control packets each way
	received [2]int
	t        *testing.T
}

// joinAt returns a link that has found its path.
func joinAt(t *testing.T, host, client access) *joined {
	j := &joined{rig: newRig(host, client), t: t}
	hostEnd, clientEnd := j.meet(t)
	j.flow = newFlow(hostEnd, clientEnd)
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

func (j *joined) part() { j.rig.part(j.client, j.host) }

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

// pathChange is an event of a link's path.
type pathChange struct {
	host, client access
	change       func(r *rig) // with the world locked
	want         Path
	data         time.Duration // the longest gap in data
}

var pathChanges = map[string]pathChange{
	"the client's router forgets": {none, byPort, func(r *rig) { r.c.net.up.forget() }, PathInternet, 250 * time.Millisecond},
	"the host's router forgets":   {byPort, none, func(r *rig) { r.h.net.up.forget() }, PathInternet, 500 * time.Millisecond},
	"both routers forget": {byPort, byPort, func(r *rig) {
		r.c.net.up.forget()
		r.h.net.up.forget()
	}, PathRelayed, 1500 * time.Millisecond},
	"the client moves to another network": {none, byPort, func(r *rig) {
		r.c.move(r.w.public, elsewhere)
		r.w.relay.cut()
	}, PathInternet, 250 * time.Millisecond},
	"the host's address changes": {none, none, func(r *rig) {
		r.h.move(r.w.public, elsewhere)
		r.w.relay.cut()
	}, PathInternet, 500 * time.Millisecond},
	"the relay dies":             {byPort, byPort, func(r *rig) { r.w.relay.kill() }, PathInternet, 50 * time.Millisecond},
	"the relay dies in silence":  {byPort, byPort, func(r *rig) { r.w.relay.mute() }, PathInternet, 50 * time.Millisecond},
	"the direct path is blocked": {byPort, byPort, func(r *rig) { r.c.net.up.blocks = true }, PathRelayed, 2500 * time.Millisecond},
	"all UDP is blocked":         {byPort, byPort, func(r *rig) { r.c.blocked = true }, PathTLS, 1500 * time.Millisecond},
	"the relay's stream breaks":  {symmetric, symmetric, func(r *rig) { r.w.relay.cut() }, PathRelayed, 50 * time.Millisecond},
}

// elsewhere is an address that no machine has at first.
var elsewhere = netip.MustParseAddr("203.0.113.201")

// do makes a change.
func (r *rig) do(change func(*rig)) {
	r.w.mu.Lock()
	defer r.w.mu.Unlock()
	change(r)
}

func TestAPathChangesUnderWayAndNoControlIsLost(t *testing.T) {
	for name, c := range pathChanges {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				j := joinAt(t, c.host, c.client)
				j.do(c.change)
				j.play(10 * time.Second)
				j.complete(1500 * time.Millisecond)
				if PathOf(j.client) != c.want || PathOf(j.host) != c.want {
					t.Errorf("the client is on %q, the host on %q, want %q", PathOf(j.client), PathOf(j.host), c.want)
				}
				t.Logf("%s: no data for %v at the host, %v at the client", name, j.toHost.gap, j.toClient.gap)
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
		j.do(func(r *rig) {
			r.w.loss = 0.05
			r.w.relay.kill()
		})
		j.play(20 * time.Second)
		j.do(func(r *rig) { r.w.loss = 0 })
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
		j.do(func(r *rig) { r.w.relay.kill() })
		began := time.Now()
		<-j.client.Done()
		<-j.host.Done()
		if took := time.Since(began); took > lostAfter+time.Second || errors.Is(j.client.Err(), ErrClosed) {
			t.Errorf("after %v: %v", took, fmt.Sprint(j.client.Err()))
		}
		j.part()
	})
}
