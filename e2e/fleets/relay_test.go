//go:build unix

package fleets

import (
	"net"
	"sync"
	"sync/atomic"
	"testing"
)

// relay is the path of a host's connection to the hub. It can be cut: then its connections stay open, but pass nothing in one direction or
// both.
type relay struct {
	*testing.T
	to       string
	listener net.Listener
	up, down atomic.Bool // cut, from the host to the hub and back

	running sync.WaitGroup
	mu      sync.Mutex
	conns   []net.Conn
}

func (f *fleetOf) relay(to string) *relay {
	f.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		f.Fatal(err)
	}
	r := &relay{T: f.T, to: to, listener: l}
	r.running.Go(r.accept)
	f.Cleanup(func() {
		l.Close()
		r.drop()
		r.running.Wait()
	})
	return r
}

func (r *relay) url() string { return "nats://" + r.listener.Addr().String() }

// drop closes all connections, as an end does that reconnects after a cut.
func (r *relay) drop() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, c := range r.conns {
		c.Close()
	}
	r.conns = nil
}

func (r *relay) accept() {
	for {
		near, err := r.listener.Accept()
		if err != nil {
			return
		}
		far, err := net.Dial("tcp", r.to)
		if err != nil {
			near.Close()
			continue
		}
		r.mu.Lock()
		r.conns = append(r.conns, near, far)
		r.mu.Unlock()
		r.running.Go(func() { pump(far, near, &r.up) })
		r.running.Go(func() { pump(near, far, &r.down) })
	}
}

// pump forwards bytes, and loses them while the line is cut.
func pump(to, from net.Conn, cut *atomic.Bool) {
	defer to.Close()
	defer from.Close()
	b := make([]byte, 64<<10)
	for {
		n, err := from.Read(b)
		if n > 0 && !cut.Load() {
			if _, err := to.Write(b[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// cut blocks one direction, or both.
func (r *relay) cut(up, down bool) {
	r.up.Store(up)
	r.down.Store(down)
}

// mend ends the cut. Messages that were cut lack their middle, so both ends reconnect, as they do when TCP has given up.
func (r *relay) mend() {
	r.cut(false, false)
	r.drop()
}
