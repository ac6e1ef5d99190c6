package server

import (
	"crypto/ed25519"
	"errors"
	"log/slog"
	"sync"
	"time"

	"dogfight/internal/fleet"
	"dogfight/net/link"
	"dogfight/proto"
)

// take takes a ticket, and brings the link to the room that it is for.
func (m *member) take(l link.Link, b []byte) {
	t, err := m.desk.Take(b, l.Identity(), time.Now())
	if err == nil && m.leaves.has(&t) {
		err = errLeft
	}
	var r *room
	if err == nil {
		r = m.roomOf(t.Match)
	}
	if r == nil {
		reason := "the match is not played here any more"
		if err != nil {
			reason = err.Error()
		}
		if errors.Is(err, fleet.ErrTicketExpired) {
			m.clocks.warn(m.log, &t, time.Now())
		}
		m.log.Info("refused", "why", reason, "from", l.Remote(), "identity", l.Identity())
		l.Send(link.Control, (&proto.Reject{Code: proto.RejectTicket, Reason: reason}).Append(nil))
		l.Close()
		return
	}
	if t.Identity == l.Identity() {
		m.server.keys.meet(l)
	}
	link.Settle(l)
	r.add(link.As(l, t.Remote, t.Identity))
}

// clockWarnings tell of clocks that seem to differ. The zero value is ready.
type clockWarnings struct {
	mu   sync.Mutex
	next time.Time
}

// clockWarnEvery is how often that is told at most: all players of a door are refused alike.
const clockWarnEvery = time.Minute

// warn tells of a ticket that was refused for its time: either its player was slow, or the clocks of who has made it and of this host
// differ by more than they may.
func (c *clockWarnings) warn(log *slog.Logger, t *fleet.Ticket, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if now.Before(c.next) {
		return
	}
	c.next = now.Add(clockWarnEvery)
	log.Warn("a ticket is refused for its time: if that goes on, the clocks of this machine and of who made it differ", "made by", t.Issuer,
		"age", t.Age(now).Round(100*time.Millisecond), "good for", fleet.TicketLife, "clocks may differ by", fleet.TicketSlack)
}

// signerOf returns the key with which a ticket must be signed, or nil: a door's or, for a match that came from another host, that host's,
// which sends its players after it. Other hosts have nobody to send.
func (m *member) signerOf(t *fleet.Ticket) ed25519.PublicKey {
	if _, ok := m.doors.Door(t.Issuer); !ok {
		if r := m.roomOf(t.Match); r != nil && r.from == t.Issuer {
			return m.keys.Host(t.Issuer)
		}
	}
	return m.keys.Door(t.Issuer)
}

// openingTime is how long a match may take to be played here that this host has claimed.
const openingTime = 3 * time.Second

// roomOf returns the room of a match, once it is there, or nil if the match is not played here. A player may have heard sooner than this
// host that it has claimed the match.
func (m *member) roomOf(match fleet.ID) *room {
	for until := time.Now().Add(openingTime); ; time.Sleep(routeLook) {
		m.mu.Lock()
		r, closed := m.rooms[match], m.closed
		m.mu.Unlock()
		if r != nil || closed || !m.keeper.Has(match) || time.Now().After(until) {
			return r
		}
	}
}
