package gateway

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"time"

	"dogfight/game"
	dogfight "dogfight/net"
	"dogfight/net/admission"
	"dogfight/proto/dialect"
)

// streamPlayer is a player with connections of their own. It belongs to the goroutine that
// plays; others post events to it.
type streamPlayer struct {
	*player
	visit  *admission.Visit
	ctx    context.Context // done when the player has left
	events chan event
	spoke  bool  // the player has sent something
	taken  int   // bytes that the player's system took
	alive  bool  // the connection itself ends when the other end is gone
	quiet  int   // ticks since anything went either way
	broken error // why nothing can be sent any more
}

// event is something received, or something to do between two ticks.
type event struct {
	channel dialect.Channel
	bytes   []byte
	do      func()
	err     error // why the player has left
}

const (
	// readSize is how much one read takes, and maxEvents how many events may wait.
	readSize  = 1 << 10
	maxEvents = 8
	// maxReceived is how much is taken in a tick, where each event counts for so much more
	// than its bytes. A well-behaved player sends a hundredth of that, but some lines of
	// two bytes have an answer, and the host has others to serve.
	maxReceived = 2 << 10
	eventWeight = 32
	// mostUnread is more than two systems keep, here and there, for a program that does not
	// read: whoever takes more than that does.
	mostUnread = 8 * sendBuffer
	// mostQuiet is how long nothing may go either way. A session that sends no more than its
	// player reads sends nothing to one who does not.
	mostQuiet = 60 * game.TickRate
)

var errDeaf = errors.New("nothing said and nothing read for a minute")

func newStreamPlayer(ctx context.Context) streamPlayer {
	return streamPlayer{ctx: ctx, events: make(chan event, maxEvents)}
}

// read posts what arrives on a connection until that ends, and returns why it did, or until
// the player leaves.
func (p *streamPlayer) read(conn io.Reader, ch dialect.Channel) error {
	for buf := make([]byte, readSize); ; {
		n, err := conn.Read(buf)
		if n > 0 && !p.post(event{channel: ch, bytes: bytes.Clone(buf[:n])}) {
			return p.ctx.Err()
		}
		if err != nil {
			return err
		}
	}
}

// readMain reads the connection without which the player is gone.
func (p *streamPlayer) readMain(conn io.Reader) {
	p.post(event{err: p.read(conn, dialect.Main)})
}

// post waits until an event is taken, and reports whether it was.
func (p *streamPlayer) post(ev event) bool {
	select {
	case p.events <- ev:
		return true
	case <-p.ctx.Done():
		return false
	}
}

// tryPost is post for what may be lost.
func (p *streamPlayer) tryPost(ev event) {
	select {
	case p.events <- ev:
	default:
	}
}

// write sends a packet. A player who does not read is disconnected.
func (p *streamPlayer) write(conn net.Conn, packet []byte) {
	p.writeBy(conn, conn, packet)
}

// writeBy is write by what puts the packet on the connection.
func (p *streamPlayer) writeBy(w io.Writer, conn net.Conn, packet []byte) {
	if p.broken != nil {
		return
	}
	conn.SetWriteDeadline(time.Now().Add(writeTime))
	if _, p.broken = w.Write(packet); p.broken != nil {
		reset(conn)
		return
	}
	p.taken += len(packet)
	p.quiet = 0
}

// run plays until the player leaves, or has to, and returns why.
func (g *Gateway) run(p *streamPlayer) error {
	defer p.leave()
	err := p.play(g.ctx.Done())
	g.log.Debug("player left", "name", p.name, "why", err)
	return err
}

// play is the loop of a player. It returns why it ended.
func (p *streamPlayer) play(closing <-chan struct{}) error {
	ticker := dogfight.NewTickTicker(game.TickRate)
	defer ticker.Stop()
	for received := 0; p.broken == nil; {
		events := p.events
		if received >= maxReceived {
			events = nil
		}
		select {
		case <-closing:
			return p.dismiss()
		case ev := <-events:
			received += len(ev.bytes) + eventWeight
			if err := p.take(ev); err != nil {
				return err
			}
		case <-ticker.C:
			if !ticker.Next() {
				continue
			}
			received = 0
			if err := p.tick(time.Now()); err != nil {
				return err
			}
			if err := p.settle(); err != nil {
				return err
			}
		}
	}
	return p.broken
}

// settle tells admission that a player has joined who is there: who has said something, or
// reads. The original dogfight client says nothing until a key is pressed. An error is why the
// player is taken not to be there any more.
func (p *streamPlayer) settle() error {
	if p.quiet++; p.quiet > mostQuiet && !p.alive {
		return errDeaf
	}
	if p.client != nil && (p.spoke || p.taken > mostUnread) {
		p.visit.Settle()
	}
	return nil
}

func (p *streamPlayer) take(ev event) error {
	if len(ev.bytes) > 0 {
		p.spoke, p.quiet = true, 0
	}
	if ev.do != nil {
		ev.do()
	}
	if len(ev.bytes) > 0 {
		if err := p.session.Receive(ev.channel, ev.bytes, p.send); err != nil {
			return err
		}
	}
	return ev.err
}
