package gateway

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"
	"unicode/utf8"

	"github.com/coder/websocket"
	"golang.org/x/time/rate"

	dogfight "dogfight/net"
	"dogfight/net/admission"
	"dogfight/proto/dialect"
	"dogfight/proto/dialect/carnage"
)

const (
	// socketRate and socketBurst bound the bytes read from a WebSocket in a second: pings and other frames that no session
	// sees cost too. A player that sends sixty inputs a second sends 720.
	socketRate  = 16 << 10
	socketBurst = 16 << 10
	// maxCloseReason is the room for text in a closing frame.
	maxCloseReason = 123
)

var (
	errText  = websocket.CloseError{Code: websocket.StatusUnsupportedData, Reason: "messages must be binary, got text"}
	errEmpty = websocket.CloseError{Code: websocket.StatusPolicyViolation, Reason: "message length must be 1 to 4092, got 0"}
)

// webSocket is the transport over a WebSocket: a packet is a message of one frame.
type webSocket struct {
	ws   *websocket.Conn
	conn net.Conn
}

// serveWebSocket upgrades a connection to a WebSocket and plays over it until either end leaves.
func (g *Gateway) serveWebSocket(o *opening, visit *admission.Visit, s session) {
	ctx, stop := context.WithCancel(g.ctx)
	defer stop()
	ws, err := g.upgrade(o, &slowConn{Conn: o.Conn, ctx: ctx, pace: rate.NewLimiter(socketRate, socketBurst)})
	if err != nil {
		g.log.Debug("no WebSocket", "from", o.RemoteAddr().String(), "why", err)
		return
	}
	ws.SetReadLimit(carnage.LongestRequest)
	defer ws.CloseNow() // if there is a panic
	p := g.newConnPlayer(webSocket{ws, o.Conn}, s, visit, o.RemoteAddr().String())
	err = g.run(p)
	stop()
	o.SetDeadline(time.Now().Add(closeTime))
	ws.Close(p.closing(err))
}

func (w webSocket) receive(p *connPlayer) error {
	for {
		kind, message, err := w.ws.Read(context.Background()) // it ends as the player's leaving closes the WebSocket
		switch {
		case err != nil:
			return err
		case kind != websocket.MessageBinary:
			return errText
		case len(message) == 0:
			return errEmpty
		}
		if !p.post(event{bytes: message}) {
			return p.ctx.Err()
		}
	}
}

func (w webSocket) send(_ dialect.Channel, packet []byte) (int, error) {
	return send(w, w.conn, packet)
}

func (w webSocket) Write(p []byte) (int, error) {
	return len(p), w.ws.Write(context.Background(), websocket.MessageBinary, p) // the connection has a deadline
}

// closing returns the closing frame for a player that has left because of err.
func (p *connPlayer) closing(err error) (websocket.StatusCode, string) {
	var closed websocket.CloseError
	switch {
	case errors.As(err, &closed):
		return closed.Code, closed.Reason
	case errors.Is(err, errClosing), p.view != nil && p.view.Phase == dogfight.Ended && err == p.view.Err:
		return websocket.StatusGoingAway, closeReason(err)
	}
	return websocket.StatusPolicyViolation, closeReason(err)
}

// closeReason cuts an error's text to the room of a closing frame.
func closeReason(err error) string {
	text := err.Error()
	if len(text) <= maxCloseReason {
		return text
	}
	for text = text[:maxCloseReason]; !utf8.ValidString(text); {
		text = text[:len(text)-1]
	}
	return text
}

// slowConn is the connection below a WebSocket. It limits the rate of reading.
type slowConn struct {
	net.Conn
	ctx     context.Context // done when the player has left
	pace    *rate.Limiter
	drained int // bytes read after that
}

func (s *slowConn) Read(p []byte) (int, error) {
	n, err := s.Conn.Read(p[:min(len(p), readSize)])
	if s.pace.WaitN(s.ctx, n) != nil {
		if s.drained += n; s.drained > maxDrained {
			return n, io.EOF
		}
	}
	return n, err
}

// Close only ends waiting reads and writes: the last words are under way, and admit closes the connection gently.
func (s *slowConn) Close() error { return s.SetDeadline(time.Unix(1, 0)) }

// upgrade is the http.ResponseWriter of a connection's only request. An http.Server would add goroutines, limits and
// timeouts to those that all connections have here.
type upgrade struct {
	conn   net.Conn // the WebSocket reads and writes it
	buf    *bufio.ReadWriter
	header http.Header
	status int // 0: not yet answered
}

func (u *upgrade) Header() http.Header { return u.header }

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

func (u *upgrade) Hijack() (net.Conn, *bufio.ReadWriter, error) { return u.conn, u.buf, u.buf.Flush() }

// upgrade answers a peer's request for a WebSocket, which then uses conn. A refused peer gets the reason.
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
		InsecureSkipVerify: true, // it accepts any origin that has the host's name
		CompressionMode:    websocket.CompressionDisabled,
	})
	if err != nil {
		return nil, errors.Unwrap(err)
	}
	return ws, o.SetDeadline(time.Time{})
}

// allows checks the Origin headers of a request to a host. Programs send none; browsers name the page's origin. A name
// proves nothing, so a page from this machine must name its address.
func (s *Spec) allows(headers []string, host string) error {
	if len(headers) == 0 {
		return nil
	}
	page, err := admission.OriginOf(headers)
	if err != nil {
		return err
	}
	if s.Origins.Allows(page) || admission.SameMachine(page, host) {
		return nil
	}
	return fmt.Errorf("pages of origin %q must not play here; the host allows them by ,origin=%s", page, page)
}
