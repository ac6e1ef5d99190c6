package server

import (
	"errors"
	"sync"
	"time"

	"dogfight/internal/fleet"
)

// leaves are of players who have been sent to another match. The zero value is ready.
type leaves struct {
	mu  sync.Mutex
	all map[leaver]leave
}

type leaver struct {
	match fleet.ID
	seat  string
}

type leave struct {
	from   time.Time // tickets that are good until then at most were made before
	forget time.Time // when no such ticket is taken anyway
}

// add notes that a player has left a match. The time comes from the sender: one beyond all clocks of the fleet would refuse the player for ever.
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

// has reports whether a ticket was made before its player left the match that it is for.
func (l *leaves) has(t *fleet.Ticket) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	left, ok := l.all[leaver{t.Match, fleet.SeatKey(t.Identity, nil)}]
	return ok && t.Identity != "" && !t.Until.After(left.from)
}

var errLeft = errors.New("you play in another match of the fleet now")

// letGo has a player leave a match, with whatever ticket they have not shown yet: a door has sent them to another.
func (m *member) letGo(l *fleet.Leave) {
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
