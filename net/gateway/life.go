package gateway

import (
	"bytes"
	"context"
	"net"
	"time"

	"dogfight/net/admission"
	"dogfight/proto/dialect"
)

// life is the time that a player with connections of his own spends here. It
// belongs to one goroutine; others hand it pieces.
type life struct {
	*player
	visit  *admission.Visit
	ctx    context.Context // done when he has left
	pieces chan piece
	spoke  bool  // something was heard of him
	broken error // why nothing can be sent any more
}

// piece is something that was heard, or that is to be done in between.
type piece struct {
	channel dialect.Channel
	bytes   []byte
	do      func()
	err     error // why the player has left
}

const (
	// readSize is how much is heard at once, and maxPieces may wait.
	readSize  = 1 << 10
	maxPieces = 8
	// maxHeard is how much is taken in a tick, where each piece counts for so much more
	// than its bytes. A player in good order says a hundredth of that, but some lines of
	// two bytes have an answer, and the host has others to do things for.
	maxHeard    = 2 << 10
	pieceWeight = 32
)

func newLife(ctx context.Context) life { return life{ctx: ctx, pieces: make(chan piece, maxPieces)} }

// read hands on what comes over a connection, until that ends, which it returns the
// reason of, or the player's life does.
func (l *life) read(conn net.Conn, ch dialect.Channel) error {
	for buf := make([]byte, readSize); ; {
		n, err := conn.Read(buf)
		if n > 0 && !l.hand(piece{channel: ch, bytes: bytes.Clone(buf[:n])}) {
			return l.ctx.Err()
		}
		if err != nil {
			return err
		}
	}
}

// readAll reads the connection with whose end the player's life ends too.
func (l *life) readAll(conn net.Conn) {
	l.hand(piece{err: l.read(conn, dialect.Main)})
}

// hand waits until the player has taken a piece, and reports whether he has.
func (l *life) hand(it piece) bool {
	select {
	case l.pieces <- it:
		return true
	case <-l.ctx.Done():
		return false
	}
}

// offer is hand for what may be lost.
func (l *life) offer(it piece) {
	select {
	case l.pieces <- it:
	default:
	}
}

// write sends a packet. Who does not read has to go.
func (l *life) write(conn net.Conn, p []byte) {
	if l.broken != nil {
		return
	}
	conn.SetWriteDeadline(time.Now().Add(patience))
	if _, l.broken = conn.Write(p); l.broken != nil {
		abandon(conn)
	}
}

// live plays until the player leaves, or has to.
func (g *Gateway) live(l *life) {
	defer l.leave()
	err := l.play(g.ctx.Done())
	g.log.Debug("player left", "name", l.name, "why", err)
}

// play is the loop of a player. It returns why it ended.
func (l *life) play(closing <-chan struct{}) error {
	ticks := time.NewTicker(tickTime)
	defer ticks.Stop()
	for heard := 0; l.broken == nil; {
		pieces := l.pieces
		if heard >= maxHeard {
			pieces = nil
		}
		select {
		case <-closing:
			return l.dismiss()
		case it := <-pieces:
			heard += len(it.bytes) + pieceWeight
			if err := l.take(it); err != nil {
				return err
			}
		case <-ticks.C:
			heard = 0
			if err := l.tick(time.Now()); err != nil {
				return err
			}
			l.settle()
		}
	}
	return l.broken
}

// settle notes that a player has come in who has said what he came for.
func (l *life) settle() {
	if l.client != nil && l.spoke {
		l.visit.Settle()
	}
}

func (l *life) take(it piece) error {
	l.spoke = l.spoke || len(it.bytes) > 0
	if it.do != nil {
		it.do()
	}
	if len(it.bytes) > 0 {
		if err := l.session.Hear(it.channel, it.bytes, l.send); err != nil {
			return err
		}
	}
	return it.err
}
