package server

import (
	"slices"
	"time"

	"dogfight/game"
	"dogfight/internal/career"
	"dogfight/internal/crash"
	"dogfight/internal/home"
	"dogfight/internal/session"
	"dogfight/internal/stats"
	"dogfight/net"
	"dogfight/ui/play"
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
	own := home.Identities()
	conf.Result = func(r net.Result) {
		s.news.Store(nil)
		m := matchOf(&r, time.Now())
		if !worthKeeping(m) {
			return
		}
		for i := range m.Flights {
			m.Flights[i].Linked = s.linked(m.Flights[i].Identity, own)
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

// linked returns the keys of the player who has one, given those of the user of this process.
func (s *Server) linked(identity string, own []string) []string {
	switch {
	case slices.Contains(own, identity):
		return own
	case s.keys == nil || identity == "":
		return nil
	}
	return s.keys.of(identity)
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
		return session.OwnResult(f.news[identity]), true
	}
}

// matchOf returns what is recorded of a match that has just ended.
func matchOf(r *net.Result, now time.Time) *stats.Match {
	m := &stats.Match{
		Started: now.Add(-r.Lasted), Lasted: r.Lasted, Finished: r.Finished,
		Arena: r.Setup.Arena.Name, Mode: r.Setup.Mode.Name(),
		TimeLimit:  time.Duration(r.Setup.TimeLimit) * time.Second / game.TickRate,
		ScoreLimit: r.Setup.ScoreLimit, TeamScores: r.TeamScores,
	}
	flightOf := map[uint16]int{}
	for i := range r.Flights {
		m.Flights = append(m.Flights, flight(r.Setup, &r.Flights[i]))
		flightOf[r.Flights[i].Pilot] = i
	}
	for _, k := range r.Kills {
		by, byKnown := flightOf[k.By]
		of, ofKnown := flightOf[k.Of]
		if byKnown && ofKnown {
			m.Kills = append(m.Kills, stats.Kills{By: by, Of: of, Times: k.Times})
		}
	}
	return m
}

// flight returns what is recorded of a flight in a match with that setup.
func flight(setup *game.Setup, f *net.Flight) stats.Flight {
	return stats.Flight{
		Identity: f.Identity, Name: f.Name, Skill: f.Skill,
		Class: f.Class, Weapon: f.Weapon, Team: f.Team,
		Score: f.Score, Kills: f.Kills, Deaths: f.Deaths, Assists: f.Assists, Shots: f.Shots, Hits: f.Hits,
		Won: f.Won, Place: f.Place, Flown: f.Flown,
		Damage: int(f.Did.Damage), Taken: int(f.Did.Taken), Streak: int(f.Did.LongestStreak),
		Items: int(f.Did.Items), Barrels: int(f.Did.Barrels), Crashes: int(f.Did.Crashes), Revenges: int(f.Did.Avenged),
		FirstBlood: f.Did.FirstBlood, Behind: int(f.Did.Behind),
		Classes: arms(f.Did.Classes[:len(setup.Classes)], func(i int) string { return setup.Classes[i].Name }),
		Weapons: arms(f.Did.Weapons[:len(setup.Weapons)], func(i int) string { return setup.Weapons[i].Name }),
	}
}

// arms returns what was done with each class or weapon with which anything was.
func arms(did []game.ArmTally, name func(i int) string) (list []career.Arm) {
	for i, a := range did {
		if a == (game.ArmTally{}) {
			continue
		}
		list = append(list, career.Arm{
			Name: name(i), Shots: int(a.Shots), Hits: int(a.Hits), Kills: int(a.Kills), Deaths: int(a.Deaths), Damage: int(a.Damage),
			Seconds: float64(a.Flown) / game.TickRate,
		})
	}
	return list
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
