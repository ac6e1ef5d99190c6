package relay

import (
	"io"
	"net"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"dogfight/net/admission"
)

// browserRate is the rate of a browser in rates of a player: a drawn picture takes up to 31 kB a second.
const browserRate = 4

// Browser calls the host with a code for a browser at an address, and returns the stream, on which the host answers HTTP. It counts as a call of
// that address until it is closed. A refusal is a Status.
func (s *Server) Browser(code Code, from netip.AddrPort) (net.Conn, error) {
	var cut atomic.Bool
	visit, err := s.control.Enter(from.Addr(), func() { cut.Store(true) })
	if err != nil {
		return nil, Full
	}
	host, _, status := s.call(string(code), frameBrowser, from)
	if status == Unknown {
		visit.Fail() // besides the penalty for leaving
	} else {
		visit.Settle()
	}
	if status == spliced {
		if _, err := host.Write((&answer{}).append(nil)); err == nil && !cut.Load() {
			s.counts.spliced.Add(1)
			return s.browser(host, visit), nil
		}
		host.Close()
		s.leavePair()
		status = NoHost
	}
	visit.Leave()
	s.counts.refused[status].Add(1)
	return nil, status
}

// TakesBrowsers reports whether a host with a code takes browsers, to a browser at an address. A wrong code costs as much as a call by it.
func (s *Server) TakesBrowsers(code Code, from netip.Addr) bool {
	visit, err := s.control.Enter(from, func() {})
	if err != nil {
		return false
	}
	defer visit.Leave()
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.codes[code]
	if r == nil {
		visit.Fail()
		return false
	}
	visit.Settle()
	return r.browsers && r.host != nil && !s.draining
}

// browserConn is the stream of a host to a browser, at the rate of one. One goroutine reads, and one writes.
type browserConn struct {
	net.Conn
	server  *Server
	in, out admission.Brake
	leave   func()
}

func (s *Server) browser(host net.Conn, visit *admission.Visit) *browserConn {
	host.SetDeadline(time.Time{})
	rate := browserRate * s.options.Rate
	return &browserConn{host, s, admission.NewBrake(rate, spliceBurst), admission.NewBrake(rate, spliceBurst), sync.OnceFunc(func() {
		s.leavePair()
		visit.Leave()
	})}
}

// Read never returns io.EOF: a stream to a browser has no half that goes on alone.
func (c *browserConn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	c.count(n, &c.in)
	return n, err
}

func (c *browserConn) Write(b []byte) (int, error) {
	c.SetWriteDeadline(time.Now().Add(stalled))
	n, err := c.Conn.Write(b)
	c.count(n, &c.out)
	return n, err
}

func (c *browserConn) count(n int, brake *admission.Brake) {
	c.server.counts.bytes.Add(uint64(n))
	if wait := brake.Took(n, time.Now()); wait > 0 {
		admission.Pause(wait, c.server.closed)
	}
}

// Close ends the call.
func (c *browserConn) Close() error {
	defer c.leave()
	return c.Conn.Close()
}
