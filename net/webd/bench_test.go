package webd

import (
	"context"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// BenchmarkAFrame is what it costs to send a page a frame, besides what the system takes: with the deadline that a conn has, and
// with one of the WebSocket's own.
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
			ctx, cancel := context.WithTimeout(context.Background(), stall)
			t.ws.Write(ctx, websocket.MessageBinary, picture)
			cancel()
		}
	})
	b.Run("timer of the frame", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			late := time.AfterFunc(stall, func() { t.conn.Close() })
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
