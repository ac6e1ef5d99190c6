package server

import (
	"slices"
	"time"

	"dogfight/internal/career"
	"dogfight/internal/crash"
	"dogfight/internal/recording"
	"dogfight/internal/stats"
	"dogfight/net"
	"dogfight/ui/play"
)

// record has the host's matches recorded. If that cannot be, they are played all the same, and s.unrecorded
// says why.
func (s *Server) record(conf *net.HostConfig) {
	store, err := stats.Open(s.dirs.Records())
	if err != nil {
		s.log.Warn("matches are not recorded", "err", err)
		s.unrecorded = err
		return
	}
	s.recorder, s.own = stats.NewRecorder(store), s.dirs.Identities()
	conf.Result = func(r net.Result) {
		s.news.Store(nil)
		s.keep(s.matchOf(&r, conf.ID))
	}
	s.running.Go(func() {
		defer crash.Restore()
		s.recorder.Run(s.recorded)
	})
}

// finishRecords has no more matches be recorded: all of this process have ended.
func (s *Server) finishRecords() {
	if s.recorder != nil {
		s.finishOnce.Do(s.recorder.Finish)
	}
}

// matchOf returns what is to be kept of a match, here or by the hub of a fleet, or nil.
func (s *Server) matchOf(r *net.Result, host uint64) *stats.Match {
	m := recording.MatchOf(r, time.Now())
	m.Event, m.Replay = s.event, stats.ReplayKey(host, r.Number)
	if !worthKeeping(m) {
		return nil
	}
	for i := range m.Flights {
		m.Flights[i].Linked = s.linked(m.Flights[i].Identity, s.own)
	}
	return m
}

// keep has a match recorded that is worth it, where any are.
func (s *Server) keep(m *stats.Match) {
	if m == nil || s.recorder == nil {
		return
	}
	if err := s.recorder.Record(m); err != nil {
		s.log.Warn("match not recorded", "err", err)
	}
}

// linked returns the keys of the player who has one, given those of the user of this process.
func (s *Server) linked(identity string, own []string) []string {
	if slices.Contains(own, identity) {
		return own
	}
	return s.keysOf(identity)
}

// keysOf returns the keys of the player who has one, as far as they are known here.
func (s *Server) keysOf(identity string) []string {
	keys := []string{identity}
	if s.keys != nil && identity != "" {
		keys = s.keys.of(identity)
	}
	if s.member != nil && identity != "" {
		keys = s.member.keysOf(keys)
	}
	return keys
}

// recorded tells whether a match was recorded.
func (s *Server) recorded(m *stats.Match, news map[string]*career.News, err error) {
	if err != nil {
		s.log.Warn("match not recorded", "err", err)
		s.host.Tell("that match could not be recorded")
		return
	}
	s.news.Store(&fresh{time.Now(), news})
	s.log.Info("match recorded", "arena", m.Arena, "finished", m.Finished)
}

// fresh is what the records told the players of a match, by identity, and when.
type fresh struct {
	at   time.Time
	news map[string]*career.News
}

// newsTime is how long that is told: a client that foresees the end of the next match must not be told of this one.
const newsTime = 90 * time.Second

// ownResult is ui.Session.Own of a player who is known by a key.
func (s *Server) ownResult(identity string) func() (play.OwnResult, bool) {
	return func() (play.OwnResult, bool) {
		f := s.news.Load()
		if f == nil || f.news[identity] == nil || time.Since(f.at) > newsTime {
			return play.OwnResult{}, false
		}
		return recording.OwnResult(f.news[identity]), true
	}
}

// briefly is how long an unfinished match may have lasted and not be recorded.
const briefly = 5 * time.Second

// worthKeeping reports whether a player took part in a match: an empty server must not fill the disk with
// what its bots did.
func worthKeeping(m *stats.Match) bool {
	if !m.Finished && m.Lasted < briefly {
		return false
	}
	for i := range m.Flights {
		if m.Flights[i].Skill == 0 {
			return true
		}
	}
	return false
}
