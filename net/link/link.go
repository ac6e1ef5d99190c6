package link

import (
	"errors"
	"fmt"
	"sync"
	"time"
)

// Link connects two ends. Its methods are safe for concurrent use.
type Link interface {
	// Send copies p and never blocks. Packets of one channel may overtake those of the other. On a link that is still
	// connecting, p waits; on one that is down, it is dropped. On Data, a full queue drops its oldest packet. On
	// Control, too many waiting bytes end the link; so does, on either channel, a packet above the limit.
	Send(ch Channel, p []byte)

	// Receive returns the next packet in the order of arrival, or false if there is none. It never blocks, and still
	// returns earlier packets after the link went down. The packet is copied into buf, which grows if needed: pass
	// Packet.Bytes as the next buf.
	Receive(buf []byte) (Packet, bool)

	// Ready reports whether the link is connected.
	Ready() bool

	// Err is nil while the link is connecting or connected, ErrClosed after an orderly close by either end, and
	// otherwise the cause in one line for a user.
	Err() error

	// Close ends the link without blocking. Control packets already sent are still delivered if the peer reads them
	// within a second; nothing more is received. On a link that is still connecting, nothing is delivered. Closing
	// again does nothing.
	Close()

	// Done is closed when the link is down and its goroutines have ended.
	Done() <-chan struct{}

	// Remote is the name of the other end, for logs and messages.
	Remote() string

	// Identity is the fingerprint (OpenSSH) of the key that the other end has proven to hold, or "".
	Identity() string

	// Kind is the current path of data: "udp", "tls" or "ssh" (over the control channel), or "memory".
	Kind() string

	Counts() Counts
}

// Channel is one of the two channels, by its number on the wire.
type Channel uint8

const (
	Control Channel = 0 // reliable and ordered
	Data    Channel = 1 // may be lost; only the newest matters
)

// Packet is one received packet.
type Packet struct {
	Channel Channel
	At      time.Time // time of arrival
	Bytes   []byte
}

// Counts are totals of a link, over both channels and all paths.
type Counts struct {
	PacketsIn, BytesIn   uint64 // bytes without headers
	PacketsOut, BytesOut uint64
	DataIn, DataOut      uint64 // data packets among them
	Dropped              uint64 // data packets among them dropped by a full queue here or in the system

	// DataLost counts gaps in the sequence of the peer's datagrams: data packets and probes. One that arrives late is
	// subtracted again.
	DataLost uint64

	// Refused counts data packets and datagrams that did not open, were repeated, or exceeded the Limits.
	Refused uint64

	// WireIn and WireOut include frames, seals, probes and estimated headers: 28 bytes of UDP and IP for a datagram
	// (IPv6: 48); for a TLS record 22, and for each 1,440 bytes 40 of TCP and IP (IPv6: 60). Handshakes, TCP options
	// and bare acknowledgements are missing. For a pipe they equal BytesIn and BytesOut.
	WireIn, WireOut uint64
}

// ErrClosed is the error of a link that was closed in order, and of a closed Listener.
var ErrClosed = errors.New("the link was closed")

// The longest packets.
const (
	MaxData = maxPacket

	// control packets from a host
	MaxControl = 256 << 10
)

// Here is the Remote of a peer in this program.
const Here = "memory"

// PipeOf returns the two ends of an in-memory link. It has no goroutine: a packet has arrived when Send returns, and
// closing either end closes both. The far end sees the given Remote and Identity.
func PipeOf(remote, identity string) (near, far Link) {
	p := &pipe{done: make(chan struct{})}
	x := &pipeEnd{pipe: p, in: newInbox(), remote: Here}
	y := &pipeEnd{pipe: p, in: newInbox(), remote: remote, identity: identity}
	x.peer, y.peer = y, x
	return x, y
}

// pipe is shared by both ends.
type pipe struct {
	done chan struct{}

	mu  sync.Mutex // guards both ends
	err error
}

type pipeEnd struct {
	*pipe
	peer             *pipeEnd
	remote, identity string
	in               inbox
	out              Counts
}

func (e *pipeEnd) Send(ch Channel, p []byte) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.err != nil {
		return
	}
	if err := admit(ch, len(p), MaxControl); err != nil {
		e.end(fmt.Errorf("cannot send this packet: %w", err))
		return
	}
	e.out.PacketsOut++
	e.out.BytesOut += uint64(len(p))
	if ch == Data {
		e.out.DataOut++
	}
	e.peer.in.put(ch, p, time.Now())
	if waiting := e.peer.in.weight; waiting > maxWaiting {
		e.end(fmt.Errorf("%s was cut off: %w", e.Remote(), slow(waiting)))
	}
}

func (e *pipeEnd) Receive(buf []byte) (Packet, bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.in.next(buf)
}

func (e *pipeEnd) Close() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.end(ErrClosed)
}

func (e *pipeEnd) Counts() Counts {
	e.mu.Lock()
	defer e.mu.Unlock()
	c := e.in.counts
	c.PacketsOut, c.BytesOut, c.DataOut = e.out.PacketsOut, e.out.BytesOut, e.out.DataOut
	c.WireIn, c.WireOut = c.BytesIn, c.BytesOut
	return c
}

func (e *pipeEnd) Remote() string   { return e.remote }
func (e *pipeEnd) Identity() string { return e.identity }
func (e *pipeEnd) Kind() string     { return "memory" }

func (p *pipe) Ready() bool           { return p.Err() == nil }
func (p *pipe) Done() <-chan struct{} { return p.done }

func (p *pipe) Err() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.err
}

// end takes the pipe down. The caller holds mu.
func (p *pipe) end(err error) {
	if p.err == nil {
		p.err = err
		close(p.done)
	}
}

// WithIdentity returns l with the given identity and, if not "", the given Remote: of a player that a trusted program has dialled
// for. Receive returns the received packets first.
func WithIdentity(l Link, remote, identity string, received ...Packet) Link {
	if remote == "" {
		remote = l.Remote()
	}
	return &known{Link: l, remote: remote, identity: identity, received: received}
}

type known struct {
	Link
	remote, identity string
	received         []Packet
}

func (k *known) Remote() string   { return k.remote }
func (k *known) Identity() string { return k.identity }

// Unwrap returns the inner link.
func (k *known) Unwrap() Link { return k.Link }

func (k *known) Receive(buf []byte) (Packet, bool) {
	if len(k.received) == 0 {
		return k.Link.Receive(buf)
	}
	p := k.received[0]
	k.received = k.received[1:]
	p.Bytes = append(buf[:0], p.Bytes...)
	return p, true
}

// streamOf returns the stream below a link, or nil.
func streamOf(l Link) *stream {
	switch l := l.(type) {
	case *stream:
		return l
	case interface{ Unwrap() Link }:
		return streamOf(l.Unwrap())
	}
	return nil
}
