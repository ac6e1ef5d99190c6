package gateway

import (
	"context"
	"sync"

	"dogfight/game"
	"dogfight/net/admission"
	"dogfight/net/enet"
	"dogfight/net/link"
	"dogfight/proto/dialect"
	"dogfight/proto/dialect/warworlds"
	"dogfight/sys"
)

// maxPeers is more than there are ships, so that players are told when a match is full.
const maxPeers = 2 * game.MaxShips

// openWarWorlds listens for ENet connections.
func (g *Gateway) openWarWorlds() error {
	l, err := enet.Listen(g.spec.Addr, g.enetLimits())
	if err != nil {
		return err
	}
	g.serveENet(l)
	return nil
}

func (g *Gateway) enetLimits() enet.Limits {
	return enet.Limits{Peers: maxPeers, PerSite: perSite(g.conf.Limits), Channels: 1}
}

// serveENet serves the connections of a listener, which Close closes.
func (g *Gateway) serveENet(l *enet.Listener) {
	g.closers = append(g.closers, l.Close)
	g.addrs = append(g.addrs, l.Addr().String())
	g.running.Go(func() {
		defer sys.Restore()
		g.acceptPeers(l)
	})
}

// acceptPeers serves every connection that admission lets in.
func (g *Gateway) acceptPeers(l *enet.Listener) {
	var colours sharedPalette
	for {
		conn, err := l.Accept()
		if err != nil {
			return // it is closed
		}
		visit, err := g.admission.Enter(conn.Remote().Addr(), func() { conn.Close(0) })
		if err != nil {
			conn.Close(0)
			continue
		}
		g.running.Go(func() {
			defer sys.Recover(g.panicked(conn.Remote().String()))
			defer visit.Leave()
			defer conn.Close(0)
			s := colourSession{warworlds.NewSession(&colours.palette), &colours.mu}
			defer s.leave()
			g.servePeer(conn, visit, s)
			if s.Dropped > 0 {
				g.log.Debug("packets that made no sense were dropped", "from", conn.Remote(), "count", s.Dropped)
			}
		})
	}
}

// perSite is how many connections ENet lets any address have. Admission refuses those of an
// address that may have fewer.
func perSite(l link.Limits) int {
	if l.PerAddress == 0 || l.PerLocal == 0 {
		return 0
	}
	return max(l.PerAddress, l.PerLocal)
}

// sharedPalette is the colours of all players of this dialect.
type sharedPalette struct {
	mu      sync.Mutex
	palette warworlds.Palette
}

// colourSession is a session that uses the palette only while no other does.
type colourSession struct {
	*warworlds.Session
	mu *sync.Mutex
}

func (c colourSession) Tick(s *dialect.Scene, send dialect.Send) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.Session.Tick(s, send)
}

func (c colourSession) leave() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.Leave()
}

// servePeer plays for the other end of a connection until either leaves.
func (g *Gateway) servePeer(conn *enet.Conn, visit *admission.Visit, s Session) {
	ctx, stop := context.WithCancel(g.ctx)
	defer stop()
	p := newStreamPlayer(ctx)
	p.visit, p.alive = visit, true
	p.player = g.newPlayer(s, conn.Remote().String(), func(_ dialect.Channel, packet []byte) {
		if p.broken == nil {
			p.broken = conn.Send(0, packet, enet.Reliable)
		}
	})
	g.running.Go(func() {
		defer sys.Restore()
		p.readPackets(conn)
	})
	g.run(&p)
}

// readPackets posts what arrives on a connection until that ends or the player leaves.
func (p *streamPlayer) readPackets(conn *enet.Conn) {
	for {
		for {
			packet, ok := conn.Receive(nil)
			if !ok {
				break
			}
			if !p.post(event{channel: dialect.Main, bytes: packet.Bytes}) {
				return
			}
		}
		select {
		case <-conn.Arrived():
		case <-conn.Done():
			p.post(event{err: conn.Err()})
			return
		case <-p.ctx.Done():
			return
		}
	}
}
