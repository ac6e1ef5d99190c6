package webd

import (
	"net"
	"sync"
	"time"

	"dogfight/net/admission"
	"dogfight/net/brake"
)

// listener lets connections in, as far as there may be so many.
type listener struct {
	net.Listener
	door *Server
}

// Accept returns the next connection that is let in.
func (l *listener) Accept() (net.Conn, error) {
	for {
		raw, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		from, control := admission.AddressOf(raw), l.door.control
		if l.door.isProxy(from) {
			control = l.door.proxies
		}
		visit, err := control.Enter(from, func() { raw.Close() })
		if err != nil {
			raw.Close()
			continue
		}
		return &conn{
			Conn: raw, visit: visit, brake: brake.New(connectionRate, connectionBurst), closed: make(chan struct{}),
		}, nil
	}
}

// conn is a connection of which no more is read than the brake lets through, and that is lost when the other end takes
// nothing of what is written to it.
type conn struct {
	net.Conn
	visit  *admission.Visit
	mu     sync.Mutex // of the brake: two goroutines of an http.Server read, one after the other
	brake  brake.Brake
	closed chan struct{}
	once   sync.Once
}

func (c *conn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	c.mu.Lock()
	wait := c.brake.Took(n, time.Now())
	c.mu.Unlock()
	if wait > 0 {
		brake.Pause(wait, c.closed)
	}
	return n, err
}

func (c *conn) Write(b []byte) (int, error) {
	c.Conn.SetWriteDeadline(time.Now().Add(stall))
	return c.Conn.Write(b)
}

func (c *conn) Close() error {
	c.once.Do(func() {
		close(c.closed)
		c.visit.Leave()
	})
	return c.Conn.Close()
}
