package link

import (
	"bufio"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"dogfight/net/admission"
	"dogfight/net/relay"
	"dogfight/sys"
)

// stream is a Link over one connection, TLS or another program's. It carries both channels until the data channel has
// found its way over UDP.
//
//	Send ──► outbox ──► write ──► conn ──► read ──► inbox ──► Receive
//	   └───► udp ─────► socket ───────► socket ───────┘
type stream struct {
	remote    string
	identity  string           // of a client, proven; "" for a host
	kind      string           // of the control channel
	controlIn int              // the largest control packet to receive
	cancel    func()           // stops connecting
	dialled   bool             // this is a client, which may be offered UDP
	wantsUDP  bool             // and accepts it
	polls     bool             // reading it only in Receive
	self      *tls.Certificate // presented to the host; may be nil
	tries     int              // with a host that hangs up in the handshake

	control func(network, address string, c syscall.RawConn) error // see net.Dialer; may be nil

	certificate []byte           // of the other end
	visit       *admission.Visit // at a host: the Listener's visit; may be nil
	done        chan struct{}

	viaRelay bool      // of a client: a relay spliced the connection
	via      relay.Via // of the relay that spliced the connection; may be zero. Static once attached
	finds    bool      // the ends tell each other their addresses: the protocol is alpnVia. Likewise
	machine  machine
	offered  bool    // UDP, once; owned by read
	named    bool    // the other end's candidates, once; owned by read
	traffic  traffic // has no lock

	// A host asks for these of each link at each tick, without the lock. They are set with it held.
	unread atomic.Bool // the inbox may not be empty
	down   atomic.Bool // err is set

	polled atomic.Pointer[polledConn] // the socket that Receive reads; nil if another goroutine does

	// Guarded by mu.
	mu      sync.Mutex
	changed sync.Cond // something to write, room to read into, or the end
	raw     io.Closer // the connection; nil while connecting
	binding []byte    // see Binding
	in      inbox
	out     outbox
	err     error
	last    *time.Timer // after Close: until the connection is cut

	rescue rescue // guarded by mu

	// Guarded by mu: UDP.
	udp       *udpEnd     // nil while there is none
	leaveUDP  func()      // frees its socket
	prober    *time.Timer // until the next probe may be due; nil for a host that was dialled directly
	allowance allowance   // of the peer, on either path
	refused   uint64
}

// grace is the time a closed link still tries to deliver.
const grace = time.Second

func newStream(remote string, controlIn int, cancel func()) *stream {
	s := &stream{
		remote:    remote,
		kind:      "tls",
		controlIn: controlIn,
		cancel:    cancel,
		done:      make(chan struct{}),
		machine:   thisMachine,
		in:        newInbox(),
		out:       outbox{data: newRing(outboxData)},
	}
	s.changed.L = &s.mu
	return s
}

func (s *stream) Send(ch Channel, p []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return
	}
	if err := admit(ch, len(p), MaxControl); err != nil {
		s.end(fmt.Errorf("%s was cut off: %w", s.remote, err))
		return
	}
	s.out.count(ch, len(p))
	if now := time.Now(); ch == Data && s.udp.Carries(p, now) {
		s.udp.Send(p, now)
		return
	}
	if err := s.out.put(ch, p); err != nil {
		s.end(fmt.Errorf("%s was cut off: %w", s.remote, err))
		return
	}
	s.changed.Broadcast()
	if s.rescue.on {
		s.prober.Reset(0)
	}
}

func (s *stream) Receive(buf []byte) (Packet, bool) {
	if !s.unread.Load() && !s.polled.Load().Poll() {
		return Packet{}, false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	p, ok := s.in.next(buf)
	s.unread.Store(ok)
	if ok && p.Channel == Control { // data makes no room
		s.changed.Broadcast()
	}
	return p, ok
}

func (s *stream) Ready() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.raw != nil && s.err == nil
}

func (s *stream) Err() error {
	if !s.down.Load() {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}

func (s *stream) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return
	}
	s.stop(ErrClosed)
	if s.raw == nil {
		s.cancel()
		return
	}
	if s.rescue.on {
		s.closeRescued()
		return
	}
	s.last = time.AfterFunc(grace, func() { s.raw.Close() })
	s.changed.Broadcast()
}

func (s *stream) Counts() Counts {
	s.mu.Lock()
	defer s.mu.Unlock()
	in, out := s.in.counts, s.out.counts
	return Counts{
		PacketsIn: in.PacketsIn, BytesIn: in.BytesIn, DataIn: in.DataIn,
		PacketsOut: out.PacketsOut, BytesOut: out.BytesOut, DataOut: out.DataOut,
		Dropped:  in.Dropped + out.Dropped + s.traffic.Dropped.Load(),
		DataLost: s.udp.Lost(), Refused: s.refused,
		WireIn: s.traffic.In.Load(), WireOut: s.traffic.Out.Load(),
	}
}

func (s *stream) Kind() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.udp != nil && s.udp.IsOn(time.Now()) {
		return "udp"
	}
	return s.kind
}

func (s *stream) Done() <-chan struct{} { return s.done }
func (s *stream) Remote() string        { return s.remote }
func (s *stream) Identity() string      { return s.identity }

// stop sets the reason why the link is down, or about to be. The caller holds mu.
func (s *stream) stop(cause error) {
	s.err = cause
	s.down.Store(true)
}

// end takes the link down at once. The first cause stays. The caller holds mu.
func (s *stream) end(cause error) {
	if s.err == nil {
		s.stop(cause)
	}
	if s.raw != nil {
		s.raw.Close()
	}
	s.changed.Broadcast()
}

// fail is end for callers that do not hold mu.
func (s *stream) fail(cause error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.end(cause)
}

// start runs f on a goroutine of the link, which is done after it.
func (s *stream) start(f func()) {
	go func() {
		defer sys.Restore()
		defer close(s.done)
		f()
	}()
}

// attach gives the link its connection, unless it was closed meanwhile.
func (s *stream) attach(conn transport) bool {
	var binding []byte
	finds := false
	if over, ok := conn.(tlsTransport); ok {
		state := over.ConnectionState()
		finds = state.NegotiatedProtocol == alpnVia
		binding, _ = state.ExportKeyingMaterial(bindingLabel, nil, bindingSize) // TLS 1.3 never fails here
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		conn.Close()
		return false
	}
	s.raw, s.binding, s.finds = conn, binding, finds
	return true
}

// run moves packets over the attached conn until the link is down.
func (s *stream) run(conn transport) {
	written := make(chan struct{})
	go func() {
		defer sys.Restore()
		defer close(written)
		s.write(conn)
	}()
	err := s.read(conn)
	if s.survives(err) {
		s.awaitEnd()
	}
	s.fail(err)
	<-written
	s.endUDP()
	if s.last != nil { // s.err is set, so Close no longer sets it
		s.last.Stop()
	}
}

const (
	// stall is the longest time that a peer may accept no data.
	stall = 3 * time.Second

	// maxPiece is written under one deadline. It is the content of one TLS record.
	maxPiece = 16 << 10
)

// read puts received packets into the inbox and returns why it ended.
func (s *stream) read(conn transport) error {
	r := bufio.NewReader(meter{conn, &s.traffic})
	var header [headerSize]byte
	var p []byte
	for {
		if _, err := io.ReadFull(r, header[:]); err != nil {
			return brokenError{fmt.Errorf("the connection to %s broke: %s", s.remote, Reason(err))}
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
			return brokenError{fmt.Errorf("the connection to %s broke: %s", s.remote, Reason(err))}
		}
		switch ch {
		case offer:
			if conn, ok := conn.(tlsTransport); ok { // no other is offered it
				s.acceptOffer(conn.Conn, parseLinkNumber(p))
			}
		case candidates:
			s.learn(p)
		default:
			s.arrived(ch, p)
		}
		if ch != Data && s.finds {
			s.countReceived(headerSize + n)
		}
	}
}

// admitFrame checks a frame of n bytes on ch. Only read calls it.
func (s *stream) admitFrame(ch Channel, n int) error {
	if ch == candidates && s.finds {
		err := checkCandidates(n)
		if s.named && err == nil {
			err = errors.New("candidates must come once")
		}
		s.named = true
		return err
	}
	if ch != offer || !s.dialled {
		return admit(ch, n, s.controlIn)
	}
	if s.offered || n != linkNumberSize {
		return fmt.Errorf("the offer of UDP must come once and have %d bytes, got another or one of %d", linkNumberSize, n)
	}
	s.offered = true
	return nil
}

// arrived puts p into the inbox. While that has too many control packets it waits, and TCP blocks the peer. After
// Close, p is dropped: cutting off the peer could destroy the last packets to it.
func (s *stream) arrived(ch Channel, p []byte) {
	at := time.Now()
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.in.weight > 4*s.controlIn && s.err == nil {
		s.changed.Wait()
	}
	if s.err != nil || ch == Data && !s.acceptsData(p, at) {
		return
	}
	s.put(ch, p, at)
}

// put puts p into the inbox. The caller holds mu.
func (s *stream) put(ch Channel, p []byte, at time.Time) {
	s.in.put(ch, p, at)
	s.unread.Store(true)
}

// acceptsData handles data that came over control, and reports whether to accept it.
func (s *stream) acceptsData(p []byte, at time.Time) bool {
	if s.udp != nil {
		s.udp.ControlReceived(at)
	}
	if !s.allowance.spend(len(p), at) {
		s.refused++
		return false
	}
	return true
}

// write writes sent packets until the link is closed, failed or stalled.
func (s *stream) write(conn transport) {
	var b []byte
	for closing := false; !closing; {
		b, closing = s.nextWrite(recycle(b))
		if err := s.flush(conn, b); err != nil {
			return
		}
	}
	// The peer reads to here and then hangs up, which ends read.
	conn.finish()
}

// nextWrite waits for something to write and appends it to b. When the link is closing, that is the last.
func (s *stream) nextWrite(b []byte) (_ []byte, closing bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.out.empty() && s.err == nil && !s.rescue.on {
		s.changed.Wait()
	}
	if s.rescue.on {
		return b, true
	}
	if s.finds {
		s.retain(s.out.control, time.Now())
	}
	b = s.out.drain(b)
	if s.err != nil {
		return appendFrame(b, end, nil), true
	}
	return b, false
}

// flush writes b. Only a stall fails the link: after any other error, read finds a better cause, after all earlier
// packets.
func (s *stream) flush(conn transport, b []byte) error {
	for len(b) > 0 {
		n := min(len(b), maxPiece)
		err := conn.write(b[:n])
		if errors.Is(err, os.ErrDeadlineExceeded) && !s.hasDatagrams() {
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
