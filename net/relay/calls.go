package relay

import (
	"context"
	"crypto/rand"
	"net"
	"net/netip"
	"time"

	"dogfight/net/admission"
)

// ask brings a caller to its host, and passes on their bytes until the end.
func (s *Server) ask(ctx context.Context, conn net.Conn, visit *admission.Visit, text string) {
	conn.SetDeadline(time.Now().Add(2 * patience)) // the host has one
	host, nonce, status := s.call(text, frameCaller, conn.RemoteAddr().(*net.TCPAddr).AddrPort())
	if status == Unknown {
		visit.Fail() // besides the penalty for leaving
	} else {
		visit.Settle()
	}
	if status != spliced {
		s.counts.refused[status].Add(1)
		refuse(conn, status)
		return
	}
	defer host.Close()
	defer context.AfterFunc(ctx, func() { host.Close() })()
	defer s.leavePair()
	near, far := s.udp.open()
	defer s.udp.close(near, far)
	toHost, toCaller := answer{number: far.number, port: s.udp.port}, answer{number: near.number, port: s.udp.port, nonce: nonce}
	_, err := host.Write(toHost.append(nil))
	if err == nil {
		_, err = conn.Write(toCaller.append(nil))
	}
	if err == nil {
		s.counts.spliced.Add(1)
		s.splice(conn, host)
	}
}

// call calls the host with a code by a frame of the kind caller or browser. With the status spliced it returns the host's connection, and the pair
// counts.
func (s *Server) call(text string, kind byte, from netip.AddrPort) (host net.Conn, nonce Nonce, status Status) {
	number, claimed, nonce, status := s.announce(text, kind, from)
	if status != spliced {
		return nil, nonce, status
	}
	select {
	case host = <-claimed:
		return host, nonce, spliced
	case <-time.After(patience):
	case <-s.closed:
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.calls[number] == nil { // claimed meanwhile
		return <-claimed, nonce, spliced
	}
	delete(s.calls, number)
	return nil, nonce, NoHost
}

// announce sends a caller to the host with a code.
func (s *Server) announce(text string, kind byte, from netip.AddrPort) (number call, claimed chan net.Conn, nonce Nonce, status Status) {
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
	case kind == frameBrowser && !r.browsers:
		return number, nil, nonce, NoBrowsers
	}
	rand.Read(number[:])
	if !r.host.send(appendCaller(nil, kind, number, from)) {
		return number, nil, nonce, NoHost
	}
	claimed = make(chan net.Conn, 1)
	s.calls[number] = claimed
	return number, claimed, r.nonce, spliced
}

// claim gives the connection of a host to its caller, and reports whether there is one.
func (s *Server) claim(conn net.Conn, number call) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	claimed := s.calls[number]
	if claimed == nil {
		return false
	}
	delete(s.calls, number)
	s.pairs++
	claimed <- conn
	return true
}

func (s *Server) leavePair() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pairs--
}
