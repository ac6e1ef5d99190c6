package gateway

import (
	"math/rand/v2"
	"net"
	"sync"
	"testing"
	"time"

	dogfight "dogfight/net"
)

// lateRelay passes connections on to an address, by pieces that are up to so late, and returns where. TCP loses
// nothing: what is lost comes late, and all that follows with it.
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

// passLate copies until one end closes: one piece in eight waits, and so does what is behind it.
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
	playFor(t, time.Minute, []*carnageClient{stands(t, r.connect("tcp", at), "raw"), stands(t, ws, "webbed")})
}
