package webd

import (
	"net"
	"sync"
	"sync/atomic"
	"time"

	"dogfight/net/admission"
	"dogfight/net/window"
)

// listener accepts connections within the limits.
type listener struct {
	net.Listener
	server *Server
}

// Accept returns the next connection.
func (l *listener) Accept() (net.Conn, error) {
	for {
		raw, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		from, control := admission.AddressOf(raw), l.server.Control
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

// conn is a connection that lasts for Limits.Page, unless a player joins by it.
type conn struct {
	*window.Conn
	visit *admission.Visit
	limit time.Duration                   // Limits.Page
	late  *time.Timer                     // closes the connection then
	pages atomic.Pointer[admission.Brake] // of the address; nil for none
	leave func()
}

func (s *Server) connect(raw net.Conn, visit *admission.Visit) *conn {
	c := &conn{Conn: window.NewConn(raw), visit: visit, limit: s.conf.Limits.Page}
	c.late = time.AfterFunc(c.limit, func() { raw.Close() })
	c.leave = sync.OnceFunc(func() {
		c.late.Stop()
		visit.Leave()
	})
	return c
}

// request counts a request of an address with a brake for pages, and reports whether it should be the last.
func (c *conn) request(pages *admission.Brake) (last bool) {
	c.pages.Store(pages)
	c.charge(requestCost)
	return c.Age() > c.limit/2
}

// join lifts the limits of a connection that a player has joined by.
func (c *conn) join() {
	c.visit.Settle()
	c.late.Stop()
	c.pages.Store(nil)
}

func (c *conn) Write(b []byte) (int, error) {
	n, err := c.Conn.Write(b)
	c.charge(n)
	return n, err
}

// charge waits if the visitors of an address are sent more than they may be.
func (c *conn) charge(n int) {
	if pages := c.pages.Load(); pages != nil {
		c.Pause(pages.Took(n, time.Now()))
	}
}

func (c *conn) Close() error {
	err := c.Conn.Close()
	c.leave()
	return err
}
