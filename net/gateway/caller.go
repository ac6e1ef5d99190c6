package gateway

import (
	"errors"
	"math/rand/v2"
	"net/netip"
	"slices"
	"time"

	"dogfight/net/antiamp"
	"dogfight/proto/dialect"
	"dogfight/proto/dialect/rtype"
)

// caller is a player at an address.
type caller struct {
	*player
	session *rtype.Session
	id      uint32
	at      netip.AddrPort
	budget  antiamp.Budget // of that address
	settled bool           // no stranger any more
	heard   int            // datagrams in this tick
}

// welcome returns who begins at a new address: somebody who was at another, somebody
// new, or nobody.
func (h *hall) welcome(d datagram) *caller {
	id, ok := rtype.ClientID(d.bytes)
	if !ok || !h.admits(d.from.Addr()) {
		return nil
	}
	switch c := h.ids[id]; {
	case c == nil:
		return h.enter(d.from)
	case !c.session.Silent():
		h.census.Settle()
		h.census.Leave(d.from.Addr())
		return nil
	default:
		h.move(c, d.from)
		return c
	}
}

// admits counts somebody new. If there are too many strangers the oldest gives way: it
// costs nothing to send datagrams from addresses that are somebody else's.
func (h *hall) admits(from netip.Addr) bool {
	if h.census.Crowded() && len(h.strangers) > 0 {
		h.lose(h.strangers[0], errCrowded)
	}
	return h.census.Enter(from)
}

var errCrowded = errors.New("too many came who said no more")

// move has a player go on at another address, with another id: whoever knows the one that
// it had could otherwise have somebody else's address pass for its own.
func (h *hall) move(c *caller, to netip.AddrPort) {
	h.census.Settle()
	h.census.Leave(c.at.Addr())
	delete(h.callers, c.at)
	delete(h.ids, c.id)
	c.at, c.id, c.budget = to, h.newID(), antiamp.Budget{}
	h.callers[to], h.ids[c.id] = c, c
	c.session.Moved(c.id, h.isLocal(to.Addr()))
}

// newID returns an id that no player has, and nobody can guess.
func (h *hall) newID() uint32 {
	for {
		if id := rtype.MinID + rand.Uint32N(1<<31); h.ids[id] == nil {
			return id
		}
	}
}

// isLocal reports whether an address is on a network of this machine.
func (h *hall) isLocal(a netip.Addr) bool {
	if h.conf.Local != nil {
		return h.conf.Local(a)
	}
	return h.neighbours.Has(a, time.Now())
}

func (h *hall) enter(from netip.AddrPort) *caller {
	c := &caller{id: h.newID(), at: from}
	c.session = rtype.NewSession(rtype.Config{
		ID: c.id, Local: h.isLocal(from.Addr()), BigEndianFloats: h.spec.BigEndian, Code: h.spec.Dialect == "rtype-code",
	})
	c.player = h.newPlayer(c.session, from.String(), func(_ dialect.Channel, p []byte) {
		if c.budget.Allow(len(p)) {
			h.socket.WriteToUDPAddrPort(p, c.at)
		}
	})
	h.callers[from], h.ids[c.id] = c, c
	h.strangers = append(h.strangers, c)
	return c
}

// settle counts a player as a stranger no more.
func (h *hall) settle(c *caller) {
	if !c.settled {
		c.settled = true
		h.strangers = slices.DeleteFunc(h.strangers, func(other *caller) bool { return other == c })
		h.census.Settle()
	}
}

// lose takes leave of a player.
func (h *hall) lose(c *caller, why error) {
	delete(h.callers, c.at)
	delete(h.ids, c.id)
	h.settle(c)
	h.census.Leave(c.at.Addr())
	c.leave()
	h.log.Debug("player left", "name", c.name, "why", why)
}
