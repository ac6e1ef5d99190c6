package gateway

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"time"

	"dogfight/game"
	"dogfight/net/admission"
	"dogfight/proto/dialect"
)

// connPlayer is a player with its own connection. It belongs to the goroutine of run; others post events to it.
type connPlayer struct {
	*player
	transport transport
	visit     *admission.Visit
	ctx       context.Context // done when the player has left
	stop      context.CancelFunc
	events    chan event
	spoke     bool  // the player has sent something
	read      int   // bytes that the peer's system accepted
	alive     bool  // the transport itself ends when the peer is dead
	quiet     int   // ticks since anything was sent or received
	broken    error // why nothing can be sent any more
}

// transport carries the packets of one player: a stream, WebSocket messages, ENet packets, or the connections of a racer.
type transport interface {
	// receive posts arriving packets until the connection ends or the player has left.
	receive(p *connPlayer) error
	// send returns the number of accepted bytes, if that shows that the peer reads, or 0. An error ends the player.
	send(ch dialect.Channel, packet []byte) (accepted int, err error)
}

// event is received data, or a call to make between two ticks.
type event struct {
	channel dialect.Channel
	bytes   []byte
	do      func()
	err     error // why the player has left
}

const (
	// readSize is the size of one read, maxEvents the number of events that may wait.
	readSize  = 1 << 10
	maxEvents = 8
	// maxReceived bounds the bytes handled in a tick; each event counts for eventWeight more. A normal player sends a
	// hundredth of that, but some lines of two bytes have an answer.
	maxReceived = 2 << 10
	eventWeight = 32
	// maxUnread is more than two systems buffer for a program that does not read: a peer that accepted more does read.
	maxUnread = 8 * sendBuffer
	// maxQuiet is how long nothing may be sent or received. A session that adapts to its reader sends nothing to one that
	// does not read.
	maxQuiet = 60 * game.TickRate
	// writeTime is the longest a write waits for a peer that does not read.
	writeTime = 2 * time.Second
)

var errDeaf = errors.New("nothing said and nothing read for a minute")

func (g *Gateway) newConnPlayer(t transport, s session, visit *admission.Visit, remote string) *connPlayer {
	p := &connPlayer{transport: t, visit: visit, events: make(chan event, maxEvents)}
	p.ctx, p.stop = context.WithCancel(g.ctx)
	p.player = g.newPlayer(s, remote, p.write)
	return p
}

// run plays until the player leaves or must leave, and returns why.
func (g *Gateway) run(p *connPlayer) error {
	defer p.stop()
	g.spawn(func() { p.post(event{err: p.transport.receive(p)}) })
	defer p.leave()
	err := p.play(g.ctx)
	g.log.Debug("player left", "name", p.name, "why", err)
	return err
}

// play plays until the player leaves or must leave, and returns why.
func (p *connPlayer) play(ctx context.Context) error {
	received := 0
	err := loop(ctx, func() <-chan event {
		if received >= maxReceived {
			return nil
		}
		return p.events
	}, func(ev event) error {
		received += len(ev.bytes) + eventWeight
		if err := p.handle(ev); err != nil {
			return err
		}
		return p.broken
	}, func(now time.Time) error {
		received = 0
		if err := p.tick(now); err != nil {
			return err
		}
		if err := p.settle(); err != nil {
			return err
		}
		return p.broken
	})
	if err == errClosing {
		return p.dismiss()
	}
	return err
}

// settle reports to admission a player that has joined and is present: it has sent something, or it reads. The original
// dogfight client sends nothing until a key is pressed. The error is why the player counts as absent.
func (p *connPlayer) settle() error {
	if p.quiet++; p.quiet > maxQuiet && !p.alive {
		return errDeaf
	}
	if p.client != nil && (p.spoke || p.read > maxUnread) {
		p.visit.Settle()
	}
	return nil
}

func (p *connPlayer) handle(ev event) error {
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

// write is the player's dialect.Send.
func (p *connPlayer) write(ch dialect.Channel, packet []byte) {
	if p.broken != nil {
		return
	}
	var n int
	if n, p.broken = p.transport.send(ch, packet); n > 0 {
		p.read += n
		p.quiet = 0
	}
}

// receive posts arriving data until the connection ends or the player has left.
func (p *connPlayer) receive(r io.Reader, ch dialect.Channel) error {
	for buf := make([]byte, readSize); ; {
		n, err := r.Read(buf)
		if n > 0 && !p.post(event{channel: ch, bytes: bytes.Clone(buf[:n])}) {
			return p.ctx.Err()
		}
		if err != nil {
			return err
		}
	}
}

// post waits until there is room for an event, and reports whether there was before the player left.
func (p *connPlayer) post(ev event) bool {
	select {
	case p.events <- ev:
		return true
	case <-p.ctx.Done():
		return false
	}
}

// tryPost posts an event if there is room.
func (p *connPlayer) tryPost(ev event) {
	select {
	case p.events <- ev:
	default:
	}
}

// stream is the transport over one stream connection.
type stream struct {
	net.Conn
	in io.Reader // reads the connection
}

func (g *Gateway) serveStream(conn net.Conn, in io.Reader, visit *admission.Visit, s session) {
	g.run(g.newConnPlayer(stream{conn, in}, s, visit, conn.RemoteAddr().String()))
}

func (s stream) receive(p *connPlayer) error { return p.receive(s.in, dialect.Main) }

func (s stream) send(_ dialect.Channel, packet []byte) (int, error) {
	return send(s.Conn, s.Conn, packet)
}

// send writes a packet to w, which writes to conn. A peer that does not read is disconnected.
func send(w io.Writer, conn net.Conn, packet []byte) (int, error) {
	conn.SetWriteDeadline(time.Now().Add(writeTime))
	if _, err := w.Write(packet); err != nil {
		reset(conn)
		return 0, err
	}
	return len(packet), nil
}
