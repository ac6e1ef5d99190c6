package gateway

import (
	"bufio"
	"errors"
	"io"
	"math"
	"net"
	"time"
)

// opening is a connection whose peer has yet to show what it speaks.
type opening struct {
	net.Conn
	limit io.LimitedReader
	buf   *bufio.Reader // reads the connection through the limit
}

const (
	// openingTime is how long a peer may take for all of it, however it doles that out.
	openingTime = 10 * time.Second
	// maxHeader is how long a request with its headers may be. Browsers send some 500 bytes.
	maxHeader = 8 << 10
)

// httpBegins is how a request begins. As the length of a message it would be far too long.
const httpBegins = "GET "

func newOpening(conn net.Conn) *opening {
	o := &opening{Conn: conn}
	o.limit = io.LimitedReader{R: conn, N: maxHeader}
	o.buf = bufio.NewReaderSize(&o.limit, readSize)
	return o
}

// begins reports whether a peer begins with a request. It waits no longer than until that is certain.
func (g *Gateway) begins(o *opening) (isHTTP bool, err error) {
	defer closeWhenDone(g.ctx, o.Conn)()
	o.SetReadDeadline(time.Now().Add(openingTime))
	for n := 1; n <= len(httpBegins); n++ {
		p, err := o.buf.Peek(n)
		switch {
		case len(p) == n && string(p) != httpBegins[:n]:
			o.SetReadDeadline(time.Time{})
			return false, nil
		case err != nil:
			return false, err
		}
	}
	return true, nil
}

// unlimited returns what reads the connection from its first byte to its last.
func (o *opening) unlimited() io.Reader {
	o.limit.N = math.MaxInt64
	return o.buf
}

// errLongHeader says that a request is longer than any program of good will sends.
var errLongHeader = errors.New("request must be at most 8192 bytes with its headers")
