package gateway

import (
	"bufio"
	"errors"
	"io"
	"math"
	"net"
	"time"

	"dogfight/net/admission"
	"dogfight/proto/dialect/carnage"
)

func (g *Gateway) openCarnage() error {
	if !g.spec.WebSocket {
		return g.openStreams(func(net.Conn) session { return carnage.NewSession() })
	}
	l, err := g.listen(g.spec.Addr)
	if err == nil {
		g.accept(l, g.serveCarnage)
	}
	return err
}

// serveCarnage serves a connection as a WebSocket if it begins with an HTTP request, otherwise as a stream.
func (g *Gateway) serveCarnage(conn net.Conn, visit *admission.Visit) {
	hello := newOpening(conn)
	switch isHTTP, err := g.isHTTP(hello); {
	case err != nil:
	case isHTTP:
		g.serveWebSocket(hello, visit, carnage.NewMessageSession())
	default:
		hello.limit.N = math.MaxInt64
		g.serveStream(conn, hello.buf, visit, carnage.NewSession())
	}
}

// opening is a connection of unknown protocol.
type opening struct {
	net.Conn
	limit io.LimitedReader
	buf   *bufio.Reader // reads the connection through the limit
}

const (
	// openingTime bounds the whole opening, however slowly its bytes arrive.
	openingTime = 10 * time.Second
	// maxHeader bounds a request with its headers. Browsers send some 500 bytes.
	maxHeader = 8 << 10
	// httpBegin begins a request. As the length of a carnage message it would be far too long.
	httpBegin = "GET "
)

var errLongHeader = errors.New("request must be at most 8192 bytes with its headers")

func newOpening(conn net.Conn) *opening {
	o := &opening{Conn: conn}
	o.limit = io.LimitedReader{R: conn, N: maxHeader}
	o.buf = bufio.NewReaderSize(&o.limit, readSize)
	return o
}

// isHTTP reports whether a peer begins with a request. It reads no more than it needs to decide.
func (g *Gateway) isHTTP(o *opening) (bool, error) {
	defer closeWhenDone(g.ctx, o.Conn)()
	o.SetReadDeadline(time.Now().Add(openingTime))
	for n := 1; n <= len(httpBegin); n++ {
		p, err := o.buf.Peek(n)
		switch {
		case len(p) == n && string(p) != httpBegin[:n]:
			o.SetReadDeadline(time.Time{})
			return false, nil
		case err != nil:
			return false, err
		}
	}
	return true, nil
}
