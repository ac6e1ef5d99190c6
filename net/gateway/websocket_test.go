package gateway

import (
	"bufio"
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

	"dogfight/game"
	dogfight "dogfight/net"
	"dogfight/net/admission"
	"dogfight/proto/dialect/carnage"
)

func TestAPlayerOverWebSocketFliesOnThePortOfTheRawOnes(t *testing.T) {
	t.Parallel()
	r := newRig(t, dogfight.HostConfig{})
	g := r.open("carnage=:0,websocket")
	raw := r.carnage(g, "Ann")
	r.ws = true
	c := r.carnage(g, "Bob")
	r.boards(raw)
	r.boards(c)
	first, second := r.ever(func(w *game.World) bool { return w.Ships[0].VX < 0 }), r.ever(func(w *game.World) bool { return w.Ships[1].VX < 0 })
	r.waits("that both fly to the left", func(w *game.World) bool {
		raw.hold(game.Steer(game.Left))
		c.hold(game.Steer(game.Left))
		return first(w) && second(w)
	})
	c.leave()
	r.waits("that one left", func(w *game.World) bool { return ships(w) == 1 })
}

func TestAPeerThatNeverReadsAWebSocketIsDisconnected(t *testing.T) {
	for _, pings := range []bool{false, true} { // which need answers, each in the form of the records
		synctest.Test(t, func(t *testing.T) {
			r := newRig(t, dogfight.HostConfig{})
			g, l := r.openPiped("carnage=:0,websocket")
			conn := l.dial()
			conn.Write([]byte(request()))
			answer := bufio.NewReader(conn)
			for line := ""; line != "\r\n"; line, _ = answer.ReadString('\n') {
			}
			began := time.Now()
			conn.Write([]byte(clientFrame(0x82, goodHello)))
			for err := error(nil); pings && err == nil; {
				_, err = conn.Write([]byte(clientFrame(0x89, "")))
			}
			for total, _ := g.admission.Count(); total > 0; total, _ = g.admission.Count() {
				time.Sleep(10 * time.Millisecond)
			}
			if took := time.Since(began); took < writeTime || took > 2*writeTime+closeTime {
				t.Errorf("pings: %v: it took %v", pings, took)
			}
			conn.Close()
		})
	}
}

func TestAPeerThatNeverReadsAWebSocketIsDisconnectedWhateverTheSystemBuffers(t *testing.T) {
	if !*long {
		t.Skip("seconds of real time; runs with -long")
	}
	t.Parallel()
	r := newRig(t, dogfight.HostConfig{})
	g := r.open("carnage=:0,websocket")
	defer r.crowd(55)()
	r.waits("a crowd", func(w *game.World) bool { return ships(w) == 55 })
	conn := r.connect("tcp", g.Addrs()[0])
	conn.(*net.TCPConn).SetReadBuffer(1 << 10)
	spawn := carnage.Wire{Whole: true}.Append(nil, &carnage.SpawnRequest{Name: "deaf"})
	io.WriteString(conn, request()+clientFrame(0x82, goodHello)+clientFrame(0x82, string(spawn)))
	r.waits("that the client that never reads has joined", func(w *game.World) bool { return ships(w) == 56 })
	r.waits("and is removed", func(w *game.World) bool { return ships(w) == 55 })
	conn.SetReadDeadline(time.Now().Add(5 * time.Second))
	n, err := io.Copy(io.Discard, conn)
	if isTimeout(err) || n > 1<<20 {
		t.Errorf("%d bytes waited for it: %v", n, err)
	}
}

// wsClient is a WebSocket as a stream: each message has its length before it.
type wsClient struct {
	net.Conn // below it
	ws       *websocket.Conn
	left     []byte // of reading
}

func (w *wsClient) Write(p []byte) (int, error) {
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

func (w *wsClient) Read(p []byte) (int, error) {
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

func (w *wsClient) Close() error { return w.ws.CloseNow() }

// connectCarnage connects a client by the rig's transport.
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
func dialWebSocket(conn net.Conn, header http.Header) (*wsClient, *http.Response, error) {
	transport := &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) { return conn, nil }}
	defer transport.CloseIdleConnections()
	ws, response, err := websocket.Dial(context.Background(), "ws://127.0.0.1/", &websocket.DialOptions{
		HTTPClient: &http.Client{Transport: transport}, HTTPHeader: header,
	})
	if err != nil {
		return nil, response, err
	}
	ws.SetReadLimit(carnage.LongestResponse)
	return &wsClient{Conn: conn, ws: ws}, response, nil
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

// joined returns a client of the document that has a ship. It waits without a limit.
func joined(t testing.TB, conn net.Conn, name string) *carnageClient {
	conn.SetDeadline(time.Time{})
	c := &carnageClient{
		Conn: conn, t: t, name: name, decoder: carnage.NewDecoder(carnage.LongestResponse), buf: make([]byte, 16<<10),
		known: map[uint32]carnage.Entity{},
	}
	c.sends(&carnage.HelloRequest{Version: 1})
	carnageReceives[*carnage.HelloResponse](c)
	c.sends(&carnage.SpawnRequest{Name: name})
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

// request is a program's request with these headers too.
func request(headers ...string) string {
	lines := append([]string{
		"GET / HTTP/1.1", "Host: game.example:4245", "Connection: Upgrade", "Upgrade: websocket",
		"Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AAECAwQFBgcICQoLDA0ODw==",
		"Sec-WebSocket-Extensions: permessage-deflate",
	}, headers...)
	return strings.Join(lines, "\r\n") + "\r\n\r\n"
}

// exchange sends data and returns the received bytes until the end.
func exchange(conn net.Conn, p string) string {
	go func() {
		conn.Write([]byte(p)) // possibly more than is read
	}()
	all, _ := io.ReadAll(conn)
	conn.Close()
	return string(all)
}

// clientFrame is a client's frame with a zero mask. It has at most 125 bytes, or 65,535 if it is long.
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

func TestAMessageIsAFrameAndNeverCompressed(t *testing.T) {
	inBubble(t, "carnage=:0,websocket", func(t *testing.T, r *rig, l *pipes) {
		hello := "\x82\x85\x00\x00\x00\x00" + "\x00\x01\x00\x00\x00" // final, binary; masked, 5 bytes; the mask
		conn := l.dial()
		conn.SetReadDeadline(time.Now().Add(time.Second))
		said := exchange(conn, request()+hello)
		head, frames, _ := strings.Cut(said, "\r\n\r\n")
		if !strings.HasPrefix(head, "HTTP/1.1 101 ") || strings.Contains(head, "Extensions") || !strings.Contains(head, "Sec-Websocket-Accept: ") {
			t.Errorf("the answer is %q", head)
		}
		records := 0
		for b := []byte(frames); len(b) > 0; {
			if b[0] != 0x82 || b[1]&0x80 != 0 {
				t.Fatalf("a frame begins with %x", b[:2])
			}
			size, n := 2, int(b[1])
			if n == 126 {
				size, n = 4, int(b[2])<<8|int(b[3])
			}
			m, err := carnage.Wire{Whole: true}.Parse(b[size:min(len(b), size+n)])
			if err != nil {
				t.Fatal(err)
			}
			if _, ok := m.(*carnage.Record); ok {
				records++
			}
			b = b[size+n:]
		}
		if records < 15 {
			t.Errorf("got %d records in a second", records)
		}
	})
}

func TestFramesThatNoPlayerSendsEndItWithTheirCode(t *testing.T) {
	const final, text, binary, next, ping, closing = 0x80, 1, 2, 0, 9, 8
	for _, c := range []struct {
		name, p, want string
		code          websocket.StatusCode
	}{
		{"text", clientFrame(final|text, "hello"), "messages must be binary, got text", websocket.StatusUnsupportedData},
		{"nothing", clientFrame(final|binary, ""), "message length must be 1 to 4092, got 0", websocket.StatusPolicyViolation},
		{"no message", clientFrame(final|binary, "\x09"), "message: type must be 0 to 5, got 9", websocket.StatusPolicyViolation},
		{"too long", clientFrame(final|binary, strings.Repeat("x", 4093)), "", websocket.StatusMessageTooBig},
		{"too long in pieces", clientFrame(binary, strings.Repeat("x", 4000)) + clientFrame(next, strings.Repeat("x", 4000)), "", websocket.StatusMessageTooBig},
		{"a length of 2^63", "\x82\xff\xff\xff\xff\xff\xff\xff\xff\xff\x00\x00\x00\x00", "", 0},
		{"a length of 2^62", "\x82\xff\x40\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00" + strings.Repeat("x", 5000), "", websocket.StatusMessageTooBig},
		{"a piece of nothing", clientFrame(final|next, "x"), "", websocket.StatusProtocolError},
		{"compressed", clientFrame(final|0x40|binary, "x"), "", websocket.StatusProtocolError},
		{"a long ping", clientFrame(final|ping, strings.Repeat("x", 126)), "", websocket.StatusProtocolError},
		{"a ping in pieces", clientFrame(ping, "x"), "", websocket.StatusProtocolError},
		{"an unknown frame", clientFrame(final|3, "x"), "", websocket.StatusProtocolError},
		{"goodbye", clientFrame(final|closing, "\x03\xe8"), "", websocket.StatusNormalClosure},
		{"unmasked", "\x82\x05" + goodHello, "", 0},
		{"a message of another state", clientFrame(final|binary, goodHello) + clientFrame(final|binary, goodHello),
			"SS_WAITING_FOR_SPAWN_REQUEST: message must be MT_SPAWN_REQUEST, got MT_HELLO_REQUEST", websocket.StatusPolicyViolation},
	} {
		inBubble(t, "carnage=:0,websocket", func(t *testing.T, r *rig, l *pipes) {
			conn, began := l.dial(), time.Now()
			_, frames, ok := strings.Cut(exchange(conn, request()+c.p), "\r\n\r\n")
			code, reason := lastWords(frames)
			if !ok || c.code != 0 && code != c.code || c.want != "" && reason != c.want {
				t.Errorf("%s: expected %v and %q, got %v and %q", c.name, c.code, c.want, code, reason)
			}
			if took := time.Since(began); took > 2*time.Second {
				t.Errorf("%s: it took %v", c.name, took)
			}
		})
	}
}

func TestAMessageMayBeSentInPiecesAndBetweenPings(t *testing.T) {
	inBubble(t, "carnage=:0,websocket", func(t *testing.T, r *rig, l *pipes) {
		conn := l.dial()
		conn.SetReadDeadline(time.Now().Add(time.Second))
		pieces := clientFrame(0x02, "") + clientFrame(0x89, "p") + clientFrame(0x00, goodHello[:2]) + clientFrame(0x00, "") + clientFrame(0x80, goodHello[2:])
		_, frames, _ := strings.Cut(exchange(conn, request()+pieces), "\r\n\r\n")
		if !strings.HasPrefix(frames, "\x8a\x01p\x82") {
			t.Errorf("it is answered %.20q", frames)
		}
	})
}

// More than that rate would cost as much as a player.
func TestPingsAreReadAtTheRateOfPlayers(t *testing.T) {
	inBubble(t, "carnage=:0,websocket", func(t *testing.T, r *rig, l *pipes) {
		conn := l.dial()
		conn.SetReadDeadline(time.Now().Add(5 * time.Second))
		said := exchange(conn, request()+strings.Repeat(clientFrame(0x89, ""), 1<<20))
		const head = 200
		if pongs, most := (len(said)-head)/2, (socketBurst+5*socketRate+readSize)/6; pongs > most || pongs < most/2 {
			t.Errorf("%d pings were answered in 5 s, expected some %d", pongs, most)
		}
	})
}

func TestAHandshakeMayArriveByteByByte(t *testing.T) {
	inBubble(t, "carnage=:0,websocket", func(t *testing.T, r *rig, l *pipes) {
		ws, _, err := dialWebSocket(drip{l.dial()}, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.boards(joined(t, ws, "Ann"))
		ws.Close()
	})
}

func TestWithoutTheOptionARequestGetsNoAnswer(t *testing.T) {
	t.Parallel()
	r := newRig(t, dogfight.HostConfig{})
	if said := exchange(r.connect("tcp", r.open("carnage=:0").Addrs()[0]), request()); said != "" {
		t.Errorf("it is answered %q", said)
	}
}

func TestAHandshakeThatNeverEndsIsCutOffAfterTenSeconds(t *testing.T) {
	for _, c := range []struct {
		begins string
		drips  bool // a byte a second follows
	}{
		{"", false}, {"G", false}, {"GET", false}, {"GET / HTTP/1.1\r\nHost: x\r\n", false}, {strings.TrimSuffix(request(), "\r\n"), false},
		{"GET ", true}, {"GET / HTTP/1.1\r\nHost: x\r\n", true}, {strings.TrimSuffix(request(), "\r\n"), true},
	} {
		inBubble(t, "carnage=:0,websocket", func(t *testing.T, r *rig, l *pipes) {
			conn, began := l.dial(), time.Now()
			var saying sync.WaitGroup
			saying.Go(func() {
				_, err := conn.Write([]byte(c.begins))
				for c.drips && err == nil {
					time.Sleep(time.Second)
					_, err = conn.Write([]byte("x"))
				}
			})
			io.Copy(io.Discard, conn)
			if took := time.Since(began); took != openingTime {
				t.Errorf("%+v: it took %v", c, took)
			}
			conn.Close()
			saying.Wait()
		})
	}
}

func TestAnInvalidHandshakeGetsTheReason(t *testing.T) {
	without := func(line string) string { return strings.Replace(request(), line+"\r\n", "", 1) }
	for p, want := range map[string]string{
		"GET / HTTP/1.1\r\nHost: x\r\n\r\n":                   "HTTP/1.1 426 ",
		"GET \r\n\r\n":                                        "HTTP/1.1 400 ",
		"GET / HTTP/1.1\r\nno header\r\n\r\n":                 "HTTP/1.1 400 ",
		without("Sec-WebSocket-Version: 13"):                  "HTTP/1.1 400 ",
		without("Upgrade: websocket"):                         "HTTP/1.1 426 ",
		request("X: " + strings.Repeat("x", maxHeader)):       "HTTP/1.1 431 ",
		request(strings.Repeat("X: y\r\n", maxHeader/6)):      "HTTP/1.1 431 ",
		"GET /" + strings.Repeat("x", 1<<20):                  "HTTP/1.1 431 ",
		"GET / HTTP/1.1\r\n" + strings.Repeat(" ", maxHeader): "HTTP/1.1 400 ",
		"POST / HTTP/1.1\r\n\r\n":                             "", // no length begins with G, so it is one
	} {
		inBubble(t, "carnage=:0,websocket", func(t *testing.T, r *rig, l *pipes) {
			if said := exchange(l.dial(), p); !strings.HasPrefix(said, want) || want == "" && said != "" {
				t.Errorf("%.60q: expected %q, got %q", p, want, said)
			}
		})
	}
}

func TestAVisitorWithOnlyAHandshakeIsReplaceable(t *testing.T) {
	t.Parallel()
	inBubble(t, "carnage=:0,websocket", func(t *testing.T, r *rig, l *pipes) {
		conn, began := l.dial(), time.Now()
		_, frames, _ := strings.Cut(exchange(conn, request()), "\r\n\r\n")
		code, reason := lastWords(frames)
		if code != websocket.StatusPolicyViolation || reason != errNotJoined.Error() {
			t.Errorf("a silent visitor gets %v, %q", code, reason)
		}
		if took := time.Since(began); took < 10*time.Second || took > 11*time.Second {
			t.Errorf("it took %v", took)
		}
	})
	t.Run("when others connect", func(t *testing.T) {
		r := newRig(t, dogfight.HostConfig{})
		g := r.openWith("carnage=:0,websocket", Config{Dial: r.dial, Limits: admission.Limits{HalfOpen: 2}})
		first := r.connect("tcp", g.Addrs()[0])
		io.WriteString(first, request())
		first.Read(make([]byte, 1)) // so it is a WebSocket now
		half := r.connect("tcp", g.Addrs()[0])
		io.WriteString(half, "GET /")
		for _, conn := range []net.Conn{first, half} {
			c := r.carnage(g, "Ann")
			r.boards(c)
			conn.SetReadDeadline(time.Now().Add(5 * time.Second)) // before its time limit
			if _, err := io.Copy(io.Discard, conn); isTimeout(err) {
				t.Error("a visitor that never joined is still there")
			}
			io.WriteString(r.connect("tcp", g.Addrs()[0]), "GET /")
		}
	})
}

func TestTheHostsReasonClosesAWebSocket(t *testing.T) {
	for _, c := range []struct {
		name string
		end  func(r *rig, g *Gateway)
		code websocket.StatusCode
		want string
	}{
		{"the match closes", func(r *rig, g *Gateway) { r.close() }, websocket.StatusGoingAway, "the host closed the match"},
		{"the gateway closes", func(r *rig, g *Gateway) { g.Close() }, websocket.StatusGoingAway, "the host is closing"},
		{"a kick", func(r *rig, g *Gateway) { r.kick("be nice") }, websocket.StatusPolicyViolation, "the host kicked you: be nice"},
		{"a wordy kick", func(r *rig, g *Gateway) { r.kick(strings.Repeat("é", 80)) }, websocket.StatusPolicyViolation,
			("the host kicked you: " + strings.Repeat("é", 80))[:123]},
	} {
		synctest.Test(t, func(t *testing.T) {
			r := newRig(t, dogfight.HostConfig{})
			g, l := r.openPiped("carnage=:0,websocket")
			ws, _, err := dialWebSocket(l.dial(), nil)
			if err != nil {
				t.Fatal(err)
			}
			r.boards(joined(t, ws, "Ann"))
			go c.end(r, g)
			for err == nil {
				_, _, err = ws.ws.Read(context.Background())
			}
			var said websocket.CloseError
			if !errors.As(err, &said) || said.Code != c.code || said.Reason != c.want {
				t.Errorf("%s: expected %v, %q; got %v", c.name, c.code, c.want, err)
			}
			ws.Close()
		})
	}
}

func (r *rig) kick(why string) {
	all, err := r.host.Pilots()
	if err != nil || len(all) != 1 {
		r.Errorf("%+v, %v", all, err)
		return
	}
	r.host.Kick(all[0].ID, why)
}

func TestAVisitorToAFullMatchGetsTheReasonOverAWebSocket(t *testing.T) {
	if testing.Short() {
		t.Skip("a full match; runs without -short")
	}
	t.Parallel()
	r := newRig(t, dogfight.HostConfig{})
	defer r.crowd(game.MaxShips)()
	r.waits("a full match", func(w *game.World) bool { return ships(w) == game.MaxShips })
	r.ws = true
	c := r.connects(r.open("carnage=:0,websocket"))
	var err error
	for err == nil {
		_, err = c.readShips()
	}
	var said websocket.CloseError
	if !errors.As(err, &said) || said.Code != websocket.StatusPolicyViolation || !strings.HasPrefix(said.Reason, "the match is full") {
		t.Errorf("it got %v", err)
	}
}

func TestAReasonTooLongIsCutBetweenLetters(t *testing.T) {
	for text, want := range map[string]string{
		"short":                             "short",
		strings.Repeat("x", 123):            strings.Repeat("x", 123),
		strings.Repeat("x", 200):            strings.Repeat("x", 123),
		strings.Repeat("x", 122) + "\u00e9": strings.Repeat("x", 122),
		strings.Repeat("🚀", 31):             strings.Repeat("🚀", 30),
	} {
		if came := closeReason(errors.New(text)); came != want {
			t.Errorf("%q: expected %q, got %q", text, want, came)
		}
	}
}
