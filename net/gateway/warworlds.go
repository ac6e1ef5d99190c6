package gateway

import (
	"context"
	"sync"

	"dogfight/game"
	"dogfight/guard"
	"dogfight/net/admission"
	"dogfight/net/enet"
	"dogfight/net/link"
	"dogfight/proto/dialect"
	"dogfight/proto/dialect/warworlds"
)

// maxPeers is more than there are ships, for who comes to a full match is told so.
const maxPeers = 2 * game.MaxShips

// openWarWorlds listens for ENet connections.
func (g *Gateway) openWarWorlds() error {
	l, err := enet.Listen(g.spec.Addr, enet.Limits{Peers: maxPeers, PerSite: perSite(g.conf.Limits), Channels: 1})
	if err != nil {
		return err
	}
	g.sockets = append(g.sockets, l.Close)
	g.addrs = append(g.addrs, l.Addr().String())
	g.running.Go(func() {
		defer guard.Panics()
		g.acceptPeers(l)
	})
	return nil
}

// acceptPeers has everybody served who connects.
func (g *Gateway) acceptPeers(l *enet.Listener) {
	var colours sharedPalette
	for {
		conn, err := l.Accept()
		if err != nil {
			return // it is closed
		}
		visit, err := g.door.Enter(conn.Remote().Addr(), func() { conn.Close(0) })
		if err != nil {
			conn.Close(0)
			continue
		}
		g.running.Go(func() {
			defer guard.Contain(g.broke(conn.Remote().String()))
			defer visit.Leave()
			defer conn.Close(0)
			g.servePeer(conn, visit, coloured{warworlds.NewSession(&colours.palette), &colours.mu})
		})
	}
}

// perSite is how many connections ENet lets any address have. Which may have fewer is told
// once they are there.
func perSite(l link.Limits) int {
	if l.PerAddress == 0 || l.PerLocal == 0 {
		return 0
	}
	return max(l.PerAddress, l.PerLocal)
}

// sharedPalette is the colours of all who play this game.
type sharedPalette struct {
	mu      sync.Mutex
	palette warworlds.Palette
}

// coloured is a session that uses the palette only while no other does.
type coloured struct {
	*warworlds.Session
	mu *sync.Mutex
}

func (c coloured) Tick(s *dialect.Scene, send dialect.Send) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.Session.Tick(s, send)
}

// servePeer plays for whoever is at the other end of a connection until either leaves.
func (g *Gateway) servePeer(conn *enet.Conn, visit *admission.Visit, s Session) {
	ctx, stop := context.WithCancel(g.ctx)
	defer stop()
	l := newLife(ctx)
	l.visit = visit
	l.player = g.newPlayer(s, conn.Remote().String(), func(_ dialect.Channel, p []byte) {
		if l.broken == nil {
			l.broken = conn.Send(0, p, enet.Reliable)
		}
	})
	g.running.Go(func() {
		defer guard.Panics()
		l.readPackets(conn)
	})
	g.live(&l)
}

// readPackets hands on what comes over a connection, until that or the player's life
// ends.
func (l *life) readPackets(conn *enet.Conn) {
	for {
		for {
			p, ok := conn.Receive(nil)
			if !ok {
				break
			}
			if !l.hand(piece{channel: dialect.Main, bytes: p.Bytes}) {
				return
			}
		}
		select {
		case <-conn.Arrived():
		case <-conn.Done():
			l.hand(piece{err: conn.Err()})
			return
		case <-l.ctx.Done():
			return
		}
	}
}
