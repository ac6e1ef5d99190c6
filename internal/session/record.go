package session

import (
	"math"
	"slices"
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

// MatchOf returns the record of a match that has just ended.
func MatchOf(r *net.Result, now time.Time) *records.Match {
	m := &records.Match{
		Started: now.Add(-r.Lasted), Lasted: r.Lasted, Finished: r.Finished,
		Arena: r.Setup.Arena.Name, Mode: r.Setup.Mode.Name(),
		TimeLimit:  time.Duration(r.Setup.TimeLimit) * time.Second / game.TickRate,
		ScoreLimit: r.Setup.ScoreLimit, TeamScores: r.TeamScores,
	}
	if c := r.Setup.Campaign; c != nil {
		won := slices.ContainsFunc(r.Flights, func(f net.Flight) bool { return f.Won })
		m.Waves = records.Waves{Campaign: c.Name, Wave: r.Wave, Won: won}
		m.Unrated = true // they fought as one team
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
			m.Kills = append(m.Kills, records.Kills{By: by, Of: of, Times: k.Times})
		}
	}
	if r.Replay != nil && r.Finished && r.Setup.Mode.State() == game.RaceState {
		m.Prove = func(m *records.Match) { prove(m, r) }
	}
	return m
}

// prove adds the best laps of players, with the replay of the race as proof.
func prove(m *records.Match, r *net.Result) {
	flown, err := lapOf(r.Replay)
	if err != nil {
		return // it proves nothing
	}
	var claims []claim
	for i := range r.Flights {
		f := &r.Flights[i]
		at := slices.IndexFunc(flown, func(l Lap) bool { return l.Slot == f.Slot && l.Took == f.Lap })
		if f.Lap == 0 || f.Skill != 0 || f.Identity == "" || at < 0 {
			continue
		}
		m.Laps.Best = append(m.Laps.Best, records.Lap{Flight: i, Slot: f.Slot, Class: flown[at].Class, Took: int(f.Lap)})
		keys := slices.Compact(slices.Sorted(slices.Values(append(slices.Clone(m.Flights[i].Linked), f.Identity))))
		claims = append(claims, claim{Lap: flown[at], Keys: keys})
	}
	if len(claims) == 0 {
		return
	}
	if m.Laps.Proof, err = withClaims(r.Replay, claims); err != nil {
		m.Laps = records.Laps{}
		return
	}
	m.Laps.Course = lapCourse(r.Setup.Arena)
}

// flight returns the record of a flight.
func flight(setup *game.Setup, f *net.Flight) records.Flight {
	return records.Flight{
		Identity: f.Identity, Name: f.Name, Skill: f.Skill, Novice: f.Novice,
		Class: f.Class, Weapon: f.Weapon, Team: f.Team,
		Score: f.Score, Kills: f.Kills, Deaths: f.Deaths, Assists: f.Assists, Shots: f.Shots, Hits: f.Hits,
		Won: f.Won, Place: f.Place, Flown: f.Flown,
		Damage: int(f.Did.Damage), DamageTaken: int(f.Did.Taken), Streak: int(f.Did.LongestStreak),
		Items: int(f.Did.Items), Barrels: int(f.Did.Barrels), Crashes: int(f.Did.Crashes), Revenges: int(f.Did.Avenged),
		FirstBlood: f.Did.FirstBlood, Behind: int(f.Did.Behind),
		Classes: arms(f.Did.Classes[:len(setup.PilotClasses())], func(i int) string { return setup.Classes[i].Name }),
		Weapons: arms(f.Did.Weapons[:len(setup.PilotWeapons())], func(i int) string { return setup.Weapons[i].Name }),
	}
}

// arms returns the records of the classes or weapons that were used.
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

// LocalResult returns the player's own result, from the records.
func LocalResult(n *career.News) play.PlayerResult {
	o := play.PlayerResult{Better: n.Better()}
	for _, name := range n.Medals {
		if medal := career.MedalNamed(name); medal != nil {
			o.Medals = append(o.Medals, medal.Title)
		}
	}
	if n.Rating > 0 {
		o.Rated, o.Rating = true, int(math.Round(n.Rating))
		if o.FirstRating = n.Before == 0; !o.FirstRating {
			o.RatingChange = o.Rating - int(math.Round(n.Before))
		}
	}
	return o
}

// seen records the matches that the player's own client has seen on other hosts, in that player's career alone. Close ends it.
type seen struct {
	// Static after construction.
	path     string
	where    string // of the host
	identity string
	linked   []string

	matches chan *records.Match
	closing chan struct{}
	running sync.WaitGroup
	news    atomic.Pointer[career.News] // of the last match; nil until it is recorded
}

// patience is the time for a host on this machine to record the match itself first.
const patience = 2 * time.Second

// newSeen records in the file at path matches on the host at an address, for the player with an identity and the linked ones.
func newSeen(path, where, identity string, linked []string) *seen {
	s := &seen{path: path, where: where, identity: identity, linked: linked, matches: make(chan *records.Match, 1), closing: make(chan struct{})}
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

func (s *seen) Own() (play.PlayerResult, bool) {
	n := s.news.Load()
	if n == nil {
		return play.PlayerResult{}, false
	}
	return LocalResult(n), true
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
func (s *seen) save(m *records.Match) {
	store, err := records.Open(s.path)
	if err != nil {
		return
	}
	defer store.Close()
	if news, err := store.Add(m); err == nil {
		s.news.Store(news[s.identity])
	}
}
