package gateway

import (
	"errors"
	"net"
	"net/netip"
	"time"

	"dogfight/guard"
	"dogfight/net/antiamp"
	"dogfight/proto/dialect"
)

// hall is one datagram socket, and the players who share it.
type hall struct {
	*Gateway
	socket *net.UDPConn
	heard  chan datagram

	// Owned by run.
	callers   map[netip.AddrPort]*caller
	ids       map[uint32]*caller
	newcomers *antiamp.Fair
}

type datagram struct {
	from  netip.AddrPort
	bytes []byte
}

const (
	// maxDatagrams of one address are heard in a tick; a player in good order sends one.
	maxDatagrams = 8
	// stall is how long a full buffer of the system may hold up all players. What is sent
	// after that is lost, as it may be in the network.
	stall = 100 * time.Millisecond
	// longest is the size from which a datagram is none of this dialect.
	longest = 2048
)

// openRType listens for players of the R-Type document, or of its program.
func (g *Gateway) openRType() error {
	addr, err := net.ResolveUDPAddr("udp", g.spec.Addr)
	if err != nil {
		return err
	}
	socket, err := net.ListenUDP("udp", addr)
	if err != nil {
		return err
	}
	g.addrs = append(g.addrs, socket.LocalAddr().String())
	h := &hall{
		Gateway: g, socket: socket, heard: make(chan datagram),
		callers: map[netip.AddrPort]*caller{}, ids: map[uint32]*caller{},
		newcomers: antiamp.NewFair(newcomerRate, newcomerRateEach),
	}
	g.running.Go(func() {
		defer guard.Panics()
		h.read()
	})
	g.running.Go(func() {
		defer guard.Panics()
		h.run()
	})
	return nil
}

// rest is how long a socket is left alone that cannot be read.
const rest = time.Millisecond

// read hands on the datagrams that come.
func (h *hall) read() {
	for buf := make([]byte, longest); ; {
		n, from, err := h.socket.ReadFromUDPAddrPort(buf)
		switch {
		case errors.Is(err, net.ErrClosed):
			return
		case err != nil: // of an earlier answer that nobody took, or one that lasts
			time.Sleep(rest)
			continue
		}
		from = netip.AddrPortFrom(from.Addr().Unmap(), from.Port())
		select {
		case h.heard <- datagram{from, append([]byte(nil), buf[:n]...)}:
		case <-h.ctx.Done():
			return
		}
	}
}

// run is the loop of all players. It closes the socket behind it, after the last words.
func (h *hall) run() {
	defer h.socket.Close()
	ticks := time.NewTicker(tickTime)
	defer ticks.Stop()
	for {
		select {
		case <-h.ctx.Done():
			h.close()
			return
		case d := <-h.heard:
			h.hear(d)
		case <-ticks.C:
			h.tick(time.Now())
		}
	}
}

// close sends everybody away.
func (h *hall) close() {
	for _, c := range h.callers {
		h.attend(c, c.dismiss)
	}
}

func (h *hall) tick(now time.Time) {
	h.socket.SetWriteDeadline(now.Add(stall))
	for _, c := range h.callers {
		c.heard = 0
		c.session.Room = c.budget.Left()
		h.attend(c, func() error { return c.tick(now) })
		if c.session.Wish().Presence != dialect.Absent {
			c.visit.Settle()
		}
	}
}

// attend does something for a player, which may be the end of him. A panic is that too,
// and of nobody else.
func (h *hall) attend(c *caller, do func() error) {
	defer guard.Contain(func(value any, stack []byte) {
		h.broke(c.at.String())(value, stack)
		h.lose(c, errBroke)
	})
	if err := do(); err != nil {
		h.lose(c, err)
	}
}

var errBroke = errors.New("his session broke")

func (h *hall) hear(d datagram) {
	c := h.callers[d.from]
	if c == nil {
		c = h.welcome(d)
	}
	if c == nil || c.heard >= maxDatagrams {
		return
	}
	c.heard++
	c.budget.Received(len(d.bytes))
	flew := c.flies()
	h.attend(c, func() error { return c.session.Hear(dialect.Main, d.bytes, c.send) })
	switch {
	case c.session.Proven():
		c.budget.Validate()
	case !flew && c.flies() && h.unproven() > maxUnproven:
		h.lose(c, errUnproven)
	}
}

// maxUnproven players may fly who have not proven where they are, as nobody can in rtype-code
// who is not local: one who forges addresses could take all ships otherwise.
const maxUnproven = 8

var errUnproven = errors.New("too many play who cannot prove where they are")

func (h *hall) unproven() (n int) {
	for _, c := range h.callers {
		if c.flies() && !c.session.Proven() {
			n++
		}
	}
	return n
}
