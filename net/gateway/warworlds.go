package gateway

import (
	"sync"

	"dogfight/game"
	"dogfight/net/admission"
	"dogfight/net/enet"
	"dogfight/proto/dialect"
	"dogfight/proto/dialect/warworlds"
	"dogfight/sys"
)

// maxPeers exceeds the number of ships, so that players of a full match get a refusal.
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

// perSite is ENet's limit of connections for every address. Admission has the lower limit of addresses that are not local.
func perSite(l admission.Limits) int {
	if l.PerAddress == 0 || l.PerLocal == 0 {
		return 0
	}
	return max(l.PerAddress, l.PerLocal)
}

// serveENet serves the connections of a listener, which Close closes.
func (g *Gateway) serveENet(l *enet.Listener) {
	g.closers = append(g.closers, l.Close)
	g.addrs = append(g.addrs, l.Addr().String())
	g.spawn(func() {
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
			g.running.Go(func() { g.servePeer(conn, visit, &colours) })
		}
	})
}

// servePeer plays for the peer of a connection until either leaves.
func (g *Gateway) servePeer(conn *enet.Conn, visit *admission.Visit, colours *sharedPalette) {
	defer sys.Recover(g.panicked(conn.Remote().String()))
	defer visit.Leave()
	defer conn.Close(0)
	s := colourSession{warworlds.NewSession(&colours.palette), &colours.mu}
	defer s.leave()
	p := g.newConnPlayer(peer{conn}, s, visit, conn.Remote().String())
	p.alive = true
	g.run(p)
	if s.Dropped > 0 {
		g.log.Debug("packets that made no sense were dropped", "from", conn.Remote(), "count", s.Dropped)
	}
}

// peer is the transport over an ENet connection, which pings a silent peer itself.
type peer struct{ *enet.Conn }

func (e peer) receive(p *connPlayer) error {
	for {
		for {
			packet, ok := e.Receive(nil)
			if !ok {
				break
			}
			if !p.post(event{channel: dialect.Main, bytes: packet.Bytes}) {
				return p.ctx.Err()
			}
		}
		select {
		case <-e.Arrived():
		case <-e.Done():
			return e.Err()
		case <-p.ctx.Done():
			return p.ctx.Err()
		}
	}
}

func (e peer) send(_ dialect.Channel, packet []byte) (int, error) {
	return 0, e.Send(0, packet, enet.Reliable)
}

// sharedPalette has the colours of all players of this dialect.
type sharedPalette struct {
	mu      sync.Mutex
	palette warworlds.Palette
}

// colourSession is a session that locks the palette while it uses it.
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
