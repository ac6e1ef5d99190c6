package gateway

import (
	"bufio"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/coder/websocket"
)

// upgrade answers the one request of a connection: by a WebSocket, or by why there is none. It is the
// http.ResponseWriter of that. There is no http.Server, for its goroutines, limits and timeouts
// would stand beside those that all connections here have.
type upgrade struct {
	conn   net.Conn // that the WebSocket reads and writes
	buf    *bufio.ReadWriter
	header http.Header
	status int // 0: not yet answered
}

// Header is of the answer.
func (u *upgrade) Header() http.Header { return u.header }

// WriteHeader begins the answer.
func (u *upgrade) WriteHeader(status int) {
	if u.status != 0 {
		return
	}
	u.status = status
	if status != http.StatusSwitchingProtocols {
		u.header.Set("Connection", "close")
	}
	fmt.Fprintf(u.buf, "HTTP/1.1 %d %s\r\n", status, http.StatusText(status))
	u.header.Write(u.buf)
	u.buf.WriteString("\r\n")
}

func (u *upgrade) Write(p []byte) (int, error) {
	u.WriteHeader(http.StatusOK)
	return u.buf.Write(p)
}

// Hijack sends the answer and hands the connection over.
func (u *upgrade) Hijack() (net.Conn, *bufio.ReadWriter, error) { return u.conn, u.buf, u.buf.Flush() }

// upgrade takes a peer's request for a WebSocket, which then uses conn. If there is to be none, the
// peer is told why.
func (g *Gateway) upgrade(o *opening, conn net.Conn) (*websocket.Conn, error) {
	defer closeWhenDone(g.ctx, o.Conn)()
	o.SetDeadline(time.Now().Add(openingTime))
	u := &upgrade{conn: conn, buf: bufio.NewReadWriter(o.buf, bufio.NewWriter(conn)), header: http.Header{}}
	defer u.buf.Flush()
	request, err := http.ReadRequest(o.buf)
	switch {
	case o.limit.N == 0:
		http.Error(u, errLongHeader.Error(), http.StatusRequestHeaderFieldsTooLarge)
		return nil, errLongHeader
	case err != nil:
		http.Error(u, "this is no HTTP request", http.StatusBadRequest)
		return nil, err
	}
	if err := g.spec.allows(request.Header.Values("Origin"), request.Host); err != nil {
		http.Error(u, err.Error(), http.StatusForbidden)
		return nil, err
	}
	ws, err := websocket.Accept(u, request, &websocket.AcceptOptions{
		InsecureSkipVerify: true, // it takes any origin that calls itself what the request calls the host
		CompressionMode:    websocket.CompressionDisabled,
	})
	if err != nil {
		return nil, errors.Unwrap(err)
	}
	return ws, o.SetDeadline(time.Time{})
}
