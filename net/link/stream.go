package link

import (
	"crypto/tls"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"dogfight/net/admission"
)

// stream is a Link over one connection, TLS or another program's. It carries both channels until
// the data channel has found its way over UDP.
//
//	Send ──► outbox ──► write ──► conn ──► read ──► inbox ──► Receive
//	   └───► udp ─────► socket ───────► socket ───────┘
type stream struct {
	// Static after construction.
	remote    string
	identity  string           // that the other end has proven; a host's is never asked for
	kind      string           // of its control channel
	controlIn int              // the largest control packet to take
	cancel    func()           // stops connecting
	dialled   bool             // this is a client, which may be offered UDP
	wantsUDP  bool             // and takes it
	polls     bool             // reading it only in Receive
	self      *tls.Certificate // to be shown to the host; may be nil
	tries     int              // with a host that hangs up in the handshake

	control func(network, address string, c syscall.RawConn) error // see net.Dialer; may be nil

	certificate []byte           // that the other end has shown
	visit       *admission.Visit // of a host: how its Listener counts it; nil if it has none
	done        chan struct{}

	offered bool    // UDP, once; owned by read
	traffic traffic // has no lock

	// What a host asks each link at each tick is answered without the lock. They
	// are set with it held.
	unread atomic.Bool // there may be something in the inbox
	down   atomic.Bool // err is set

	polled atomic.Pointer[polledConn] // the socket that Receive reads; nil if another goroutine does

	// Guarded by mu.
	mu      sync.Mutex
	changed sync.Cond // something to write, room to read into, or the end
	raw     io.Closer // what it is carried over; nil while connecting
	binding []byte    // see Binding
	in      inbox
	out     outbox
	err     error
	last    *time.Timer // after Close: until the connection is cut

	// Guarded by mu: UDP.
	udp       *End        // nil while there is none
	leaveUDP  func()      // what frees its socket
	prober    *time.Timer // of a client: until the next probe may be due
	allowance allowance   // of the peer, on either path
	refused   uint64
}

// grace is how long a closed link still tries to deliver.
const grace = time.Second

func newStream(remote string, controlIn int, cancel func()) *stream {
	s := &stream{
		remote:    remote,
		kind:      "tls",
		controlIn: controlIn,
		cancel:    cancel,
		done:      make(chan struct{}),
		in:        newInbox(),
		out:       newOutbox(),
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
}

func (s *stream) Receive(buf []byte) (Packet, bool) {
	if !s.unread.Load() && !s.polled.Load().Poll() {
		return Packet{}, false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	p, ok := s.in.take(buf)
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

// stop notes why the link is down, or about to be, with mu held.
func (s *stream) stop(cause error) {
	s.err = cause
	s.down.Store(true)
}

// end takes the link down at once, with mu held. The first cause stays.
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

// attach gives the link its connection, unless it was closed meanwhile.
func (s *stream) attach(conn transport) bool {
	binding := bindingOf(conn)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		conn.Close()
		return false
	}
	s.raw, s.binding = conn, binding
	return true
}
