package gateway

import (
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"dogfight/proto/dialect/carnage"
)

func TestAMessageIsAFrameAndNeverCompressed(t *testing.T) {
	inBubble(t, "carnage=:0,websocket", func(t *testing.T, r *rig, l *pipes) {
		hello := "\x82\x85\x00\x00\x00\x00" + "\x00\x01\x00\x00\x00" // final, binary; masked, 5 bytes; the mask
		conn := l.dial()
		conn.SetReadDeadline(time.Now().Add(time.Second))
		said := heard(conn, request()+hello)
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
			t.Errorf("%d records came in a second", records)
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
			_, frames, ok := strings.Cut(heard(conn, request()+c.p), "\r\n\r\n")
			code, reason := lastWords(frames)
			if !ok || c.code != 0 && code != c.code || c.want != "" && reason != c.want {
				t.Errorf("%s: expected %v and %q, came %v and %q", c.name, c.code, c.want, code, reason)
			}
			if took := time.Since(began); took > 2*time.Second {
				t.Errorf("%s: it took %v", c.name, took)
			}
		})
	}
}

func TestAMessageMayComeInPiecesAndBetweenPings(t *testing.T) {
	inBubble(t, "carnage=:0,websocket", func(t *testing.T, r *rig, l *pipes) {
		conn := l.dial()
		conn.SetReadDeadline(time.Now().Add(time.Second))
		pieces := clientFrame(0x02, "") + clientFrame(0x89, "p") + clientFrame(0x00, goodHello[:2]) + clientFrame(0x00, "") + clientFrame(0x80, goodHello[2:])
		_, frames, _ := strings.Cut(heard(conn, request()+pieces), "\r\n\r\n")
		if !strings.HasPrefix(frames, "\x8a\x01p\x82") {
			t.Errorf("it is answered %.20q", frames)
		}
	})
}

// More than the pace would cost as much as a player does not.
func TestPingsAreTakenNoFasterThanPlayersSend(t *testing.T) {
	inBubble(t, "carnage=:0,websocket", func(t *testing.T, r *rig, l *pipes) {
		conn := l.dial()
		conn.SetReadDeadline(time.Now().Add(5 * time.Second))
		said := heard(conn, request()+strings.Repeat(clientFrame(0x89, ""), 1<<20))
		const head = 200
		if pongs, most := (len(said)-head)/2, (socketBurst+5*socketRate+readSize)/6; pongs > most || pongs < most/2 {
			t.Errorf("%d pings were answered in 5 s, expected some %d", pongs, most)
		}
	})
}
