package server

import (
	"context"
	"crypto/ed25519"
	"crypto/subtle"
	"errors"
	"log/slog"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"dogfight/game"
	"dogfight/internal/fleet"
	"dogfight/net/admission"
	"dogfight/net/link"
	"dogfight/proto"
	"dogfight/sys"
)

const (
	// routeTime is the time for a new link to say where it belongs.
	routeTime = 5 * time.Second
	// routeLook is the interval at which a link is polled for that.
	routeLook = 5 * time.Millisecond
	// maxRouting is the number of links that are polled at once.
	maxRouting = 1024
)

// route brings a new link to its room: that of its ticket, or of the seat that its token belongs to, or else the home.
func (m *member) route(l link.Link) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed || m.routing >= maxRouting {
		l.Close()
		return
	}
	m.routing++
	m.running.Go(func() {
		defer sys.Restore()
		defer func() {
			m.mu.Lock()
			defer m.mu.Unlock()
			m.routing--
		}()
		m.readFirst(l)
	})
}

// readFirst waits for the first packet of a link on its control channel.
func (m *member) readFirst(l link.Link) {
	timer := time.NewTicker(routeLook)
	defer timer.Stop()
	for until := time.Now().Add(routeTime); l.Err() == nil && time.Now().Before(until); <-timer.C {
		if p, ok := l.Receive(nil); ok && p.Channel != link.Data {
			m.bring(l, p)
			return
		}
		select {
		case <-m.closing:
			l.Close()
			return
		default:
		}
	}
	l.Close()
}

// bring brings a link to the room that its first packet names.
func (m *member) bring(l link.Link, first link.Packet) {
	message, err := proto.Parse(first.Bytes)
	if t, ok := message.(*proto.Ticket); ok && err == nil {
		m.redeem(l, t.Bytes)
		return
	}
	room := m.home
	if hello, ok := message.(*proto.Hello); ok && err == nil && subtle.ConstantTimeCompare(hello.Token[:], make([]byte, len(hello.Token))) == 0 {
		for _, r := range m.allRooms() {
			if r.host.KnowsToken(hello.Token) {
				room = r
			}
		}
	}
	m.server.keys.meet(l)
	room.host.Add(link.WithIdentity(l, "", l.Identity(), first))
}

// redeem redeems a ticket, and brings the link to its room.
func (m *member) redeem(l link.Link, b []byte) {
	t, err := m.desk.Accept(b, l.Identity(), time.Now())
	if err == nil && m.leaves.has(&t) {
		err = errLeft
	}
	var r *fleetRoom
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
	r.host.Add(link.WithIdentity(l, t.Remote, t.Identity))
}

// signerOf returns the key that must have signed a ticket, or nil: a door's or, for a match that came from another host, that host's,
// which sends its players after it. Other hosts have no players to send.
func (m *member) signerOf(t *fleet.Ticket) ed25519.PublicKey {
	if _, ok := m.doors.Door(t.Issuer); !ok {
		if r := m.roomOf(t.Match); r != nil && r.from == t.Issuer {
			return m.keys.Host(t.Issuer)
		}
	}
	return m.keys.Door(t.Issuer)
}

// openingTime is the time to open a room for a match that was claimed.
const openingTime = 3 * time.Second

// roomOf returns the room of a match, or nil if it is not played here. It waits for the room of a claimed match: a player may know of the
// claim before this host.
func (m *member) roomOf(match fleet.ID) *fleetRoom {
	for until := time.Now().Add(openingTime); ; time.Sleep(routeLook) {
		m.mu.Lock()
		r, closed := m.rooms[match], m.closed
		m.mu.Unlock()
		if r != nil || closed || !m.keeper.Has(match) || time.Now().After(until) {
			return r
		}
	}
}

// clockWarnings warn of clocks that seem to differ. The zero value is ready.
type clockWarnings struct {
	mu   sync.Mutex
	next time.Time
}

// clockWarnEvery is the least time between warnings: all players of a door are refused alike.
const clockWarnEvery = time.Minute

// warn warns of an expired ticket: its player was slow, or the clocks of its issuer and of this host
// differ by more than they may.
func (c *clockWarnings) warn(log *slog.Logger, t *fleet.Ticket, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if now.Before(c.next) {
		return
	}
	c.next = now.Add(clockWarnEvery)
	log.Warn("a ticket is refused for its time: if that goes on, the clocks of this machine and of the ticket's issuer differ", "issuer", t.Issuer,
		"age", t.Age(now).Round(100*time.Millisecond), "good for", fleet.TicketLife, "clocks may differ by", fleet.TicketSlack)
}

// leaves refuse unused tickets after a door has sent their player to another match. The zero value is ready.
type leaves struct {
	mu  sync.Mutex
	all map[leaver]leave
}

type leaver struct {
	match fleet.ID
	seat  string
}

type leave struct {
	from   time.Time // tickets that are valid until then at most were made before
	forget time.Time // when all such tickets have expired
}

// add records that a player has left a match. The time is the sender's: one ahead of all clocks of the fleet would refuse the player
// for ever.
func (l *leaves) add(of leaver, at, now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.all == nil {
		l.all = map[leaver]leave{}
	}
	for other, leave := range l.all {
		if now.After(leave.forget) {
			delete(l.all, other)
		}
	}
	if latest := now.Add(fleet.TicketSlack); at.After(latest) {
		at = latest
	}
	l.all[of] = leave{from: at.Add(fleet.TicketLife), forget: now.Add(fleet.TicketLife + 2*fleet.TicketSlack)}
}

// has reports whether a ticket was made before its player left its match.
func (l *leaves) has(t *fleet.Ticket) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	left, ok := l.all[leaver{t.Match, fleet.SeatKey(t.Identity, nil)}]
	return ok && t.Identity != "" && !t.Until.After(left.from)
}

var errLeft = errors.New("you play in another match of the fleet now")

// dismiss removes a player from a match, and refuses older tickets: a door has sent the player to another match.
func (m *member) dismiss(l *fleet.Leave) {
	m.leaves.add(leaver{l.Match, l.Seat}, time.Unix(l.At, 0), time.Now())
	m.mu.Lock()
	r := m.rooms[l.Match]
	m.mu.Unlock()
	if r == nil {
		return
	}
	pilots, err := r.host.Pilots()
	if err != nil { // the match is over
		return
	}
	for _, p := range pilots {
		if !p.Bot && !p.Spectates && p.Identity != "" && fleet.SeatKey(p.Identity, nil) == l.Seat {
			r.host.Kick(p.ID, errLeft.Error())
			m.log.Info("a player has gone to another match", "match", l.Match, "identity", p.Identity)
		}
	}
}

// maxPerDoor is the number of connections of a door to a host: the door draws for many players, and limits them itself.
const maxPerDoor = 4096

// doorAddresses are the addresses of the doors of a fleet.
type doorAddresses struct {
	known atomic.Pointer[map[netip.Addr]bool]
}

// has reports whether an address is a door's. It is safe for concurrent use.
func (d *doorAddresses) has(a netip.Addr) bool {
	known := d.known.Load()
	return known != nil && (*known)[a.Unmap()]
}

// update looks up the addresses of the doors.
func (d *doorAddresses) update(ctx context.Context, doors []fleet.Door) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	known := map[netip.Addr]bool{}
	for _, door := range doors {
		for _, a := range link.Resolve(ctx, door.Address) {
			known[a.Unmap()] = true
		}
	}
	d.known.Store(&known)
}

// fleetLimits returns the limits of a host of a fleet that plays so many matches.
func (s *Server) fleetLimits(l admission.Limits, matches int) admission.Limits {
	l.PerLocal, l.Total = maxPerDoor, max(maxPerDoor, 2*game.MaxShips*matches)
	l.HalfOpen = l.Total / 4
	l.Local = func(a netip.Addr) bool { return admission.IsLocal(a) || s.doorAddrs.has(a) }
	return l
}
