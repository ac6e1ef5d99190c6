package records

import (
	"database/sql"
	"errors"
	"strings"
	"time"

	"dogfight/game/career"
)

// addToCareers adds the match to the careers of its pilots and returns their news, by identity.
func addToCareers(tx *Tx, m *career.Match, pilots map[string]*known) (map[string]*career.News, error) {
	news := map[string]*career.News{}
	for identity, p := range pilots {
		sum := m.Sum(identity)
		c := m.ResultOf(&sum)
		if p.rated() {
			c.Rating, c.Deviation = p.Value, p.Deviation
		}
		n, err := addToCareer(tx, p, c, &sum)
		if err == nil {
			err = addRivals(tx, m, identity, p.id)
		}
		if err != nil {
			return nil, err
		}
		news[identity] = n
	}
	return news, nil
}

// addToCareer adds a match to the career of a pilot.
func addToCareer(tx *Tx, p *known, c career.Result, sum *career.Flight) (*career.News, error) {
	n := &career.News{Result: c}
	if p.rated() && p.before != unrated {
		n.Before = p.before.Value
	}
	var err error
	if n.Last, err = lastAlike(tx, p.id, &c); err != nil {
		return nil, err
	}
	number, err := insertCareer(tx, p.id, &c)
	if err != nil {
		return nil, err
	}
	if err := tx.QueryRow(`SELECT won FROM career_sums WHERE pilot = ?`, p.id).Scan(&n.Wins); err != nil {
		return nil, err
	}
	for _, medal := range c.Medals {
		if _, err := tx.Exec(`INSERT INTO medals VALUES (?, ?, 1) ON CONFLICT (pilot, medal) DO UPDATE SET times = medals.times + 1`, p.id, medal); err != nil {
			return nil, err
		}
	}
	return n, errors.Join(insertArms(tx, p.id, number, "class", sum.Classes), insertArms(tx, p.id, number, "weapon", sum.Weapons))
}

// insertCareer returns the number of the match in the career.
func insertCareer(tx *Tx, pilot int64, c *career.Result) (number int64, err error) {
	wins := 0
	err = tx.QueryRow(`SELECT number, wins FROM careers WHERE pilot = ? ORDER BY number DESC LIMIT 1`, pilot).Scan(&number, &wins)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return 0, err
	}
	number++
	wins++
	if !c.Won {
		wins = 0
	}
	rating, deviation := sql.NullFloat64{Float64: c.Rating, Valid: c.Rating > 0}, sql.NullFloat64{Float64: c.Deviation, Valid: c.Rating > 0}
	_, err = tx.Exec(`INSERT INTO careers (pilot, number, wins, `+careerColumns+`)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		pilot, number, wins, c.Started.Unix(), inMS(c.Lasted), c.Arena, c.Mode, c.Host, c.Event, c.Finished, c.Won,
		c.People, c.Bots, c.Skill, c.Place, c.Ships, c.Class, c.Weapon, inMS(c.Seconds), c.Score, c.Kills, c.Deaths, c.Assists,
		c.Shots, c.Hits, c.Damage, c.Taken, c.Streak, c.Items, c.Barrels, c.Crashes, c.Revenges, c.FirstBlood, c.Behind,
		strings.Join(c.Medals, " "), rating, deviation)
	return number, err
}

func inMS(seconds float64) int64 { return int64(seconds*1000 + 0.5) }

// careerColumns are the columns of a career.Match, in the order of insertCareer and scanCareer.
const careerColumns = `started, lasted, arena, mode, host, event, finished, won,
	people, bots, skill, place, ships, class, weapon, flown, score, kills, deaths, assists,
	shots, hits, damage, taken, streak, items, barrels, crashes, revenges, first_blood, behind, medals, rating, deviation`

// scanCareer reads careerColumns, and the columns before them into more.
func scanCareer(scan func(...any) error, more ...any) (c career.Result, err error) {
	var started, lasted, flown int64
	var medals string
	var rating, deviation sql.NullFloat64
	err = scan(append(more, &started, &lasted, &c.Arena, &c.Mode, &c.Host, &c.Event, &c.Finished, &c.Won,
		&c.People, &c.Bots, &c.Skill, &c.Place, &c.Ships, &c.Class, &c.Weapon, &flown, &c.Score, &c.Kills, &c.Deaths, &c.Assists,
		&c.Shots, &c.Hits, &c.Damage, &c.Taken, &c.Streak, &c.Items, &c.Barrels, &c.Crashes, &c.Revenges, &c.FirstBlood, &c.Behind,
		&medals, &rating, &deviation)...)
	c.Started, c.Lasted, c.Seconds = time.Unix(started, 0).UTC(), float64(lasted)/1000, float64(flown)/1000
	c.Rating, c.Deviation = rating.Float64, deviation.Float64
	c.Medals = strings.Fields(medals)
	return c, err
}

// lookBack is the number of matches that lastAlike searches.
const lookBack = 200

// lastAlike returns the pilot's latest finished match in the mode of c, in the same arena if there is one; nil for none.
func lastAlike(tx *Tx, pilot int64, c *career.Result) (*career.Result, error) {
	row := tx.QueryRow(`SELECT `+careerColumns+` FROM (SELECT * FROM careers WHERE pilot = ? ORDER BY number DESC LIMIT ?) AS last
		WHERE mode = ? AND finished = 1 ORDER BY arena = ? DESC, number DESC LIMIT 1`, pilot, lookBack, c.Mode, c.Arena)
	last, err := scanCareer(row.Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return &last, err
}

func insertArms(tx *Tx, pilot, number int64, kind string, arms []career.Arm) error {
	for _, a := range arms {
		_, err := tx.Exec(`INSERT INTO arms VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			pilot, number, kind, a.Name, a.Shots, a.Hits, a.Kills, a.Deaths, a.Damage, inMS(a.Seconds))
		if err != nil {
			return err
		}
	}
	return nil
}

// maxRivals is the number of rivals that are stored for a pilot: those with the most encounters, the latest first among equals, so that a new
// rival has a chance.
const maxRivals = 200

// The kinds of rivals.
const (
	rivalKey  = "key"
	rivalBot  = "bot"
	rivalName = "name" // anyone may use it
)

// rivalOf returns the kind of a rival and its key among those of that kind.
func rivalOf(f *career.Flight) (kind, rival string) {
	switch {
	case f.Skill != 0:
		return rivalBot, f.Name
	case f.Identity != "":
		return rivalKey, f.Identity
	}
	return rivalName, f.Name
}

// addRivals stores the pilots that a pilot destroyed in the match, and those that destroyed the pilot.
func addRivals(tx *Tx, m *career.Match, identity string, pilot int64) error {
	own := func(i int) bool { return m.Flights[i].Identity == identity && m.Flights[i].Skill == 0 }
	added := false
	for _, k := range m.Kills {
		var other *career.Flight
		kills, deaths := 0, 0
		switch {
		case own(k.By) == own(k.Of):
			continue
		case own(k.By):
			other, kills = &m.Flights[k.Of], k.Times
		default:
			other, deaths = &m.Flights[k.By], k.Times
		}
		kind, rival := rivalOf(other)
		_, err := tx.Exec(`INSERT INTO rivals VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (pilot, kind, rival) DO UPDATE SET
			name = excluded.name, kills = rivals.kills + excluded.kills, deaths = rivals.deaths + excluded.deaths, met = excluded.met`,
			pilot, kind, rival, other.Name, kills, deaths, m.Started.Unix())
		if err != nil {
			return err
		}
		added = true
	}
	if !added {
		return nil
	}
	_, err := tx.Exec(`DELETE FROM rivals WHERE pilot = ?1 AND (kind, rival) NOT IN (
		SELECT kind, rival FROM rivals WHERE pilot = ?1 ORDER BY kills + deaths DESC, met DESC LIMIT ?2)`, pilot, maxRivals)
	return err
}

// rivals returns the rivals of a player, the most encounters first.
func (s *Store) rivals(of pilots) ([]career.Rival, error) {
	return list(s.db, func(row *sql.Rows) (r career.Rival, err error) {
		var kind, rival string
		err = row.Scan(&kind, &rival, &r.Name, &r.Kills, &r.Deaths)
		if r.Bot = kind == rivalBot; kind == rivalKey {
			r.Identity = rival
		}
		return r, err
	}, `SELECT kind, rival, name, kills, deaths FROM (
			SELECT kind, rival, name, met, sum(kills) OVER same AS kills, sum(deaths) OVER same AS deaths,
				row_number() OVER (PARTITION BY kind, rival ORDER BY met DESC, name) AS place
			FROM rivals WHERE pilot IN `+of.in()+` WINDOW same AS (PARTITION BY kind, rival)) AS summed
		WHERE place = 1 ORDER BY kills + deaths DESC, met DESC, name LIMIT ?`, career.MostRivals)
}
