package link

import (
	"crypto/tls"
	"io"
	"net/netip"
	"os"
	"time"
)

// carrier is what a stream is carried over. Its methods but Read may be called from
// any goroutine.
type carrier interface {
	io.Reader

	// write fails with os.ErrDeadlineExceeded when the peer takes nothing for
	// the time of a stall.
	write(b []byte) error

	// finish says that nothing more will be written.
	finish()

	// hasten ends Read soon, for writing has failed.
	hasten()

	// Close cuts it off at once.
	Close() error

	// onWire is how many bytes a piece of n takes with all that is around it.
	onWire(n int) uint64
}

// tlsCarrier is a TLS connection.
type tlsCarrier struct {
	*tls.Conn
	peer netip.Addr
}

func secured(conn *tls.Conn) tlsCarrier { return tlsCarrier{conn, address(conn)} }

func (o tlsCarrier) write(b []byte) error {
	o.SetWriteDeadline(time.Now().Add(stall))
	_, err := o.Write(b)
	return err
}

func (o tlsCarrier) finish() {
	o.CloseWrite()
	if half, ok := o.NetConn().(interface{ CloseWrite() error }); ok {
		half.CloseWrite()
	}
}

func (o tlsCarrier) hasten()             { o.SetReadDeadline(time.Now().Add(grace)) }
func (o tlsCarrier) Close() error        { return o.NetConn().Close() }
func (o tlsCarrier) onWire(n int) uint64 { return recordOnWire(n, o.peer) }

// otherCarrier is a stream of somebody else's, which may have no deadlines.
type otherCarrier struct{ io.ReadWriteCloser }

func (o otherCarrier) write(b []byte) error {
	late := time.AfterFunc(stall, func() { o.Close() })
	_, err := o.Write(b)
	if !late.Stop() {
		return os.ErrDeadlineExceeded
	}
	return err
}

func (o otherCarrier) finish() {
	if half, ok := o.ReadWriteCloser.(interface{ CloseWrite() error }); ok {
		half.CloseWrite()
	}
}

func (o otherCarrier) hasten()             { time.AfterFunc(grace, func() { o.Close() }) }
func (o otherCarrier) onWire(n int) uint64 { return uint64(n) }
