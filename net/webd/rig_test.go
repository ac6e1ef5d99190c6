package webd

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
	"go.uber.org/goleak"

	"dogfight/net/window"
	"dogfight/testkit"
)

func TestMain(m *testing.M) {
	testkit.Parallel(16)
	goleak.VerifyTestMain(m)
}

// longest is the limit of each wait.
const longest = testkit.Limit

// door is a Server on the loopback that echoes.
type door struct {
	*testing.T
	*Server
	log lockedBuffer
}

// lockedBuffer is safe for concurrent use.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

// echo prints the visitor and the size of the terminal, and then its input until a q.
func echo(ctx context.Context, t *Terminal) error {
	columns, rows := t.Size()
	fmt.Fprintf(t, "%s on %dx%d;", t.Name, columns, rows)
	t.NotifyResize(func() {
		columns, rows := t.Size()
		fmt.Fprintf(t, "%dx%d;", columns, rows)
	})
	defer context.AfterFunc(ctx, func() { t.Drain() })()
	b := make([]byte, 64)
	for {
		n, err := t.Read(b)
		if err != nil || bytes.Contains(b[:n], []byte("q")) {
			return nil
		}
		t.Write(b[:n])
	}
}

func openDoor(t *testing.T, conf Config) *door {
	t.Helper()
	d := &door{T: t}
	conf.Log = slog.New(slog.NewTextHandler(&d.log, nil))
	if conf.Play == nil {
		conf.Play = echo
	}
	if conf.Pages == nil {
		conf.Pages = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "the page") })
	}
	s, err := Listen("127.0.0.1:0", conf)
	if err != nil {
		t.Fatal(err)
	}
	d.Server = s
	t.Cleanup(s.Close)
	return d
}

// gets returns the body of a response.
func (d *door) gets(path string) string {
	d.Helper()
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	r, err := client.Get("http://" + d.Addr().String() + path)
	if err != nil {
		d.Fatal(err)
	}
	defer r.Body.Close()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		d.Fatal(err)
	}
	return string(b)
}

// browser is a page's WebSocket.
type browser struct {
	*testing.T
	*websocket.Conn
	challenge string
	seen      strings.Builder // binary messages
	texts     []string
}

// dials opens a WebSocket as a page of an origin does, or returns the failed response.
func (d *door) dials(origin string) (*websocket.Conn, *http.Response, error) {
	ctx, cancel := context.WithTimeout(context.Background(), longest)
	defer cancel()
	header := http.Header{}
	if origin != "" {
		header.Set("Origin", origin)
	}
	return websocket.Dial(ctx, "ws://"+d.Addr().String()+"/ws", &websocket.DialOptions{
		HTTPHeader: header, Subprotocols: []string{subprotocol},
	})
}

// opens returns a new WebSocket after the challenge.
func (d *door) opens() *browser {
	d.Helper()
	ws, _, err := d.dials("http://" + d.Addr().String())
	if err != nil {
		d.Fatal(err)
	}
	d.Cleanup(func() { ws.CloseNow() })
	b := &browser{T: d.T, Conn: ws}
	var first challenge
	if err := json.Unmarshal([]byte(b.readText()), &first); err != nil || len(first.Challenge) != 43 {
		d.Fatalf("the host began with %v, %v", b.texts, err)
	}
	b.challenge = first.Challenge
	return b
}

// join returns a WebSocket after the welcome.
func (d *door) join(name string, columns, rows int) *browser {
	d.Helper()
	b := d.opens()
	b.sends(`{"hello": {"name": %q, "columns": %d, "rows": %d}}`, name, columns, rows)
	if text := b.readText(); !strings.HasPrefix(text, `{"welcome":`) {
		d.Fatalf("it was answered %s", text)
	}
	return b
}

func (b *browser) sends(format string, args ...any) {
	b.Write(context.Background(), websocket.MessageText, fmt.Appendf(nil, format, args...))
}

func (b *browser) types(text string) {
	b.Write(context.Background(), websocket.MessageBinary, []byte(text))
}

// next reads one message, or returns why there are no more.
func (b *browser) next() error {
	ctx, cancel := context.WithTimeout(context.Background(), longest)
	defer cancel()
	kind, message, err := b.Read(ctx)
	if err != nil {
		return err
	}
	if kind == websocket.MessageText {
		b.texts = append(b.texts, string(message))
	} else {
		b.seen.Write(message)
	}
	return nil
}

// readText returns the next text message.
func (b *browser) readText() string {
	b.Helper()
	for had := len(b.texts); len(b.texts) == had; {
		if err := b.next(); err != nil {
			b.Fatalf("instead of a text: %v", err)
		}
	}
	return b.texts[len(b.texts)-1]
}

// sees waits for a text on the terminal.
func (b *browser) sees(text string) {
	b.Helper()
	for !strings.Contains(b.seen.String(), text) {
		if err := b.next(); err != nil {
			b.Fatalf("expected to see %q, saw %q, and then %v", text, b.seen.String(), err)
		}
	}
}

// ends waits for the end, and returns its status.
func (b *browser) ends() websocket.StatusCode {
	for {
		if err := b.next(); err != nil {
			return websocket.CloseStatus(err)
		}
	}
}

// BenchmarkAFrame measures a frame to a page, beyond the system's cost: with the deadline of a conn, and with one of the WebSocket.
func BenchmarkAFrame(b *testing.B) {
	picture := []byte(strings.Repeat(".", 400))
	sent := make(chan *Terminal)
	s, err := Listen("127.0.0.1:0", Config{Play: func(ctx context.Context, t *Terminal) error {
		sent <- t
		<-ctx.Done()
		return nil
	}})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	c, err := net.Dial("tcp", s.Addr().String())
	if err != nil {
		b.Fatal(err)
	}
	defer c.Close()
	io.WriteString(c, upgrade+frame(opText, `{"hello": {"columns": 80, "rows": 24}}`))
	go io.Copy(io.Discard, c)
	t := <-sent
	b.Run("deadline of the connection", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			t.Write(picture)
		}
	})
	b.Run("context of the frame", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			ctx, cancel := context.WithTimeout(context.Background(), window.StallTime)
			t.ws.Write(ctx, websocket.MessageBinary, picture)
			cancel()
		}
	})
	b.Run("timer of the frame", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			late := time.AfterFunc(window.StallTime, func() { t.conn.Close() })
			t.ws.Write(context.Background(), websocket.MessageBinary, picture)
			late.Stop()
		}
	})
	b.Run("the connection alone", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			t.conn.Conn.Write(picture)
		}
	})
}

// endsWith expects a status at the end, and the last text before it.
func (b *browser) endsWith(status websocket.StatusCode, text string) {
	b.Helper()
	if got := b.ends(); got != status {
		b.Errorf("it ends with %v", got)
	}
	if last := b.texts[len(b.texts)-1]; last != text {
		b.Errorf("the last text is %s", last)
	}
}

// causeOf waits for the end of a context, and returns its cause.
func causeOf(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-time.After(longest):
		return errors.New("it did not end")
	}
}
