package gateway

import (
	"context"
	"errors"
	"io"
	"net"
	"time"
	"unicode/utf8"

	"github.com/coder/websocket"
	"golang.org/x/time/rate"

	dogfight "dogfight/net"
	"dogfight/net/admission"
	"dogfight/proto/dialect"
	"dogfight/proto/dialect/carnage"
	"dogfight/sys"
)

const (
	// socketRate and socketBurst bound the bytes that are taken of a WebSocket in a second: frames that
	// no session sees, such as pings, cost too. A player that sends sixty inputs a second sends 720.
	socketRate  = 16 << 10
	socketBurst = 16 << 10
	// maxCloseReason is how much a closing frame has room for.
	maxCloseReason = 123
)

// socket is the connection below a WebSocket. It is never read faster than a player needs.
type socket struct {
	net.Conn
	ctx     context.Context // done when the player has left
	pace    *rate.Limiter
	drained int // bytes read after that
}

func newSocket(ctx context.Context, conn net.Conn) *socket {
	return &socket{Conn: conn, ctx: ctx, pace: rate.NewLimiter(socketRate, socketBurst)}
}

func (s *socket) Read(p []byte) (int, error) {
	n, err := s.Conn.Read(p[:min(len(p), readSize)])
	if s.pace.WaitN(s.ctx, n) != nil {
		if s.drained += n; s.drained > maxDrained {
			return n, io.EOF
		}
	}
	return n, err
}

// Close only ends what waits: the last words are on their way, and the connection is closed gently.
func (s *socket) Close() error { return s.SetDeadline(time.Unix(1, 0)) }

// messages writes each packet as a message of one frame.
type messages struct{ *websocket.Conn }

func (m messages) Write(p []byte) (int, error) {
	return len(p), m.Conn.Write(context.Background(), websocket.MessageBinary, p) // its time is that of the connection
}

// serveWebSocket plays over a WebSocket, once there is one, until either end leaves.
func (g *Gateway) serveWebSocket(o *opening, visit *admission.Visit, s Session) {
	ctx, stop := context.WithCancel(g.ctx)
	defer stop()
	conn := newSocket(ctx, o.Conn)
	ws, err := g.upgrade(o, conn)
	if err != nil {
		g.log.Debug("no WebSocket", "from", o.RemoteAddr().String(), "why", err)
		return
	}
	ws.SetReadLimit(carnage.LongestRequest)
	p := newStreamPlayer(ctx)
	p.visit = visit
	p.player = g.newPlayer(s, o.RemoteAddr().String(), func(_ dialect.Channel, packet []byte) {
		p.writeBy(messages{ws}, o.Conn, packet)
	})
	g.running.Go(func() {
		defer sys.Restore()
		p.readMessages(ws)
	})
	defer ws.CloseNow() // if there is a panic
	err = g.run(&p)
	stop()
	o.SetDeadline(time.Now().Add(closeTime))
	ws.Close(p.closing(err))
}

// readMessages posts the messages of a WebSocket until it ends, or the player leaves.
func (p *streamPlayer) readMessages(ws *websocket.Conn) {
	for {
		kind, message, err := ws.Read(context.Background()) // leaving closes it
		switch {
		case err == nil && kind != websocket.MessageBinary:
			message, err = nil, errText
		case err == nil && len(message) == 0:
			err = errEmpty
		}
		if !p.post(event{bytes: message, err: err}) || err != nil {
			return
		}
	}
}

var (
	errText  = websocket.CloseError{Code: websocket.StatusUnsupportedData, Reason: "messages must be binary, got text"}
	errEmpty = websocket.CloseError{Code: websocket.StatusPolicyViolation, Reason: "message length must be 1 to 4092, got 0"}
)

// closing returns the last words about why a player has to leave.
func (p *streamPlayer) closing(err error) (websocket.StatusCode, string) {
	var said websocket.CloseError
	switch {
	case errors.As(err, &said):
		return said.Code, said.Reason
	case errors.Is(err, errClosing), p.view != nil && p.view.Phase == dogfight.Ended && err == p.view.Err:
		return websocket.StatusGoingAway, closeReason(err)
	}
	return websocket.StatusPolicyViolation, closeReason(err)
}

// closeReason returns as much of an error's text as fits.
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
