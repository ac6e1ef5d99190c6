package session

import (
	"sync"
	"sync/atomic"
	"time"

	"dogfight/game"
	"dogfight/game/career"
	"dogfight/internal/records"
	"dogfight/net"
	"dogfight/sys"
	"dogfight/ui/play"
)

// Seen keeps the matches that the player's own client has seen to their end on the hosts of others, in that player's
// career alone. NewSeen returns one.
type seen struct {
	// Static after construction.
	path     string // of the records
	where    string // the address of the host
	identity string
	linked   []string

	matches chan *records.Match
	closing chan struct{}
	running sync.WaitGroup
	news    atomic.Pointer[career.News] // of the last match; nil until it is kept
}

// patience is how long a host on this machine has to record the match itself before it is recorded here.
const patience = 2 * time.Second

// NewSeen keeps matches played on the host at an address in the records at path, for the player who has this identity and
// those that are linked to it. Close ends it.
func newSeen(path, where, identity string, linked []string) *seen {
	s := &seen{path: path, where: where, identity: identity, linked: linked, matches: make(chan *records.Match, 1), closing: make(chan struct{})}
	s.running.Go(func() {
		defer sys.Restore()
		s.run()
	})
	return s
}

// Note takes a match that is over. It does not wait.
func (s *seen) Note(v *net.View, t *game.Tally) {
	s.news.Store(nil)
	if v.Me < 0 || v.Foreign || s.identity == "" {
		return
	}
	r := net.SeenResult(v, t)
	own := -1
	for i := range r.Flights {
		if r.Flights[i].Pilot == v.Pilot {
			own = i
		}
	}
	if own < 0 {
		return
	}
	m := MatchOf(&r, time.Now())
	m.Host = s.where
	m.Flights[own].Identity, m.Flights[own].Linked = s.identity, s.linked
	select {
	case s.matches <- m:
	default: // two matches do not end so soon after each other
	}
}

// Own is ui.Session.Own.
func (s *seen) Own() (play.OwnResult, bool) {
	n := s.news.Load()
	if n == nil {
		return play.OwnResult{}, false
	}
	return OwnResult(n), true
}

// Close keeps what was noted, and ends.
func (s *seen) Close() {
	close(s.closing)
	s.running.Wait()
}

func (s *seen) run() {
	for {
		select {
		case m := <-s.matches:
			select {
			case <-time.After(patience):
			case <-s.closing:
			}
			s.keep(m)
		case <-s.closing:
			select {
			case m := <-s.matches:
				s.keep(m)
			default:
			}
			return
		}
	}
}

// keep records a match. Where that cannot be, the host has it all the same.
func (s *seen) keep(m *records.Match) {
	store, err := records.Open(s.path)
	if err != nil {
		return
	}
	defer store.Close()
	if news, err := store.Add(m); err == nil {
		s.news.Store(news[s.identity])
	}
}
