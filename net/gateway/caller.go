package gateway

import (
	"errors"
	"math/rand/v2"
	"net/netip"

	"dogfight/net/admission"
	"dogfight/proto/dialect"
	"dogfight/proto/dialect/rtype"
)

// caller is a player at an address.
type caller struct {
	*player
	session *rtype.Session
	id      uint32
	at      netip.AddrPort
	visit   *admission.Visit
	heard   int // datagrams in this tick
}

// welcome returns who begins at a new address: somebody who was at another, somebody
// new, or nobody.
func (h *hall) welcome(d datagram) *caller {
	id, ok := rtype.ClientID(d.bytes)
	if !ok {
		return nil
	}
	switch c := h.ids[id]; {
	case c == nil:
		return h.enter(d.from)
	case !c.session.Silent():
		return nil
	default:
		return h.move(c, d.from)
	}
}

var errCrowded = errors.New("too many came who said no more")

// move has a player go on at another address, if he may have one there.
func (h *hall) move(c *caller, to netip.AddrPort) *caller {
	visit, err := h.door.Enter(to.Addr(), func() { h.lose(c, errCrowded) })
	if err != nil {
		return nil
	}
	if h.ids[c.id] != c { // he was the one who had to make room
		visit.Leave()
		return nil
	}
	c.visit.Leave()
	delete(h.callers, c.at)
	c.at, c.visit = to, visit
	h.callers[to] = c
	c.session.Moved()
	return c
}

// enter returns somebody new, or nil if he is not let in. Of strangers the oldest gives way: it
// costs nothing to send datagrams from addresses that are somebody else's.
func (h *hall) enter(from netip.AddrPort) *caller {
	c := &caller{id: rtype.MinID + rand.Uint32N(1<<31), at: from}
	var err error
	if c.visit, err = h.door.Enter(from.Addr(), func() { h.lose(c, errCrowded) }); err != nil {
		return nil
	}
	c.session = rtype.NewSession(rtype.Config{
		ID: c.id, BigEndianFloats: h.spec.BigEndian, Code: h.spec.Dialect == "rtype-code",
	})
	c.player = h.newPlayer(c.session, from.String(), func(_ dialect.Channel, p []byte) {
		h.socket.WriteToUDPAddrPort(p, c.at)
	})
	h.callers[from], h.ids[c.id] = c, c
	return c
}

// lose takes leave of a player.
func (h *hall) lose(c *caller, why error) {
	delete(h.callers, c.at)
	delete(h.ids, c.id)
	c.visit.Leave()
	c.leave()
	h.log.Debug("player left", "name", c.name, "why", why)
}
