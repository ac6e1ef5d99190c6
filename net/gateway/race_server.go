package gateway

import (
	"context"
	"math/rand/v2"
	"net"
	"slices"
	"sync"

	"dogfight/net/admission"
	"dogfight/net/link"
	"dogfight/proto/dialect/lightracer"
	"dogfight/sys"
)

// raceServer has the two ports of the Light Racer, and its racers.
type raceServer struct {
	*Gateway
	dataPort uint16
	socket   *link.UDPConn // for data

	mu     sync.Mutex
	racers map[int32]*racer // by token
	joined []*racer         // those that want a ship, in the order in which they asked
}

// openLightRacer listens on a control port and on a data port.
func (g *Gateway) openLightRacer() error {
	control, err := g.listen(g.spec.Addr)
	if err != nil {
		return err
	}
	data, socket, err := g.listenForData(control.Addr().(*net.TCPAddr).AddrPort())
	if err != nil {
		return err
	}
	s := &raceServer{
		Gateway: g, dataPort: uint16(data.Addr().(*net.TCPAddr).Port), socket: socket, racers: map[int32]*racer{},
	}
	g.accept(control, s.race)
	g.accept(data, s.attach)
	g.running.Go(func() {
		defer sys.Restore()
		s.readDatagrams()
	})
	return nil
}

// race plays for the other end of a control connection.
func (s *raceServer) race(conn net.Conn, visit *admission.Visit) {
	limitBuffer(conn)
	ctx, stop := context.WithCancel(s.ctx)
	defer stop()
	r := &racer{raceServer: s, control: conn, streamPlayer: newStreamPlayer(ctx)}
	r.visit = visit
	r.player = s.newPlayer(nil, conn.RemoteAddr().String(), r.send)
	s.add(r)
	defer s.remove(r)
	s.running.Go(func() {
		defer sys.Restore()
		r.readMain(conn)
	})
	s.run(&r.streamPlayer)
}

// add gives a racer a token and a session.
func (s *raceServer) add(r *racer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for r.token == 0 || s.racers[r.token] != nil {
		r.token = int32(rand.Uint32())
	}
	s.racers[r.token] = r
	r.session = lightracer.NewSession(lightracer.Config{Token: r.token, DataPort: s.dataPort, Set: s.conf.Set})
	r.player.session = leaderSession{r.session, r}
}

func (s *raceServer) remove(r *racer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.racers, r.token)
	s.joined = slices.DeleteFunc(s.joined, func(other *racer) bool { return other == r })
}

// leads reports whether a racer that has joined was the first to join of those present.
func (s *raceServer) leads(r *racer) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !slices.Contains(s.joined, r) {
		s.joined = append(s.joined, r)
	}
	return s.joined[0] == r
}
