package gateway

import (
	"math/rand/v2"
	"net"
	"sync"
	"testing"
	"time"

	dogfight "dogfight/net"
)

// relay forwards a client's data to a host late, and in segments of other lengths, like a bad line: data that arrives during a pause is
// sent at once after it.
func (r *rig) relay(host string) (addr string) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		r.Fatal(err)
	}
	var running sync.WaitGroup
	r.Cleanup(running.Wait)
	r.Cleanup(func() { l.Close() })
	running.Go(func() {
		for seed := uint64(0); ; seed++ {
			near, err := l.Accept()
			if err != nil {
				return
			}
			far, err := net.Dial("tcp", host)
			if err != nil {
				near.Close()
				continue
			}
			running.Go(func() { forward(near, far, rand.New(rand.NewPCG(seed, 1))) })
			running.Go(func() { forward(far, near, rand.New(rand.NewPCG(seed, 2))) })
		}
	})
	return l.Addr().String()
}

// forward copies from one end until either closes.
func forward(to, from net.Conn, chance *rand.Rand) {
	defer to.Close()
	defer from.Close()
	for buf := make([]byte, 256<<10); ; {
		n, err := from.Read(buf)
		if err != nil {
			return
		}
		if _, err := to.Write(buf[:n]); err != nil {
			return
		}
		time.Sleep(time.Duration(chance.Int64N(int64(60 * time.Millisecond))))
		if chance.IntN(20) == 0 {
			time.Sleep(time.Duration(chance.Int64N(int64(400 * time.Millisecond))))
		}
	}
}

// lateRelay relays connections to an address, in pieces with a random delay, and returns its address. TCP loses nothing: lost data arrives
// late, and everything after it too.
func (r *rig) lateRelay(to string, most time.Duration) string {
	r.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		r.Fatal(err)
	}
	var relaying sync.WaitGroup
	relaying.Go(func() {
		for {
			near, err := l.Accept()
			if err != nil {
				return
			}
			far := r.connect("tcp", to)
			far.SetDeadline(time.Time{})
			relaying.Go(func() { passLate(near, far, most) })
			relaying.Go(func() { passLate(far, near, most) })
		}
	})
	r.Cleanup(func() {
		l.Close()
		relaying.Wait()
	})
	return l.Addr().String()
}

// passLate copies until one end closes: one piece in eight waits, and so do those behind it.
func passLate(from, to net.Conn, most time.Duration) {
	defer from.Close()
	defer to.Close()
	for buf := make([]byte, 1<<10); ; {
		n, err := from.Read(buf[:1+rand.IntN(len(buf))])
		if rand.IntN(8) == 0 {
			time.Sleep(rand.N(most))
		}
		if _, wrong := to.Write(buf[:n]); wrong != nil || err != nil {
			return
		}
	}
}

func TestADocumentedClientPlaysForAMinuteBehindALateNetwork(t *testing.T) {
	if !*long {
		t.Skip("a minute; runs with -long")
	}
	t.Parallel()
	r := newRig(t, dogfight.HostConfig{}, skirmish(t))
	at := r.lateRelay(r.open("carnage=:0,websocket").Addrs()[0], 300*time.Millisecond)
	ws, _, err := dialWebSocket(r.connect("tcp", at), nil)
	if err != nil {
		t.Fatal(err)
	}
	playFor(t, time.Minute, []*carnageClient{joined(t, r.connect("tcp", at), "raw"), joined(t, ws, "webbed")})
}
