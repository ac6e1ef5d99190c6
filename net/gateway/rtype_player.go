package gateway

import (
	"errors"
	"maps"
	"math/rand/v2"
	"net/netip"
	"time"

	"dogfight/net/admission"
	"dogfight/net/link"
	"dogfight/proto/dialect"
	"dogfight/proto/dialect/rtype"
)

// newcomerRate bounds the datagrams a second from new addresses that are not local, newcomerRateEach those of a site:
// every address, even a forged one, costs work.
const (
	newcomerRate     = 256
	newcomerRateEach = 16
)

type udpPlayer struct {
	*player
	session  *rtype.Session
	id       uint32
	at       link.UDPAddr
	visit    *admission.Visit
	budget   admission.ReplyBudget
	received int // in this tick
}

// flies reports whether the player wants a ship.
func (p *udpPlayer) flies() bool { return p.session.Intent().Presence != dialect.Absent }

// leftLasts is how long an INPUT of rtype-code after a DISCONNECT from the same address counts as late. Later it is
// from a client after a lost CONNECT.
const leftLasts = 2 * time.Second

// maxLeft exceeds the DISCONNECTs in that time, unless addresses are forged.
const maxLeft = 1024

// playerAt returns the player for a datagram from a new address: a player that has changed its address, a new one, or
// nil. A CONNECT with the id of a player that was active at another address gets a REJECT.
func (s *udpServer) playerAt(d datagram) *udpPlayer {
	id, ok := rtype.ClientID(d.bytes)
	local := s.isLocal(d.from.Addr())
	if s.code { // its players never change their address
		id, ok = 0, ok || local && rtype.IsKeys(d.bytes)
	}
	if ok && s.code && rtype.IsKeys(d.bytes) && time.Since(s.left[d.from]) < leftLasts {
		return nil // sent before the DISCONNECT
	}
	if !ok || !local && !s.newcomers.Allow(admission.Site(d.from.Addr()), time.Now()) {
		return nil
	}
	switch p := s.ids[id]; {
	case p == nil:
		return s.enter(d.from)
	case !p.session.Silent():
		reject := rtype.Signal{Type: rtype.RejectType}
		s.write(reject.Append(nil, rtype.Wire{}), d.from)
		return nil
	default:
		return s.move(p, d.from)
	}
}

var errCrowded = errors.New("made room for newer arrivals")

// move gives a player another address, if admission allows, and another id: a peer that knows the old id could present
// another's address as its own.
func (s *udpServer) move(p *udpPlayer, to link.UDPAddr) *udpPlayer {
	visit, err := s.admission.Enter(to.Addr(), func() { s.remove(p, errCrowded) })
	if err != nil {
		return nil
	}
	if s.ids[p.id] != p { // admission removed this player
		visit.Leave()
		return nil
	}
	p.visit.Leave()
	delete(s.players, p.at)
	delete(s.ids, p.id)
	p.at, p.id, p.visit, p.budget = to, s.newID(), visit, admission.ReplyBudget{}
	s.players[to], s.ids[p.id] = p, p
	p.session.Moved(p.id, s.isLocal(to.Addr()))
	return p
}

// newID returns an unused, unguessable id.
func (s *udpServer) newID() uint32 {
	for {
		if id := rtype.MinID + rand.Uint32N(1<<31); s.ids[id] == nil {
			return id
		}
	}
}

// isLocal reports whether an address is local. rtype-code plays with local addresses only, so it includes all
// neighbours.
func (s *udpServer) isLocal(a netip.Addr) bool {
	switch local := s.conf.Limits.Local; {
	case local != nil:
		return local(a)
	case s.code:
		return admission.IsNeighbour(a)
	}
	return admission.IsLocal(a)
}

// enter returns a new player, or nil if admission refuses. Admission removes the oldest unproven address, as datagrams
// from forged addresses cost nothing.
func (s *udpServer) enter(from link.UDPAddr) *udpPlayer {
	p := &udpPlayer{id: s.newID(), at: from}
	var err error
	if p.visit, err = s.admission.Enter(from.Addr(), func() { s.remove(p, errCrowded) }); err != nil {
		return nil
	}
	p.session = rtype.NewSession(rtype.Config{
		ID: p.id, Local: s.isLocal(from.Addr()), BigEndianFloats: s.spec.BigEndian, Code: s.code,
	})
	p.player = s.newPlayer(p.session, from.String(), func(_ dialect.Channel, packet []byte) {
		if p.budget.Allow(len(packet)) {
			s.write(packet, p.at)
		}
	})
	s.players[from], s.ids[p.id] = p, p
	return p
}

func (s *udpServer) remove(p *udpPlayer, why error) {
	delete(s.players, p.at)
	delete(s.ids, p.id)
	p.visit.Leave()
	p.leave()
	if s.code && errors.Is(why, rtype.ErrLeft) {
		now := time.Now()
		maps.DeleteFunc(s.left, func(_ link.UDPAddr, at time.Time) bool { return now.Sub(at) >= leftLasts })
		if len(s.left) < maxLeft {
			s.left[p.at] = now
		}
	}
	s.log.Debug("player left", "name", p.name, "why", why)
}
