package gateway

import (
	"errors"
	"math/rand/v2"
	"net/netip"
	"time"

	"dogfight/net/admission"
	"dogfight/net/antiamp"
	"dogfight/proto/dialect"
	"dogfight/proto/dialect/rtype"
)

// So many datagrams a second are taken from new addresses that are not local, and of each
// site: whoever makes them up makes this host work for each.
const (
	newcomerRate     = 256
	newcomerRateEach = 16
)

// caller is a player at an address.
type caller struct {
	*player
	session *rtype.Session
	id      uint32
	at      netip.AddrPort
	visit   *admission.Visit
	budget  antiamp.Budget // of that address
	heard   int            // datagrams in this tick
}

// flies reports whether the player wants a ship.
func (c *caller) flies() bool { return c.session.Wish().Presence != dialect.Absent }

// welcome returns who begins at a new address: somebody who was at another, somebody
// new, or nobody.
func (h *hall) welcome(d datagram) *caller {
	id, ok := rtype.ClientID(d.bytes)
	if !ok || !h.isLocal(d.from.Addr()) && !h.newcomers.Allow(admission.Site(d.from.Addr()), time.Now()) {
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

// move has a player go on at another address, if he may have one there, with another id:
// whoever knows the one that it had could otherwise have somebody else's address pass for
// its own.
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
	delete(h.ids, c.id)
	c.at, c.id, c.visit, c.budget = to, h.newID(), visit, antiamp.Budget{}
	h.callers[to], h.ids[c.id] = c, c
	c.session.Moved(c.id, h.isLocal(to.Addr()))
	return c
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
	if local := h.conf.Limits.Local; local != nil {
		return local(a)
	}
	return admission.IsLocal(a)
}

// enter returns somebody new, or nil if he is not let in. Of strangers the oldest gives way: it
// costs nothing to send datagrams from addresses that are somebody else's.
func (h *hall) enter(from netip.AddrPort) *caller {
	c := &caller{id: h.newID(), at: from}
	var err error
	if c.visit, err = h.door.Enter(from.Addr(), func() { h.lose(c, errCrowded) }); err != nil {
		return nil
	}
	c.session = rtype.NewSession(rtype.Config{
		ID: c.id, Local: h.isLocal(from.Addr()), BigEndianFloats: h.spec.BigEndian, Code: h.spec.Dialect == "rtype-code",
	})
	c.player = h.newPlayer(c.session, from.String(), func(_ dialect.Channel, p []byte) {
		if c.budget.Allow(len(p)) {
			h.socket.WriteToUDPAddrPort(p, c.at)
		}
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
