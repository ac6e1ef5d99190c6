package link

import (
	"encoding/binary"
	"fmt"
	"time"

	"dogfight/sys"
)

// rescue carries the control channel over sealed datagrams from when its stream breaks while datagrams come: if the relay
// dies, or an end moves to another network. The link stays the same, with its keys, so data has no gap.
//
// Both ends number the bytes of all frames but data since the begin of the link. While datagrams come, an end stores
// those that the other has not acknowledged; after the break it sends them again, and the later ones, a few segments at a time,
// from the first that is missing. The link's lock guards it.
type rescue struct {
	on    bool
	cause error // why the stream broke

	sent    uint64    // bytes given to the stream, or to unacked
	unacked []byte    // the last of them, as far as the other end may not have them
	movedAt time.Time // unacked became shorter, or not empty
	next    uint64    // offset of the next segment
	sentAt  time.Time // of the first segment that is not acknowledged
	same    int       // acknowledgements without progress since then

	received uint64    // bytes of the other end's whole frames; once on, of all
	ackUntil time.Time // received is acknowledged with each tick, as datagrams may be lost
	partial  []byte    // of a frame, once on
	quiet    bool      // the newest segment was not acknowledged
	closing  bool      // the link is closed, and the end is underway
}

const (
	segmentMark, ackMark byte = 3, 4

	// rescueHeader is the mark and the offset. A longer packet is no challenge.
	rescueHeader = 1 + 8
	maxSegment   = 1100
	// maxUnderway bounds the bytes of segments underway: 88 kB a second at a round trip of 100 ms.
	maxUnderway = 8 * maxSegment
	// The first segment that is missing, and all after it, are sent again after two acknowledgements of later ones, or
	// after resend.
	resend = 250 * time.Millisecond

	// unanswered is how long the other end may not acknowledge over a stream, while datagrams come, until that is taken
	// for broken.
	unanswered = 3 * time.Second
	// lostAfter is how long no datagram may come once the stream is broken, stuckAfter how long none may be acknowledged.
	lostAfter, stuckAfter = 2 * time.Second, 5 * time.Second
)

// brokenError is the error of a stream that may be rescued.
type brokenError struct{ error }

// hasDatagrams reports whether a datagram of the other end came within a silence, on a link that can be rescued.
func (e *udpEnd) hasDatagrams(now time.Time) bool {
	return e != nil && e.finder != nil && e.peer.IsValid() && now.Sub(e.receivedAt) < silence
}

func (s *stream) hasDatagrams() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.udp.hasDatagrams(time.Now())
}

// countReceived counts a frame that came over the stream.
func (s *stream) countReceived(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.rescue.received += uint64(n)
	s.rescue.ackUntil = time.Now().Add(unanswered)
}

// retain stores control frames that go to the stream until they are acknowledged. The caller holds mu, as for all that follow.
func (s *stream) retain(b []byte, now time.Time) {
	r := &s.rescue
	r.sent += uint64(len(b))
	switch {
	case !s.udp.hasDatagrams(now) || len(r.unacked)+len(b) > maxWaiting:
		r.unacked = nil
		return
	case len(r.unacked) == 0:
		r.movedAt = now
	}
	r.unacked = append(r.unacked, b...)
}

// survives reports whether the link continues over datagrams after its stream ended with err.
func (s *stream) survives(err error) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	broken, ok := err.(brokenError)
	if !ok || s.err != nil || !s.udp.hasDatagrams(time.Now()) {
		return false
	}
	s.raw.Close()
	s.rescue.on, s.rescue.cause = true, broken.error
	s.changed.Broadcast() // write ends
	s.prober.Reset(0)
	return true
}

// awaitEnd waits until a rescued link is down.
func (s *stream) awaitEnd() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.err == nil || s.rescue.closing {
		s.changed.Wait()
	}
}

// closeRescued begins the orderly end of a rescued link.
func (s *stream) closeRescued() {
	r := &s.rescue
	r.closing = true
	s.out.control = appendFrame(s.out.control, end, nil)
	s.last = time.AfterFunc(grace, s.endRescue)
	s.prober.Reset(0)
}

func (s *stream) endRescue() {
	defer sys.Restore()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.rescue.closing = false
	s.changed.Broadcast()
}

// tend acknowledges and sends what is due, and returns the time until the next call.
func (s *stream) tend(now time.Time) (wait time.Duration) {
	r, u := &s.rescue, s.udp
	if now.Before(r.ackUntil) && u.hasDatagrams(now) {
		s.acknowledge(now)
	}
	if !r.on {
		if len(r.unacked) > 0 && u.hasDatagrams(now) && now.Sub(r.movedAt) >= unanswered {
			s.raw.Close() // read finds that
		}
		return silence
	}
	if s.takeControl(now); now.Sub(u.receivedAt) >= lostAfter || len(r.unacked) > 0 && now.Sub(r.movedAt) >= stuckAfter {
		s.end(r.cause)
		return silence
	}
	if len(r.unacked) == 0 || !u.peer.IsValid() {
		return silence
	}
	if due := r.sentAt.Add(resend); due.After(now) {
		s.sendSegments(now) // new ones
		return due.Sub(now)
	}
	r.next = 0
	s.sendSegments(now)
	return resend
}

// takeControl moves waiting control frames to unacked.
func (s *stream) takeControl(now time.Time) {
	r := &s.rescue
	if len(s.out.control) == 0 {
		return
	}
	if len(r.unacked) == 0 {
		r.movedAt, r.sentAt = now, time.Time{}
	}
	r.sent += uint64(len(s.out.control))
	r.unacked = append(r.unacked, s.out.control...)
	s.out.control = recycle(s.out.control)
	if waiting := len(r.unacked); waiting > 2*maxWaiting {
		s.end(fmt.Errorf("%s was cut off: %w", s.remote, slow(waiting)))
	}
}

func (s *stream) sendSegments(now time.Time) {
	r := &s.rescue
	first := r.sent - uint64(len(r.unacked))
	if r.next <= first {
		r.next, r.sentAt = first, now
	}
	for r.next < r.sent && r.next < first+maxUnderway {
		p := r.unacked[r.next-first:]
		p = p[:min(len(p), maxSegment)]
		s.udp.sendPath(append(rescuePacket(segmentMark, r.next), p...), s.udp.peer, now)
		r.next += uint64(len(p))
	}
}

func rescuePacket(mark byte, offset uint64) []byte {
	return binary.BigEndian.AppendUint64([]byte{mark}, offset)
}

func (s *stream) acknowledge(now time.Time) {
	if s.udp.peer.IsValid() {
		s.udp.sendPath(rescuePacket(ackMark, s.rescue.received), s.udp.peer, now)
	}
}

// rescued handles a packet about the path if it is a segment or an acknowledgement.
func (s *stream) rescued(p []byte, now time.Time) {
	if s.udp.finder == nil || len(p) < rescueHeader || p[0] != segmentMark && p[0] != ackMark {
		return
	}
	r, offset, rest := &s.rescue, binary.BigEndian.Uint64(p[1:]), p[rescueHeader:]
	if p[0] == ackMark {
		s.acknowledged(offset, now)
		return
	}
	if !r.on {
		s.raw.Close() // the other end has given the stream up; read finds that
		return
	}
	isNext := offset <= r.received && r.received < offset+uint64(len(rest)) && s.in.weight <= 4*s.controlIn && s.err == nil
	quiet := isNext && !r.quiet && len(rest) == maxSegment // more follows
	if isNext {
		rest = rest[r.received-offset:]
		r.received += uint64(len(rest))
		r.partial = append(r.partial, rest...)
		s.takeFrames(now)
	}
	if r.quiet = quiet; !quiet {
		s.acknowledge(now)
	}
}

// acknowledged removes bytes that the other end has from unacked.
func (s *stream) acknowledged(offset uint64, now time.Time) {
	r := &s.rescue
	missing, unacked := r.sent-offset, uint64(len(r.unacked))
	switch {
	case missing > unacked || unacked == 0: // a late one, or one of bytes that were never sent
		return
	case missing == unacked:
		if r.same++; r.same != 2 { // once: what is sent again brings such acknowledgements too
			return
		}
		r.next = 0
	default:
		r.unacked, r.movedAt, r.sentAt, r.same = append(r.unacked[:0], r.unacked[unacked-missing:]...), now, now, 0
	}
	if r.on && missing > 0 && s.udp.peer.IsValid() {
		s.sendSegments(now)
	}
	if r.closing && len(r.unacked) == 0 {
		r.closing = false
		s.changed.Broadcast()
	}
}

// takeFrames handles the whole frames that have come over datagrams.
func (s *stream) takeFrames(now time.Time) {
	r := &s.rescue
	for s.err == nil && len(r.partial) >= headerSize {
		ch, n := parseHeader([headerSize]byte(r.partial))
		if ch == end && n == 0 {
			s.acknowledge(now) // once: the other end waits for no more than grace
			s.end(ErrClosed)
			return
		}
		err := admit(ch, n, s.controlIn)
		if err == nil && ch != Control {
			err = fmt.Errorf("a segment must have control packets, got channel %d", ch)
		}
		if err != nil {
			s.end(fmt.Errorf("%s was cut off: %w", s.remote, err))
			return
		}
		if len(r.partial) < headerSize+n {
			return
		}
		s.put(ch, r.partial[headerSize:headerSize+n], now)
		r.partial = append(r.partial[:0], r.partial[headerSize+n:]...)
	}
}
