package link

import (
	"bytes"
	"crypto/tls"
	"encoding/binary"
	"net/netip"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// simnet carries the datagrams of one link in virtual time.
type simnet struct {
	host, client *stream
	delay        time.Duration
	weight       int // of the host's datagrams, besides its number
	up, down     oneWay
	from         atomic.Pointer[UDPAddr] // the client's address
}

// oneWay is the fate of datagrams in one direction.
type oneWay struct {
	mu   sync.Mutex
	drop bool
	sent [][]byte // all, dropped or not
}

// clientAddr is the source of the client's datagrams, hostAddr of the host's.
var (
	clientAddr = UDPAddr{AddrPort: netip.MustParseAddrPort("192.0.2.1:1")}
	hostAddr   = UDPAddr{AddrPort: netip.MustParseAddrPort("192.0.2.2:2")}
)

// simulated returns a link over TLS in memory with datagrams through a simnet.
func simulated(t *testing.T, delay time.Duration) *simnet {
	t.Helper()
	h, c := handshaken(t)
	e := &simnet{delay: delay}
	e.host, e.client = newStream("a client", 4<<10, func() {}), newStream("a host", MaxControl, func() {})
	e.client.dialled = true
	e.from.Store(&clientAddr)
	hostSide := newHostEnd(exported(t, h), 7, func(b []byte, to UDPAddr) {
		e.down.carry(b, delay, hostAddr, func(b []byte, from UDPAddr, at time.Time) {
			if to == *e.from.Load() {
				e.client.datagram(b, from, at)
			}
		})
	})
	clientSide := newClientEnd(exported(t, c), 7, hostAddr, func(b []byte, _ UDPAddr) {
		e.up.carry(b, delay, *e.from.Load(), e.host.datagram)
	})
	e.host.beginUDP(hostSide, nil)
	e.client.beginUDP(clientSide, nil)
	begin(e.host, h)
	begin(e.client, c)
	return e
}

func exported(t *testing.T, conn *tls.Conn) secrets {
	t.Helper()
	s, err := exportSecrets(conn.ConnectionState())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func (w *oneWay) carry(b []byte, delay time.Duration, from UDPAddr, deliver deliverer) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.sent = append(w.sent, bytes.Clone(b))
	if !w.drop {
		b = bytes.Clone(b)
		time.AfterFunc(delay, func() { deliver(b, from, time.Now()) })
	}
}

// since returns the datagrams after the first n.
func (w *oneWay) since(n int) [][]byte {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.sent[n:]
}

func (e *simnet) breakWays(up, down bool) {
	for way, drop := range map[*oneWay]bool{&e.up: up, &e.down: down} {
		way.mu.Lock()
		way.drop = drop
		way.mu.Unlock()
	}
}

func (e *simnet) close() {
	e.client.Close()
	<-e.client.done
	<-e.host.done
	time.Sleep(time.Second) // for packets under way
}

// log has the packets of one end of a link.
type log struct {
	longest time.Duration // without data
	kinds   []string      // one after another
	last    time.Time
}

func (l *log) note(end *stream) {
	if n := len(l.kinds); n == 0 || l.kinds[n-1] != end.Kind() {
		l.kinds = append(l.kinds, end.Kind())
	}
	now := time.Now()
	if l.last.IsZero() || len(drain(end)) > 0 {
		l.last = now
	}
	l.longest = max(l.longest, now.Sub(l.last))
}

// play sends data at game rates from both ends for a while.
func (e *simnet) play(d time.Duration, host, client *log) {
	const step = 10 * time.Millisecond
	for n := range int(d / step) {
		if n%5 == 0 { // 20 Hz
			e.client.Send(Data, number(n))
		}
		if n%3 == 0 { // 33 Hz
			e.host.Send(Data, append(number(n), make([]byte, e.weight)...))
		}
		time.Sleep(step)
		host.note(e.host)
		client.note(e.client)
	}
}

func TestDataFlowsBeforeUDPIsProven(t *testing.T) {
	bubble(t, func(t *testing.T) {
		e := simulated(t, 50*time.Millisecond)
		e.client.Send(Data, []byte("up"))
		e.host.Send(Data, []byte("down"))
		synctest.Wait()
		if len(drain(e.host)) != 1 || len(drain(e.client)) != 1 {
			t.Error("data waits for UDP")
		}
		time.Sleep(101 * time.Millisecond)
		e.client.Send(Data, []byte("up"))
		time.Sleep(51 * time.Millisecond)
		for _, end := range []*stream{e.host, e.client} {
			if end.Kind() != "udp" {
				t.Errorf("on %s after a round trip and a packet, want UDP", end.Kind())
			}
		}
		e.close()
	})
}

func TestABrokenPathIsHealedWithinLittleMoreThanTwoSeconds(t *testing.T) {
	for name, way := range map[string]struct{ up, down bool }{
		"up": {up: true}, "down": {down: true}, "both": {up: true, down: true},
	} {
		for _, delay := range []time.Duration{20 * time.Millisecond, 100 * time.Millisecond} {
			bubble(t, func(t *testing.T) {
				e := simulated(t, delay)
				var host, client log
				e.play(5*time.Second, &host, &client)
				e.breakWays(way.up, way.down)
				e.play(10*time.Second, &host, &client)
				e.breakWays(false, false)
				e.play(1500*time.Millisecond, &host, &client) // the next probe, and its way
				most := 2*silence + 2*delay + 100*time.Millisecond
				t.Logf("%s, %v: the host got nothing for %v, the client for %v", name, delay, host.longest, client.longest)
				if host.longest > most || client.longest > most {
					t.Errorf("want at most %v", most)
				}
				if want := []string{"tls", "udp", "tls", "udp"}; !slices.Equal(host.kinds, want) || !slices.Equal(client.kinds, want) {
					t.Errorf("%s, %v: the host was on %v, the client on %v, want %v", name, delay, host.kinds, client.kinds, want)
				}
				e.close()
				onlyGrows(t, e.up.since(0), linkNumberSize)
				onlyGrows(t, e.down.since(0), 0)
			})
		}
	}
}

// onlyGrows checks that each datagram has the next sequence number, so that no two have the same nonce.
func onlyGrows(t *testing.T, sent [][]byte, at int) {
	t.Helper()
	for n, b := range sent {
		if got := binary.BigEndian.Uint16(b[at:]) &^ (1 << 15); got != uint16(n) {
			t.Fatalf("datagram %d has sequence number %d", n, got)
		}
	}
}

func TestALinkWithoutDataDoesNotLoseItsPath(t *testing.T) {
	bubble(t, func(t *testing.T) {
		e := simulated(t, 100*time.Millisecond)
		time.Sleep(time.Second)
		e.client.Send(Data, number(1))
		time.Sleep(200 * time.Millisecond)
		before := len(e.up.since(0))
		for range 60 {
			time.Sleep(time.Second)
			if e.client.Kind() != "udp" || e.host.Kind() != "udp" {
				t.Fatalf("on %s and %s, want UDP", e.client.Kind(), e.host.Kind())
			}
		}
		if probes := len(e.up.since(before)); probes > 60*int(time.Second/keepalive) {
			t.Errorf("%d probes in a minute", probes)
		}
		e.close()
	})
}

func TestWhileDataFlowsNoProbeIsSent(t *testing.T) {
	bubble(t, func(t *testing.T) {
		e := simulated(t, 50*time.Millisecond)
		var host, client log
		e.play(time.Second, &host, &client)
		up, down := len(e.up.since(0)), len(e.down.since(0))
		e.play(10*time.Second, &host, &client)
		for _, b := range e.up.since(up) {
			if len(b) == toHostHeader+tagSize {
				t.Fatal("the client sent a probe")
			}
		}
		for _, b := range e.down.since(down) {
			if len(b) == toClientHeader+tagSize {
				t.Fatal("the host sent a probe")
			}
		}
		e.close()
	})
}
