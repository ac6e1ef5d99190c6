package session

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"dogfight/game"
	"dogfight/game/career"
	"dogfight/internal/records"
	"dogfight/net"
	"dogfight/sys"
)

// MatchOf returns the record of a match that has just ended.
func MatchOf(r *net.Result, now time.Time) *career.Match {
	m := r.Match
	m.Started = now.Add(-m.Lasted)
	if r.Proof != nil && r.Finished && r.Setup.Mode.State() == game.RaceState {
		m.Prove = func(m *career.Match) { prove(m, r) }
	}
	return &m
}

// prove adds the best laps of players, with the replay of the race as proof.
func prove(m *career.Match, r *net.Result) {
	flown, err := lapOf(r.Proof)
	if err != nil {
		return // it proves nothing
	}
	var claims []claim
	for i := range m.Flights {
		f := &m.Flights[i]
		at := slices.IndexFunc(flown, func(l Lap) bool { return l.Slot == f.Slot && l.Took == f.Lap })
		if f.Lap == 0 || f.Skill != 0 || f.Identity == "" || at < 0 {
			continue
		}
		m.Laps.Best = append(m.Laps.Best, career.Lap{Flight: i, Slot: f.Slot, Class: flown[at].Class, Took: int(f.Lap)})
		keys := slices.Compact(slices.Sorted(slices.Values(append(slices.Clone(f.Linked), f.Identity))))
		claims = append(claims, claim{Lap: flown[at], Keys: keys})
	}
	if len(claims) == 0 {
		return
	}
	if m.Laps.Proof, err = withClaims(r.Proof, claims); err != nil {
		m.Laps = career.Laps{}
		return
	}
	m.Laps.Course = lapCourse(r.Setup.Arena)
}

// seen records the matches that the player's own client has seen on other hosts, in that player's career alone. Close ends it.
type seen struct {
	// Static after construction.
	path     string
	where    string // of the host
	identity string
	linked   []string

	matches chan *career.Match
	closing chan struct{}
	running sync.WaitGroup
	news    atomic.Pointer[career.News] // of the last match; nil until it is recorded
}

// patience is the time for a host on this machine to record the match itself first.
const patience = 2 * time.Second

// newSeen records in the file at path matches on the host at an address, for the player with an identity and the linked ones.
func newSeen(path, where, identity string, linked []string) *seen {
	s := &seen{path: path, where: where, identity: identity, linked: linked, matches: make(chan *career.Match, 1), closing: make(chan struct{})}
	s.running.Go(func() {
		defer sys.Restore()
		s.run()
	})
	return s
}

// Note records a match that has ended. It does not block.
func (s *seen) Note(v *net.View, t *game.Tally) {
	s.news.Store(nil)
	if v.Me < 0 || v.Foreign || s.identity == "" {
		return
	}
	r := net.ResultOfView(v, t)
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
	default: // two matches never end so close together
	}
}

// Close records the last match, and ends.
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
			s.save(m)
		case <-s.closing:
			select {
			case m := <-s.matches:
				s.save(m)
			default:
			}
			return
		}
	}
}

// save records a match. Errors are ignored: the host has recorded it too.
func (s *seen) save(m *career.Match) {
	store, err := records.Open(s.path)
	if err != nil {
		return
	}
	defer store.Close()
	if news, err := store.Add(m); err == nil {
		s.news.Store(news[s.identity])
	}
}
