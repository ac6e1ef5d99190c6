package relay

import (
	"bytes"
	"crypto/tls"
	"net"
	"net/netip"
	"time"

	"dogfight/net/admission"
	"dogfight/sys"
)

// registration is a code that a host has registered.
type registration struct {
	key   string // of the host
	nonce Nonce
	host  *hostConn // nil while the host is away
	until time.Time // of an absence

	browsers bool // it takes them
}

// isHosts reports whether a host is registered from the site of an address.
func (s *Server) isHosts(a netip.Addr) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.sites[admission.Site(a)] > 0
}

// hostConn is the connection of a host.
type hostConn struct {
	key  string // SHA-256 of its certificate
	site netip.Prefix
	out  chan []byte
	cut  func()

	codes map[Code]struct{} // that it has registered; guarded by the Server's mutex
}

// send sends a frame, and reports whether there was room. It never blocks.
func (h *hostConn) send(frame []byte) bool {
	select {
	case h.out <- frame:
		return true
	default:
		return false
	}
}

// serveHost serves a host's connection until its end.
func (s *Server) serveHost(raw net.Conn, visit *admission.Visit) {
	conn := tls.Server(raw, s.tls)
	if conn.Handshake() != nil {
		return
	}
	h := &hostConn{
		key: keyOf(conn.ConnectionState()), site: admission.Site(admission.AddressOf(raw)), out: make(chan []byte, 64), cut: func() { raw.Close() },
	}
	done := make(chan struct{})
	defer close(done)
	s.running.Go(func() {
		defer sys.Restore()
		h.write(conn, done)
	})
	defer s.leave(h)
	brake := admission.NewBrake(1<<10, 4<<10)
	for buf := make([]byte, maxFrame); ; {
		kind, content, err := readFrame(conn, buf)
		if err != nil || !s.handle(h, visit, kind, bytes.Clone(content)) {
			return
		}
		admission.Pause(brake.Took(2+len(content), time.Now()), s.closed)
		conn.SetDeadline(time.Now().Add(silence))
	}
}

// write writes the frames to a host.
func (h *hostConn) write(conn net.Conn, done <-chan struct{}) {
	for {
		select {
		case frame := <-h.out:
			if _, err := conn.Write(frame); err != nil {
				h.cut()
				return
			}
		case <-done:
			return
		}
	}
}

// handle handles a frame from a host, and reports whether to keep its connection.
func (s *Server) handle(h *hostConn, visit *admission.Visit, kind byte, content []byte) bool {
	switch kind {
	case frameRegister, frameOpen:
		code, nonce, err := parseRegister(content)
		if err != nil {
			return false
		}
		status := s.register(h, code, registration{nonce: nonce, browsers: kind == frameOpen})
		if status == spliced {
			visit.Settle()
		}
		return h.send(appendFrame(nil, frameStatus, byte(status)))
	case frameWithdraw:
		s.withdraw(h, Code(content))
		return true
	case framePing:
		return h.send(appendFrame(nil, framePong))
	}
	return false
}

func (s *Server) register(h *hostConn, code Code, as registration) Status {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	r := s.codes[code]
	_, known := s.hosts[h]
	switch {
	case s.draining:
		return Ending
	case r != nil && r.key != h.key && (r.host != nil || now.Before(r.until)):
		return Taken
	case !known && s.sites[h.site] >= hostsPerSite, (r == nil || r.host != h) && len(h.codes) >= codesPerHost, r == nil && !s.makeRoom():
		return Full
	}
	if !known {
		s.hosts[h], h.codes = struct{}{}, map[Code]struct{}{}
		s.sites[h.site]++
		s.options.Log.Info("a host registers", "site", h.site)
	}
	if r != nil && r.host != nil {
		delete(r.host.codes, code) // an earlier connection of the same key
	}
	h.codes[code] = struct{}{}
	as.key, as.host = h.key, h
	s.codes[code] = &as
	return spliced
}

// makeRoom makes room for another code in place of one whose host is away, if one of a few has such a host, and reports whether there is room.
func (s *Server) makeRoom() bool {
	looked := 0
	for code, r := range s.codes {
		if looked++; len(s.codes) < maxCodes || looked > codesPerHost {
			break
		}
		if r.host == nil {
			delete(s.codes, code)
		}
	}
	return len(s.codes) < maxCodes
}

func (s *Server) withdraw(h *hostConn, code Code) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r := s.codes[code]; r != nil && r.host == h {
		delete(h.codes, code)
		delete(s.codes, code)
	}
}

// leave forgets a host. Its codes wait for it.
func (s *Server) leave(h *hostConn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, known := s.hosts[h]; !known {
		return
	}
	delete(s.hosts, h)
	if s.sites[h.site]--; s.sites[h.site] == 0 {
		delete(s.sites, h.site)
	}
	for code := range h.codes {
		r := s.codes[code]
		r.host, r.until = nil, time.Now().Add(away)
	}
}
