package gateway

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coder/websocket"

	dogfight "dogfight/net"
	"dogfight/proto/dialect/carnage"
)

// webSocket is a WebSocket as a stream: each message has its length before it.
type webSocket struct {
	net.Conn // below it
	ws       *websocket.Conn
	left     []byte // of what is read
}

func (w *webSocket) Write(p []byte) (int, error) {
	for said := 0; said < len(p); {
		n := int(binary.LittleEndian.Uint32(p[said:]))
		said += 4
		if err := w.ws.Write(context.Background(), websocket.MessageBinary, p[said:said+n]); err != nil {
			return said, err
		}
		said += n
	}
	return len(p), nil
}

func (w *webSocket) Read(p []byte) (int, error) {
	if len(w.left) == 0 {
		kind, message, err := w.ws.Read(context.Background())
		if err != nil {
			return 0, err
		}
		if kind != websocket.MessageBinary {
			return 0, net.UnknownNetworkError(kind.String())
		}
		w.left = append(binary.LittleEndian.AppendUint32(nil, uint32(len(message))), message...)
	}
	n := copy(p, w.left)
	w.left = w.left[n:]
	return n, nil
}

func (w *webSocket) Close() error { return w.ws.CloseNow() }

// connectCarnage connects a client by the transport that the rig is for.
func (r *rig) connectCarnage(g *Gateway) net.Conn {
	r.Helper()
	conn := r.connect("tcp", g.Addrs()[0])
	if !r.ws {
		return conn
	}
	ws, _, err := dialWebSocket(conn, nil)
	if err != nil {
		r.Fatal(err)
	}
	return ws
}

// dialWebSocket makes a WebSocket of a connection.
func dialWebSocket(conn net.Conn, header http.Header) (*webSocket, *http.Response, error) {
	transport := &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) { return conn, nil }}
	defer transport.CloseIdleConnections()
	ws, response, err := websocket.Dial(context.Background(), "ws://127.0.0.1/", &websocket.DialOptions{
		HTTPClient: &http.Client{Transport: transport}, HTTPHeader: header,
	})
	if err != nil {
		return nil, response, err
	}
	ws.SetReadLimit(carnage.LongestResponse)
	return &webSocket{Conn: conn, ws: ws}, response, nil
}

// pipes is a listener in memory.
type pipes struct {
	conns  chan net.Conn
	closed chan struct{}
	close  sync.Once
}

func newPipes() *pipes { return &pipes{conns: make(chan net.Conn), closed: make(chan struct{})} }

func (l *pipes) Accept() (net.Conn, error) {
	select {
	case conn := <-l.conns:
		return conn, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l *pipes) Close() error {
	l.close.Do(func() { close(l.closed) })
	return nil
}

func (l *pipes) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1} }

// pipe is one end of a connection in memory, which has an address.
type pipe struct{ net.Conn }

func (p pipe) RemoteAddr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 2} }

func (l *pipes) dial() net.Conn {
	near, far := net.Pipe()
	l.conns <- pipe{far}
	return near
}

// openPiped opens a gateway for C4RN4G3 that is reached in memory.
func (r *rig) openPiped(spec string) (*Gateway, *pipes) {
	r.Helper()
	s, err := ParseSpec(spec)
	if err != nil {
		r.Fatal(err)
	}
	g, l := newGateway(s, Config{Dial: r.dial}), newPipes()
	g.addListener(l)
	g.accept(l, g.serveCarnage)
	r.Cleanup(g.Close)
	return g, l
}

// stands returns a client of the document's that has a ship. The time that it may take has no end.
func stands(t testing.TB, conn net.Conn, name string) *carnageClient {
	conn.SetDeadline(time.Time{})
	c := &carnageClient{
		Conn: conn, t: t, name: name, decoder: carnage.NewDecoder(carnage.LongestResponse), buf: make([]byte, 16<<10),
		known: map[uint32]carnage.Entity{},
	}
	c.says(&carnage.HelloRequest{Version: 1})
	carnageHears[*carnage.HelloResponse](c)
	c.says(&carnage.SpawnRequest{Name: name})
	return c
}

// inBubble runs a test with a gateway for C4RN4G3 that is reached in memory, in virtual time.
func inBubble(t *testing.T, spec string, test func(t *testing.T, r *rig, l *pipes)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, dogfight.HostConfig{})
		_, l := r.openPiped(spec)
		test(t, r, l)
	})
}

// request is what a program asks that sends these headers too.
func request(headers ...string) string {
	lines := append([]string{
		"GET / HTTP/1.1", "Host: game.example:4245", "Connection: Upgrade", "Upgrade: websocket",
		"Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AAECAwQFBgcICQoLDA0ODw==",
		"Sec-WebSocket-Extensions: permessage-deflate",
	}, headers...)
	return strings.Join(lines, "\r\n") + "\r\n\r\n"
}

// heard says something and returns all that comes until the end.
func heard(conn net.Conn, p string) string {
	go func() {
		conn.Write([]byte(p)) // which may be more than is read
	}()
	all, _ := io.ReadAll(conn)
	conn.Close()
	return string(all)
}

// clientFrame is one of a client's, whose mask is zero. It has no more than 125 bytes, or 65,535 if it is long.
func clientFrame(first byte, payload string) string {
	head := []byte{first, 0x80 | byte(min(len(payload), 126))}
	if len(payload) > 125 {
		head = append(head, byte(len(payload)>>8), byte(len(payload)))
	}
	return string(head) + "\x00\x00\x00\x00" + payload
}

const goodHello = "\x00\x01\x00\x00\x00"

// lastWords finds the frame that closes, which is the last.
func lastWords(frames string) (websocket.StatusCode, string) {
	at := strings.LastIndexByte(frames, 0x88)
	if at < 0 || len(frames) < at+4 {
		return 0, ""
	}
	return websocket.StatusCode(int(frames[at+2])<<8 | int(frames[at+3])), frames[at+4:]
}

func isTimeout(err error) bool {
	var e net.Error
	return errors.As(err, &e) && e.Timeout()
}
