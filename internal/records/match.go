package records

import (
	"database/sql"
	"errors"
	"slices"
	"time"

	"dogfight/game/career"
)

// Match is the result of a match. Hosts of a fleet send it as JSON: see fleet/outbox.
type Match struct {
	Started    time.Time     `json:"started"`
	Lasted     time.Duration `json:"lasted_ns"`
	Arena      string        `json:"arena"`
	Mode       string        `json:"mode"`
	TimeLimit  time.Duration `json:"time_limit_ns,omitempty"` // 0 for none
	ScoreLimit int32         `json:"score_limit,omitempty"`   // 0 for none
	// Finished is false for a match that was broken off: it counts for all sums, but has no winner and changes no rating.
	Finished bool   `json:"finished"`
	Unrated  bool   `json:"unrated,omitempty"` // no rating changes
	Event    string `json:"event,omitempty"`   // that it was part of; "" for none
	// Host is the host of the match; "" for this machine. A match of another host, as the player's client saw it, counts for that player's career
	// only: it changes neither ratings nor scores.
	Host       string   `json:"-"`
	TeamScores [5]int32 `json:"team_scores"` // by team; [0] is unused
	Flights    []Flight `json:"flights"`
	Kills      []Kills  `json:"kills,omitempty"`
	Replay     string   `json:"replay,omitempty"` // a ReplayKey; "" for none
	Laps       Laps     `json:"laps,omitzero"`    // of a race
	Waves      Waves    `json:"waves,omitzero"`

	// Prove, if not nil, is called before the match is stored and fills in the Laps, which takes long.
	Prove func(m *Match) `json:"-"`
}

// Flight is the part of one pilot in a match. A player can leave and return, and then has several.
type Flight struct {
	Identity string   `json:"identity,omitempty"` // fingerprint of the key; "" if only the name is known
	Linked   []string `json:"linked,omitempty"`   // fingerprints of the player's other keys
	Proof    []byte   `json:"proof,omitempty"`    // the player's certificate, if it links keys: others do not trust the host. See identity.Proven
	Name     string   `json:"name"`
	Skill    int      `json:"skill,omitempty"`  // of a bot, 1 to 5, or -1 if unknown; 0: a player
	Novice   bool     `json:"novice,omitempty"` // a bot that rarely shoots: rated as skill 1, adds nothing to the skill of a match

	Class  string `json:"class"`
	Weapon string `json:"weapon"`
	Team   uint8  `json:"team,omitempty"` // 0 for none

	Score   int32         `json:"score"`
	Kills   int           `json:"kills"`
	Deaths  int           `json:"deaths"`
	Assists int           `json:"assists"`
	Shots   int           `json:"shots"` // aimed, at enemies
	Hits    int           `json:"hits"`
	Won     bool          `json:"won,omitempty"`
	Place   int           `json:"place,omitempty"` // by score, from 1; 0: left before the end
	Flown   time.Duration `json:"flown_ns"`        // with a ship

	Damage      int          `json:"damage,omitempty"` // HP taken from enemies, and lost
	DamageTaken int          `json:"taken,omitempty"`
	Streak      int          `json:"streak,omitempty"` // kills without a death
	Items       int          `json:"items,omitempty"`
	Barrels     int          `json:"barrels,omitempty"`
	Crashes     int          `json:"crashes,omitempty"`
	Revenges    int          `json:"revenges,omitempty"`
	FirstBlood  bool         `json:"first_blood,omitempty"`
	Behind      int          `json:"behind,omitempty"`  // maximum distance to the best, in points
	Classes     []career.Arm `json:"classes,omitempty"` // flown
	Weapons     []career.Arm `json:"weapons,omitempty"`
}

// Kills counts how often one pilot destroyed another, by their indices in Flights.
type Kills struct {
	By    int `json:"by"`
	Of    int `json:"of"`
	Times int `json:"times"`
}

// Add stores a match and returns the news for its players, by identity. Without an error, the match is on the disk. A match of another host that
// was in fact hosted here is stored already.
func (s *Store) Add(m *Match) (news map[string]*career.News, err error) {
	err = s.db.Change(func(tx *Tx) error {
		news, _, err = m.add(tx)
		return err
	})
	if err != nil {
		return nil, explain(s.path, err)
	}
	return news, nil
}

// add is Add in a transaction. It also returns the number of the match, 0 for a match of another host.
func (m *Match) add(tx *Tx) (news map[string]*career.News, number int64, err error) {
	one, err := m.unlinked(tx)
	if err != nil {
		return nil, 0, err
	}
	pilots, err := enlist(tx, one)
	if err != nil {
		return nil, 0, err
	}
	if one.Host != "" {
		err = one.dropStored(tx, pilots)
	} else {
		number, err = one.addHosted(tx, pilots)
	}
	if err != nil {
		return nil, 0, err
	}
	if news, err = addToCareers(tx, one, pilots); err != nil {
		return nil, 0, err
	}
	for i := range m.Flights {
		if n := news[one.Flights[i].Identity]; n != nil {
			news[m.Flights[i].Identity] = n
		}
	}
	return news, number, nil
}

// addHosted adds a match that was hosted here to the scores and returns its number.
func (m *Match) addHosted(tx *Tx, pilots map[string]*known) (number int64, err error) {
	if number, err = addMatch(tx, m, pilots); err != nil {
		return 0, err
	}
	if err := m.addWaves(tx, pilots); err != nil {
		return 0, err
	}
	if err := m.addLaps(tx, pilots); err != nil {
		return 0, err
	}
	m.rate(pilots)
	return number, update(tx, m, pilots)
}

// sameStart is the maximum difference between the start times of a match at its host and at a client.
const sameStart = 5 * time.Second

// dropStored removes the pilots whose part in the match is stored already, from a host here.
func (m *Match) dropStored(tx *Tx, pilots map[string]*known) error {
	for identity, p := range pilots {
		sum, stored := m.sum(identity), 0
		err := tx.QueryRow(`SELECT count(*) FROM (SELECT * FROM careers WHERE pilot = ? ORDER BY number DESC LIMIT 5) AS last
			WHERE host = '' AND abs(started - ?) <= ? AND arena = ? AND mode = ? AND kills = ? AND deaths = ?`,
			p.id, m.Started.Unix(), int(sameStart.Seconds()), m.Arena, m.Mode, sum.Kills, sum.Deaths).Scan(&stored)
		if err != nil {
			return err
		}
		if stored > 0 {
			delete(pilots, identity)
		}
	}
	return nil
}

// unlinked returns the match with one identity for all keys of a player: the key with the most matches.
func (m *Match) unlinked(tx *Tx) (*Match, error) {
	one := *m
	one.Flights = slices.Clone(m.Flights)
	for i := range one.Flights {
		f := &one.Flights[i]
		if f.Identity == "" || len(f.Linked) == 0 {
			continue
		}
		keys := append([]string{f.Identity}, f.Linked...)
		best := -2
		for _, key := range keys {
			matches := -1
			err := tx.QueryRow(`SELECT matches FROM pilots WHERE identity = ?`, key).Scan(&matches)
			if err != nil && !errors.Is(err, sql.ErrNoRows) {
				return nil, err
			}
			if matches > best || matches == best && key < f.Identity {
				best, f.Identity = matches, key
			}
		}
	}
	return &one, nil
}

// known is a pilot with an entry in the records.
type known struct {
	id int64
	Rating
	before Rating
}

// rated reports whether the match has changed the rating.
func (p *known) rated() bool { return p.Rating != p.before }

// enlist returns the pilots of a match with an identity, and creates entries for new ones.
func enlist(tx *Tx, m *Match) (map[string]*known, error) {
	pilots := map[string]*known{}
	for i := range m.Flights {
		f := &m.Flights[i]
		if f.Identity == "" || f.Skill != 0 || pilots[f.Identity] != nil {
			continue
		}
		var p known
		err := tx.QueryRow(`INSERT INTO pilots (identity, name, seen, rating, deviation, volatility) VALUES (?, ?, ?, ?, ?, ?)
			ON CONFLICT (identity) DO UPDATE SET name = excluded.name RETURNING id, rating, deviation, volatility`,
			f.Identity, f.Name, m.Started.Unix(), unrated.Value, unrated.Deviation, unrated.Volatility).
			Scan(&p.id, &p.Value, &p.Deviation, &p.Volatility)
		if err != nil {
			return nil, err
		}
		p.before = p.Rating
		pilots[f.Identity] = &p
	}
	return pilots, nil
}

func addMatch(tx *Tx, m *Match, pilots map[string]*known) (match int64, err error) {
	err = tx.QueryRow(`INSERT INTO matches (started, lasted, arena, mode, time_limit, score_limit, finished, replay) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
		RETURNING id`, m.Started.Unix(), m.Lasted.Milliseconds(), m.Arena, m.Mode, m.TimeLimit.Milliseconds(), m.ScoreLimit, m.Finished, m.Replay).
		Scan(&match)
	if err != nil {
		return 0, err
	}
	for i := range m.Flights {
		f := &m.Flights[i]
		var pilot sql.NullInt64
		if p := pilots[f.Identity]; p != nil && f.Skill == 0 {
			pilot = sql.NullInt64{Int64: p.id, Valid: true}
		}
		_, failed := tx.Exec(`INSERT INTO flights VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			match, pilot, f.Name, f.Skill, f.Class, f.Weapon, f.Team, f.Score, f.Kills, f.Deaths, f.Assists,
			f.Shots, f.Hits, f.Won, f.Flown.Milliseconds())
		err = errors.Join(err, failed)
	}
	return match, err
}

// update updates the sums and ratings of the pilots.
func update(tx *Tx, m *Match, pilots map[string]*known) error {
	for identity, p := range pilots {
		sum := m.sum(identity)
		_, err := tx.Exec(`UPDATE pilots SET seen = max(seen, ?), rating = ?, deviation = ?, volatility = ?,
			matches = matches + 1, wins = wins + ?, kills = kills + ?, deaths = deaths + ?, assists = assists + ?,
			shots = shots + ?, hits = hits + ? WHERE id = ?`,
			m.Started.Add(m.Lasted).Unix(), p.Value, p.Deviation, p.Volatility,
			sum.Won, sum.Kills, sum.Deaths, sum.Assists, sum.Shots, sum.Hits, p.id)
		if err != nil {
			return err
		}
	}
	return nil
}

// sum adds up the flights of a pilot. The score is the best one.
func (m *Match) sum(identity string) (sum Flight) {
	for i := range m.Flights {
		f := &m.Flights[i]
		if f.Identity != identity || f.Skill != 0 {
			continue
		}
		if sum.Flown == 0 || f.Score > sum.Score {
			sum.Score, sum.Team, sum.Name = f.Score, f.Team, f.Name
			sum.Class, sum.Weapon = f.Class, f.Weapon
		}
		sum.Kills += f.Kills
		sum.Deaths += f.Deaths
		sum.Assists += f.Assists
		sum.Shots += f.Shots
		sum.Hits += f.Hits
		sum.Won = sum.Won || f.Won
		sum.Place = max(sum.Place, f.Place) // at most one flight lasted to the end
		sum.Flown += f.Flown
		sum.addDeeds(f)
	}
	return sum
}

// addDeeds adds the values that only careers use.
func (f *Flight) addDeeds(other *Flight) {
	f.Damage += other.Damage
	f.DamageTaken += other.DamageTaken
	f.Streak = max(f.Streak, other.Streak)
	f.Items += other.Items
	f.Barrels += other.Barrels
	f.Crashes += other.Crashes
	f.Revenges += other.Revenges
	f.FirstBlood = f.FirstBlood || other.FirstBlood
	f.Behind = max(f.Behind, other.Behind)
	f.Classes = addArms(f.Classes, other.Classes)
	f.Weapons = addArms(f.Weapons, other.Weapons)
}

// addArms adds up the values of the same class or weapon.
func addArms(sums, more []career.Arm) []career.Arm {
	for _, a := range more {
		i := slices.IndexFunc(sums, func(sum career.Arm) bool { return sum.Name == a.Name })
		if i < 0 {
			sums = append(sums, a)
			continue
		}
		sum := &sums[i]
		sum.Shots += a.Shots
		sum.Hits += a.Hits
		sum.Kills += a.Kills
		sum.Deaths += a.Deaths
		sum.Damage += a.Damage
		sum.Seconds += a.Seconds
	}
	return sums
}
