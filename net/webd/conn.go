package webd

import (
	"net"
	"sync"
	"sync/atomic"
	"time"

	"dogfight/net/admission"
)

// listener lets connections in, as far as there may be so many.
type listener struct {
	net.Listener
	server *Server
}

// Accept returns the next connection that is let in.
func (l *listener) Accept() (net.Conn, error) {
	for {
		raw, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		from, control := admission.AddressOf(raw), l.server.control
		if l.server.isProxy(from) {
			control = l.server.proxies
		}
		visit, err := control.Enter(from, func() { raw.Close() })
		if err != nil {
			raw.Close()
			continue
		}
		return l.server.connect(raw, visit), nil
	}
}

// conn is a connection of which no more is read than the brake lets through, and that is lost when the other end takes
// nothing of what is written to it. It lasts for Limits.Page, unless a player comes in by it.
type conn struct {
	net.Conn
	visit  *admission.Visit
	came   time.Time
	long   time.Duration                   // it may last
	late   *time.Timer                     // ends it then
	heard  atomic.Int64                    // how long after that something came last
	pages  atomic.Pointer[admission.Brake] // of what is sent to the address that asks; nil for none
	mu     sync.Mutex                      // of the brakes: two goroutines of an http.Server read, one after the other
	brake  admission.Brake
	closed chan struct{}
	once   sync.Once
}

func (s *Server) connect(raw net.Conn, visit *admission.Visit) *conn {
	c := &conn{
		Conn: raw, visit: visit, came: time.Now(), long: s.conf.Limits.Page,
		brake: admission.NewBrake(connectionRate, connectionBurst), closed: make(chan struct{}),
	}
	c.late = time.AfterFunc(c.long, func() { raw.Close() })
	return c
}

// asks notes a request, of an address to which so much is sent of pages, and reports whether it should be the last.
func (c *conn) asks(pages *admission.Brake) (last bool) {
	c.pages.Store(pages)
	c.owes(requestCost)
	return time.Since(c.came) > c.long/2
}

// silent is for how long nothing has come.
func (c *conn) silent() time.Duration { return time.Since(c.came) - time.Duration(c.heard.Load()) }

// plays notes that a player has come in.
func (c *conn) plays() {
	c.visit.Settle()
	c.late.Stop()
	c.pages.Store(nil)
}

func (c *conn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	now := time.Now()
	if n > 0 {
		c.heard.Store(int64(now.Sub(c.came)))
	}
	c.mu.Lock()
	wait := c.brake.Took(n, now)
	c.mu.Unlock()
	if wait > 0 {
		admission.Pause(wait, c.closed)
	}
	return n, err
}

func (c *conn) Write(b []byte) (int, error) {
	c.Conn.SetWriteDeadline(time.Now().Add(stall))
	n, err := c.Conn.Write(b)
	c.owes(n)
	return n, err
}

// owes waits where the visitors of an address are sent more than they may be.
func (c *conn) owes(n int) {
	if pages := c.pages.Load(); pages != nil {
		if wait := pages.Took(n, time.Now()); wait > 0 {
			admission.Pause(wait, c.closed)
		}
	}
}

func (c *conn) Close() error {
	c.once.Do(func() {
		c.late.Stop()
		close(c.closed)
		c.visit.Leave()
	})
	return c.Conn.Close()
}
