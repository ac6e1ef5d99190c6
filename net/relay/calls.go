package relay

import (
	"context"
	"crypto/rand"
	"net"
	"net/netip"
	"time"

	"dogfight/net/admission"
)

// caller waits for its host.
type caller struct{ claimed chan net.Conn }

// ask brings a caller to its host, and passes on their bytes until the end.
func (s *Server) ask(ctx context.Context, conn net.Conn, visit *admission.Visit, text string) {
	conn.SetDeadline(time.Now().Add(2 * patience)) // the host has one
	from := conn.RemoteAddr().(*net.TCPAddr).AddrPort()
	number, c, nonce, status := s.announce(text, from)
	if status == spliced {
		status = s.await(number, c)
	}
	if status != spliced {
		if status == Unknown {
			visit.Fail() // besides the penalty for leaving
		} else {
			visit.Settle()
		}
		s.counts.refused(status)
		refuse(conn, status)
		return
	}
	host := <-c.claimed
	defer host.Close()
	defer context.AfterFunc(ctx, func() { host.Close() })()
	defer s.leavePair()
	visit.Settle()
	near, far := s.udp.open()
	defer s.udp.close(near, far)
	port := s.udp.port
	toHost := answer{number: far.number, port: port}
	toCaller := answer{number: near.number, port: port, nonce: nonce}
	if _, err := host.Write(toHost.append(nil)); err != nil {
		return
	}
	if _, err := conn.Write(toCaller.append(nil)); err != nil {
		return
	}
	s.counts.spliced.Add(1)
	s.splice(conn, host)
}

// announce sends a caller to the host with a code.
func (s *Server) announce(text string, from netip.AddrPort) (number call, c *caller, nonce Nonce, status Status) {
	s.counts.asked.Add(1)
	code, err := parseCode([]byte(text))
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.codes[code]
	switch {
	case s.draining:
		return number, nil, nonce, Ending
	case err != nil || r == nil || r.host == nil && time.Now().After(r.until):
		return number, nil, nonce, Unknown
	case r.host == nil:
		return number, nil, nonce, NoHost
	}
	rand.Read(number[:])
	if !r.host.send(appendCaller(nil, number, from)) {
		return number, nil, nonce, NoHost
	}
	c = &caller{make(chan net.Conn, 1)}
	s.calls[number] = c
	return number, c, r.nonce, spliced
}

// await waits for a claim: c.claimed then has the host's connection, and the pair is counted.
func (s *Server) await(number call, c *caller) Status {
	timer := time.NewTimer(patience)
	defer timer.Stop()
	status := NoHost
	select {
	case host := <-c.claimed:
		c.claimed <- host
		return spliced
	case <-timer.C:
	case <-s.closed:
		status = Ending
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.calls[number] == nil { // claimed meanwhile
		return spliced
	}
	delete(s.calls, number)
	return status
}

// claim gives the connection of a host to its caller, and reports whether there is one.
func (s *Server) claim(conn net.Conn, number call) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.calls[number]
	if c == nil {
		return false
	}
	delete(s.calls, number)
	s.pairs++
	c.claimed <- conn
	return true
}

func (s *Server) leavePair() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pairs--
}
