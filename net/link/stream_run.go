package link

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"dogfight/sys"
)

// run moves packets over the attached conn until the link is down.
func (s *stream) run(conn transport) {
	written := make(chan struct{})
	go func() {
		defer sys.Restore()
		defer close(written)
		s.write(conn)
	}()
	s.fail(s.read(conn))
	<-written
	s.endUDP()
	if s.last != nil { // s.err is set, so Close no longer sets it
		s.last.Stop()
	}
}

const (
	// stall is how long a peer may take nothing of what is written to it.
	stall = 3 * time.Second

	// maxPiece is written under one deadline. It is what one TLS record holds.
	maxPiece = 16 << 10
)

// read puts what arrives into the inbox and returns why nothing more can.
func (s *stream) read(conn transport) error {
	r := bufio.NewReader(meter{conn, &s.traffic})
	var header [headerSize]byte
	var p []byte
	for {
		if _, err := io.ReadFull(r, header[:]); err != nil {
			return fmt.Errorf("the connection to %s broke: %s", s.remote, Reason(err))
		}
		ch, n := parseHeader(header)
		if ch == end && n == 0 {
			return ErrClosed
		}
		if err := s.admitFrame(ch, n); err != nil {
			return fmt.Errorf("%s was cut off: %w", s.remote, err)
		}
		p = slices.Grow(p[:0], n)[:n]
		if _, err := io.ReadFull(r, p); err != nil {
			return fmt.Errorf("the connection to %s broke: %s", s.remote, Reason(err))
		}
		if ch == offer {
			if conn, ok := conn.(tlsTransport); ok { // no other is offered it
				s.takeOffer(conn.Conn, parseSequenceNumber(p))
			}
			continue
		}
		s.arrived(ch, p)
	}
}

// admitFrame reports what forbids a frame of n bytes on ch, if anything. It is
// called by read alone.
func (s *stream) admitFrame(ch Channel, n int) error {
	if ch != offer || !s.dialled {
		return admit(ch, n, s.controlIn)
	}
	if s.offered || n != sequenceNumberSize {
		return fmt.Errorf("the offer of UDP must come once and have %d bytes, got another or one of %d", sequenceNumberSize, n)
	}
	s.offered = true
	return nil
}

// arrived puts p into the inbox. While that has too many control packets it
// waits, and TCP holds the peer back. After Close, p is dropped: the peer is read
// on only because cutting it off could destroy what was last sent to it.
func (s *stream) arrived(ch Channel, p []byte) {
	at := time.Now()
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.in.weight > 4*s.controlIn && s.err == nil {
		s.changed.Wait()
	}
	if s.err != nil || ch == Data && !s.takesData(p, at) {
		return
	}
	s.put(ch, p, at)
}

// put puts p into the inbox, with mu held.
func (s *stream) put(ch Channel, p []byte, at time.Time) {
	s.in.put(ch, p, at)
	s.unread.Store(true)
}

// takesData notes that data came over control, and reports whether to take it.
func (s *stream) takesData(p []byte, at time.Time) bool {
	if s.udp != nil {
		s.udp.HeardControl(at)
	}
	if !s.allowance.spend(len(p), at) {
		s.refused++
		return false
	}
	return true
}

// write writes what is sent until the link is closed, failed or stalled.
func (s *stream) write(conn transport) {
	var b []byte
	for closing := false; !closing; {
		b, closing = s.take(recycle(b))
		if err := s.flush(conn, b); err != nil {
			return
		}
	}
	// The peer reads on to here and then hangs up, which ends read.
	conn.finish()
}

// take waits until there is something to write and appends it to b. When the
// link is closing, that is the last there is.
func (s *stream) take(b []byte) (_ []byte, closing bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.out.empty() && s.err == nil {
		s.changed.Wait()
	}
	b = s.out.take(b)
	if s.err != nil {
		return appendFrame(b, end, nil), true
	}
	return b, false
}

// flush writes b. Only a stall fails the link: of any other error, read finds a
// better cause after all that arrived before it.
func (s *stream) flush(conn transport, b []byte) error {
	for len(b) > 0 {
		n := min(len(b), maxPiece)
		err := conn.write(b[:n])
		if errors.Is(err, os.ErrDeadlineExceeded) {
			s.fail(fmt.Errorf("%s was cut off: it took nothing for %v", s.remote, stall))
		}
		if err != nil {
			conn.endRead()
			return err
		}
		s.traffic.Out.Add(conn.onWire(n))
		b = b[n:]
	}
	return nil
}
