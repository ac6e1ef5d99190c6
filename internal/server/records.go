package server

import (
	"time"

	"dogfight/game"
	"dogfight/internal/crash"
	"dogfight/internal/home"
	"dogfight/internal/stats"
	"dogfight/net"
)

// record has the host's matches recorded. If that cannot be, they are played all the same, and s.unrecorded
// says why.
func (s *Server) record(conf *net.HostConfig) {
	store, err := stats.Open(home.Records())
	if err != nil {
		s.log.Warn("matches are not recorded", "err", err)
		s.unrecorded = err
		return
	}
	s.recorder = stats.NewRecorder(store)
	conf.Result = func(r net.Result) {
		m := matchOf(&r, time.Now())
		if !worthKeeping(m) {
			return
		}
		if err := s.recorder.Record(m); err != nil {
			s.log.Warn("match not recorded", "err", err)
		}
	}
	s.running.Go(func() {
		defer crash.Restore()
		s.recorder.Run(s.recorded)
	})
}

// recorded tells whether a match was recorded.
func (s *Server) recorded(m *stats.Match, err error) {
	if err != nil {
		s.log.Warn("match not recorded", "err", err)
		s.host.Tell("that match could not be recorded")
		return
	}
	s.log.Info("match recorded", "arena", m.Arena, "finished", m.Finished)
}

// matchOf returns what is recorded of a match that has just ended.
func matchOf(r *net.Result, now time.Time) *stats.Match {
	m := &stats.Match{
		Started: now.Add(-r.Lasted), Lasted: r.Lasted, Finished: r.Finished,
		Arena: r.Setup.Arena.Name, Mode: r.Setup.Mode.Name(),
		TimeLimit:  time.Duration(r.Setup.TimeLimit) * time.Second / game.TickRate,
		ScoreLimit: r.Setup.ScoreLimit, TeamScores: r.TeamScores,
	}
	for i := range r.Flights {
		m.Flights = append(m.Flights, stats.Flight(r.Flights[i]))
	}
	return m
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
