package relay

import (
	"crypto/sha256"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"dogfight/net/admission"
	"dogfight/sys"
)

const (
	spliceBuffer = 4 << 10          // each way of each pair
	spliceBurst  = 1 << 20          // for the arena and the first Worlds, at most 256 KiB each
	stalled      = 30 * time.Second // after which an end that takes no bytes is gone
)

// splice passes on the bytes of a pair until both ways have ended.
func (s *Server) splice(a, b net.Conn) {
	a.SetDeadline(time.Time{})
	b.SetDeadline(time.Time{})
	var back sync.WaitGroup
	back.Go(func() {
		defer sys.Restore()
		s.pass(a, b)
	})
	s.pass(b, a)
	back.Wait()
}

// pass passes on the bytes of one way. If it breaks, it ends the other too.
func (s *Server) pass(to, from net.Conn) {
	brake := admission.NewBrake(s.options.Rate, spliceBurst)
	for buf := make([]byte, spliceBuffer); ; {
		n, err := from.Read(buf)
		if n > 0 {
			to.SetWriteDeadline(time.Now().Add(stalled))
			if _, failed := to.Write(buf[:n]); failed != nil {
				err = failed
			}
			s.counts.bytes.Add(uint64(n))
		}
		if errors.Is(err, io.EOF) && closeWrite(to) {
			return
		}
		if err != nil {
			to.Close()
			from.Close()
			return
		}
		if wait := brake.Took(n, time.Now()); wait > 0 {
			admission.Pause(wait, s.closed)
		}
	}
}

// closeWrite ends one way of a connection, and reports whether it could.
func closeWrite(c net.Conn) bool {
	half, ok := c.(interface{ CloseWrite() error })
	return ok && half.CloseWrite() == nil
}

func keyOf(s tls.ConnectionState) string {
	sum := sha256.Sum256(s.PeerCertificates[0].Raw)
	return string(sum[:])
}

// counts count events since the start.
type counts struct {
	asked, spliced, bytes atomic.Uint64
	refused               [NoBrowsers + 1]atomic.Uint64 // calls
}

// Figures describe a relay. Those after Pairs count events since its start.
type Figures struct {
	Hosts, Codes, Pairs     int
	Asked, Spliced          uint64            // calls, and those that were spliced
	Refused                 map[string]uint64 // calls, by reason
	Bytes                   uint64            // of streams
	Datagrams, DatagramSize uint64            // forwarded, and their bytes
	Dropped                 uint64            // datagrams
}

// Figures returns the figures of now.
func (s *Server) Figures() Figures {
	s.mu.Lock()
	f := Figures{Hosts: len(s.hosts), Codes: len(s.codes), Pairs: s.pairs}
	s.mu.Unlock()
	c, u := &s.counts, s.udp
	f.Asked, f.Spliced, f.Bytes = c.asked.Load(), c.spliced.Load(), c.bytes.Load()
	f.Refused = map[string]uint64{"unknown": c.refused[Unknown].Load(), "no_host": c.refused[NoHost].Load(), "ending": c.refused[Ending].Load(), "no_browsers": c.refused[NoBrowsers].Load()}
	f.Datagrams, f.DatagramSize, f.Dropped = u.forwarded.Load(), u.bytes.Load(), u.dropped.Load()
	return f
}

// HostInfo describes a host at a relay, in JSON for operators.
type HostInfo struct {
	Site  string `json:"address"` // an IPv4 address or an IPv6 /64
	Codes int    `json:"codes"`
}

// Hosts returns the hosts that are registered.
func (s *Server) Hosts() (all []HostInfo) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for h := range s.hosts {
		all = append(all, HostInfo{h.site.String(), len(h.codes)})
	}
	return all
}
