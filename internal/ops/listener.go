package ops

import (
	"net"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"
)

// listener takes few connections. One that comes when there are as many as may be takes the place of the oldest of which no request
// is being answered, so that whoever is slow or silent keeps nobody out.
type listener struct {
	net.Listener
	accepts *rate.Limiter

	short func() // is called when the process has no descriptor left; nil for nobody

	mu    sync.Mutex
	open  []*conn  // the oldest first
	spare *os.File // whose descriptor takes a connection when no other is left; nil while one has it
}

// conn is a connection that sends so many requests.
type conn struct {
	net.Conn
	door     *listener
	requests *rate.Limiter
	serving  atomic.Bool // an answer is under way
	last     bool        // it has the spare descriptor, so it is closed after the answer
}

const (
	maxOpen = 16
	// A second and, after a pause, at once: new connections, and requests of one. However many connect, each has a request's time until
	// maxOpen more have come.
	acceptRate, acceptBurst   = 100, maxOpen / 2
	requestRate, requestBurst = 10, 20
)

func newListener(l net.Listener) *listener {
	limited := &listener{Listener: l, accepts: rate.NewLimiter(acceptRate, acceptBurst)}
	limited.keepSpare()
	return limited
}

// keepSpare opens the spare again, if it is gone and there is a descriptor.
func (l *listener) keepSpare() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.spare == nil {
		l.spare, _ = os.Open(os.DevNull)
	}
}

// acceptLast accepts a connection that waits, with the spare descriptor: the figures say that others are missing.
func (l *listener) acceptLast(why error) (net.Conn, error) {
	if l.short != nil {
		l.short()
	}
	if !waits(l.Listener) {
		return nil, why
	}
	l.mu.Lock()
	if l.spare == nil {
		l.mu.Unlock()
		return nil, why
	}
	l.spare.Close()
	l.spare = nil
	l.mu.Unlock()
	return l.Listener.Accept()
}

// Accept is a net.Listener's.
func (l *listener) Accept() (net.Conn, error) {
	for {
		raw, err := l.Listener.Accept()
		last := isShort(err)
		if last {
			raw, err = l.acceptLast(err)
		}
		if err != nil {
			return nil, err
		}
		if c := l.enter(raw); c != nil {
			c.last = last
			time.Sleep(l.accepts.Reserve().Delay()) // who waits meanwhile waits in the system
			return c, nil
		}
		raw.Close()
	}
}

// enter takes a connection in; nil if there is no room.
func (l *listener) enter(raw net.Conn) *conn {
	c := &conn{Conn: raw, door: l, requests: rate.NewLimiter(requestRate, requestBurst)}
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.open) >= maxOpen {
		i := slices.IndexFunc(l.open, func(c *conn) bool { return !c.serving.Load() })
		if i < 0 {
			return nil
		}
		l.open[i].Conn.Close()
		l.open = slices.Delete(l.open, i, i+1)
	}
	l.open = append(l.open, c)
	return c
}

// Close is a net.Conn's.
func (c *conn) Close() error {
	c.door.mu.Lock()
	if i := slices.Index(c.door.open, c); i >= 0 {
		c.door.open = slices.Delete(c.door.open, i, i+1)
	}
	c.door.mu.Unlock()
	err := c.Conn.Close()
	c.door.keepSpare()
	return err
}
