package link

import (
	"crypto/tls"
	"io"
	"net/netip"
	"os"
	"time"

	"dogfight/net/admission"
)

// transport is the connection below a stream. Its methods but Read may be called from
// any goroutine.
type transport interface {
	io.Reader

	// write fails with os.ErrDeadlineExceeded when the peer takes nothing for
	// the time of a stall.
	write(b []byte) error

	// finish says that nothing more will be written.
	finish()

	// endRead ends Read soon, for writing has failed.
	endRead()

	// Close cuts it off at once.
	Close() error

	// onWire is how many bytes a piece of n takes with all that is around it.
	onWire(n int) uint64
}

// tlsTransport is a TLS connection.
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
