package link

import (
	"errors"
	"time"
)

// Link connects two ends. Its methods may be called from any goroutine.
type Link interface {
	// Send copies p and never blocks. Either channel may overtake the other.
	// On a link that is still connecting, p waits; on one that is down, it is
	// dropped. On Data, a full queue drops its oldest packet. On Control, too
	// much waiting for a slow reader fails the link, and so does, on either
	// channel, a packet above the limit.
	Send(ch Channel, p []byte)

	// Receive returns the next packet in the order of arrival, or false when
	// there is none. It never blocks and still returns what had arrived
	// after the link went down. The packet is copied into buf, which is grown
	// if needed: Packet.Bytes is the buf to pass next time.
	Receive(buf []byte) (Packet, bool)

	// Ready reports whether the link is connected.
	Ready() bool

	// Err is nil while the link is connecting or connected. Then it is ErrClosed
	// when either end closed the link in order, and otherwise tells the cause
	// in one line for a user.
	Err() error

	// Close takes the link down without blocking. Control packets already sent
	// are still delivered, if the peer takes them within a second, and nothing
	// that arrives from now on is received. On a link that is still connecting,
	// nothing is delivered. Closing again does nothing.
	Close()

	// Done is closed once the link is down and its goroutines are gone.
	Done() <-chan struct{}

	// Remote names the other end, for logs and messages.
	Remote() string

	// Identity is the fingerprint of the key that the other end has proven to
	// hold, as OpenSSH writes it; "" if it has proven none.
	Identity() string

	// Kind names how data travels now: "udp", "tls" or "ssh" (over the control
	// channel), or "memory".
	Kind() string

	Counts() Counts
}

// Channel is what a packet travels on.
type Channel uint8

// The two channels. The numbers are those of the wire.
const (
	Control Channel = 0 // reliable and ordered
	Data    Channel = 1 // the newest matters, may be lost
)

// Packet is what a peer sent in one call.
type Packet struct {
	Channel Channel
	At      time.Time // when it arrived at this end
	Bytes   []byte
}

// Counts are totals since the link was made, over both channels and all paths.
type Counts struct {
	PacketsIn, BytesIn   uint64 // arrived; bytes are those of packets alone
	PacketsOut, BytesOut uint64 // sent
	DataIn, DataOut      uint64 // data packets among them
	Dropped              uint64 // data packets among them that a full queue of this end dropped, or its system

	// DataLost is how many datagrams of the peer are missing in the sequence of
	// those that came: data packets and, while there is none, probes. One that
	// comes late is taken off again.
	DataLost uint64

	// Refused is how many data packets and datagrams for this link were dropped
	// because they did not open, came before, or exceeded the Limits.
	Refused uint64

	// WireIn and WireOut are bytes on the wire, with all that is around those of
	// packets: frames, seals, probes and, estimated, headers. A datagram has 28
	// bytes of UDP and IP headers (IPv6: 48), a TLS record 22 bytes of its own
	// and for each 1,440 bytes 40 of TCP and IP headers (IPv6: 60). Handshakes,
	// TCP's options and its bare acknowledgements are not in it. A pipe has no
	// wire: there they are BytesIn and BytesOut.
	WireIn, WireOut uint64
}

// ErrClosed is why a link is down that either end closed in order, and why a
// closed Listener accepts no more.
var ErrClosed = errors.New("the link was closed")

// Limits of a packet.
const (
	MaxData = maxPacket

	// MaxControl is what a client takes from a host.
	MaxControl = 256 << 10
)
