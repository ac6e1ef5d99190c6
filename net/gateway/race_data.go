package gateway

import (
	"bytes"
	"io"
	"net"
	"time"

	"dogfight/net/admission"
	"dogfight/proto/dialect"
	"dogfight/proto/dialect/lightracer"
)

// tokenTime is how long a data connection may take to send its token.
const tokenTime = 5 * time.Second

// byToken returns the racer with a token, or nil.
func (s *raceServer) byToken(token []byte) *racer {
	s.mu.Lock()
	defer s.mu.Unlock()
	n, err := lightracer.ParseToken(token)
	if err != nil {
		return nil
	}
	return s.racers[n]
}

// attach gives a data connection to the racer whose token it sends.
func (s *raceServer) attach(conn net.Conn, visit *admission.Visit) {
	limitBuffer(conn)
	defer closeWhenDone(s.ctx, conn)()
	token := make([]byte, lightracer.TokenSize)
	conn.SetReadDeadline(time.Now().Add(tokenTime))
	if _, err := io.ReadFull(conn, token); err != nil {
		return
	}
	conn.SetReadDeadline(time.Time{})
	r := s.byToken(token)
	if r == nil {
		return
	}
	visit.Settle()
	defer closeWhenDone(r.ctx, conn)() // the racer may leave before the event is taken
	if r.post(event{do: func() { r.openData(conn) }}) {
		r.read(conn, dialect.Data)
		r.post(event{do: func() { r.closeData(conn) }})
	}
}

// readDatagrams takes tokens, and inputs behind them. The sender must have the address of the
// racer's control connection: updates go to no address but the racer's own.
func (s *raceServer) readDatagrams() {
	for buf := make([]byte, datagramSize); ; {
		n, from, err := s.socket.Receive(buf)
		if s.ctx.Err() != nil {
			return
		}
		if err != nil {
			time.Sleep(readPause)
		}
		if n < lightracer.TokenSize {
			continue
		}
		r := s.byToken(buf[:lightracer.TokenSize])
		if r == nil || from.Addr().Unmap() != address(r.control).Unmap() {
			continue
		}
		r.tryPost(event{channel: dialect.Data, bytes: bytes.Clone(buf[lightracer.TokenSize:n]), do: func() { r.openDatagrams(from) }})
	}
}
