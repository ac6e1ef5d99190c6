package gateway

import (
	"bytes"
	"io"
	"net"
	"os"
	"sync"
	"time"
)

// wire is one end of a TCP connection in memory, as the systems at both ends and the network between them make one.
type wire struct{ in, out *flow }

// flow is one direction. What is sent at a time leaves as one segment, if it is not longer than that and there is room
// in the window; otherwise it is cut. Segments arrive late, in order.
type flow struct {
	window, segment int
	late            func() time.Duration

	mu       sync.Mutex
	changed  *sync.Cond
	unread   int // bytes sent, and not read yet
	flying   []flight
	arrived  []byte
	closed   bool
	deadline time.Time // of writes
}

type flight struct {
	bytes []byte
	at    time.Time
}

func newFlow(window, segment int, late func() time.Duration) *flow {
	l := &flow{window: window, segment: segment, late: late}
	l.changed = sync.NewCond(&l.mu)
	return l
}

func (l *flow) write(p []byte) (n int, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for n < len(p) {
		room := l.window - l.unread
		switch {
		case l.closed:
			return n, net.ErrClosed
		case room > 0:
			k := min(len(p)-n, room, l.segment)
			l.send(bytes.Clone(p[n : n+k]))
			n += k
		case !time.Now().Before(l.deadline):
			return n, os.ErrDeadlineExceeded
		default:
			expired := time.AfterFunc(time.Until(l.deadline), l.changed.Broadcast)
			l.changed.Wait()
			expired.Stop()
		}
	}
	return n, nil
}

// send lets a segment fly, with the lock held.
func (l *flow) send(p []byte) {
	at := time.Now().Add(l.late())
	if last := len(l.flying) - 1; last >= 0 && at.Before(l.flying[last].at) {
		at = l.flying[last].at
	}
	l.unread += len(p)
	l.flying = append(l.flying, flight{p, at})
	time.AfterFunc(time.Until(at), l.land)
}

func (l *flow) land() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for len(l.flying) > 0 && !l.flying[0].at.After(time.Now()) {
		l.arrived = append(l.arrived, l.flying[0].bytes...)
		l.flying = l.flying[1:]
	}
	l.changed.Broadcast()
}

func (l *flow) read(p []byte) (n int, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for len(l.arrived) == 0 {
		if l.closed && len(l.flying) == 0 {
			return 0, io.EOF
		}
		l.changed.Wait()
	}
	n = copy(p, l.arrived)
	l.arrived = append(l.arrived[:0], l.arrived[n:]...)
	l.unread -= n
	l.changed.Broadcast()
	return n, nil
}

func (l *flow) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
	l.changed.Broadcast()
}

func (w *wire) Read(p []byte) (int, error)  { return w.in.read(p) }
func (w *wire) Write(p []byte) (int, error) { return w.out.write(p) }

func (w *wire) Close() error {
	w.in.close()
	w.out.close()
	return nil
}

// Room is room's.
func (w *wire) Room() (now, most int) {
	w.out.mu.Lock()
	defer w.out.mu.Unlock()
	return w.out.window - w.out.unread, w.out.segment
}

func (w *wire) LocalAddr() net.Addr  { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 6699} }
func (w *wire) RemoteAddr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 40000} }

func (w *wire) SetDeadline(t time.Time) error   { return w.SetWriteDeadline(t) }
func (w *wire) SetReadDeadline(time.Time) error { return nil }
func (w *wire) SetWriteDeadline(t time.Time) error {
	w.out.mu.Lock()
	defer w.out.mu.Unlock()
	w.out.deadline = t
	return nil
}

// wires is a listener for them.
type wires struct {
	come chan net.Conn
	gone chan struct{}
	once sync.Once
}

func newWires() *wires { return &wires{come: make(chan net.Conn), gone: make(chan struct{})} }

// connect returns the client's end of a connection whose other end the listener has.
func (l *wires) connect(toClient, toHost *flow) net.Conn {
	l.come <- &wire{in: toHost, out: toClient}
	return &wire{in: toClient, out: toHost}
}

func (l *wires) Accept() (net.Conn, error) {
	select {
	case conn := <-l.come:
		return conn, nil
	case <-l.gone:
		return nil, net.ErrClosed
	}
}

func (l *wires) Close() error {
	l.once.Do(func() { close(l.gone) })
	return nil
}

func (l *wires) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 6699} }
