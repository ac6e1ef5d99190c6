package link

import (
	"crypto/tls"
	"fmt"
	"io"
	"net/netip"
	"os"
	"time"

	"dogfight/net/admission"
)

// headerSize is the size of a frame's header.
const headerSize = 4

// end is the channel of the last frame of a closed link.
const end Channel = 255

// appendFrame appends p, of at most MaxControl bytes, as a frame.
func appendFrame(b []byte, ch Channel, p []byte) []byte {
	n := len(p)
	b = append(b, byte(ch), byte(n>>16), byte(n>>8), byte(n))
	return append(b, p...)
}

func parseHeader(h [headerSize]byte) (ch Channel, length int) {
	return Channel(h[0]), int(h[1])<<16 | int(h[2])<<8 | int(h[3])
}

// limit returns the longest packet allowed on ch.
func limit(ch Channel, control int) (int, error) {
	switch ch {
	case Control:
		return control, nil
	case Data:
		return MaxData, nil
	}
	return 0, fmt.Errorf("the channel must be 0 or 1, got %d", ch)
}

// admit checks a packet of n bytes on ch.
func admit(ch Channel, n, control int) error {
	most, err := limit(ch, control)
	if err == nil && n > most {
		err = fmt.Errorf("a packet on channel %d must be at most %d bytes, got %d", ch, most, n)
	}
	return err
}

// transport is the connection below a stream. Its methods but Read are safe for concurrent use.
type transport interface {
	io.Reader

	// write fails with os.ErrDeadlineExceeded if the peer accepts nothing for the time of a stall.
	write(b []byte) error

	// finish reports the end of writing to the peer.
	finish()

	// endRead ends Read soon, as writing has failed.
	endRead()

	// Close cuts it off at once.
	Close() error

	// onWire returns the wire size of a piece of n bytes.
	onWire(n int) uint64
}

type tlsTransport struct {
	*tls.Conn
	peer netip.Addr
}

func newTLSTransport(conn *tls.Conn) tlsTransport {
	return tlsTransport{conn, admission.AddressOf(conn)}
}

func (o tlsTransport) write(b []byte) error {
	o.SetWriteDeadline(time.Now().Add(stall))
	_, err := o.Write(b)
	return err
}

func (o tlsTransport) finish() {
	o.CloseWrite()
	if half, ok := o.NetConn().(interface{ CloseWrite() error }); ok {
		half.CloseWrite()
	}
}

func (o tlsTransport) endRead()            { o.SetReadDeadline(time.Now().Add(grace)) }
func (o tlsTransport) Close() error        { return o.NetConn().Close() }
func (o tlsTransport) onWire(n int) uint64 { return recordOnWire(n, o.peer) }

// streamTransport is another program's stream, which may have no deadlines.
type streamTransport struct{ io.ReadWriteCloser }

func (o streamTransport) write(b []byte) error {
	late := time.AfterFunc(stall, func() { o.Close() })
	_, err := o.Write(b)
	if !late.Stop() {
		return os.ErrDeadlineExceeded
	}
	return err
}

func (o streamTransport) finish() {
	if half, ok := o.ReadWriteCloser.(interface{ CloseWrite() error }); ok {
		half.CloseWrite()
	}
}

func (o streamTransport) endRead()            { time.AfterFunc(grace, func() { o.Close() }) }
func (o streamTransport) onWire(n int) uint64 { return uint64(n) }

// Bytes around ours on the wire. Link layers, TCP options and bare acknowledgements are not counted.
const (
	tcpHeader = 20

	// recordSize is TLS 1.3's overhead of a record: a header of 5 bytes, the type and a tag (RFC 8446, section 5.2).
	recordSize = 5 + 1 + 16

	// segment is about the content of a TCP packet: 1,500 bytes of Ethernet less IPv6 and TCP headers.
	segment = 1500 - iPv6Header - tcpHeader
)

// recordOnWire returns the wire size of a TLS record with n bytes.
func recordOnWire(n int, peer netip.Addr) uint64 {
	n += recordSize
	segments := (n + segment - 1) / segment
	return uint64(n + segments*(tcpHeader+ipHeader(peer)))
}

// meter counts received bytes. TLS reads return at most one record.
type meter struct {
	transport
	traffic *traffic
}

func (m meter) Read(b []byte) (int, error) {
	n, err := m.transport.Read(b)
	if n > 0 {
		m.traffic.In.Add(m.onWire(n))
	}
	return n, err
}
