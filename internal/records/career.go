package records

import (
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"dogfight/game/career"
)

// ReadCareer returns the career of the player with these keys from the records at path, empty if there are no records or no such player.
// Records of an earlier version are migrated.
func ReadCareer(path string, identities []string) (*career.Career, error) {
	c := emptyCareer()
	err := reading(path, func(s *Store) (err error) {
		c, err = s.Career(identities)
		return err
	})
	return c, err
}

// reading calls read with the records at path, if there are any, after migrating them to this version.
func reading(path string, read func(*Store) error) error {
	s, err := openToRead(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	version, err := s.version()
	if err == nil && version > 0 && version < len(migrations) {
		if err := s.Close(); err != nil {
			return explain(path, err)
		}
		if s, err = Open(path); err != nil {
			return err
		}
	}
	defer s.Close()
	if err == nil && version > 0 {
		err = read(s)
	}
	if err != nil {
		return explain(path, err)
	}
	return nil
}

func emptyCareer() *career.Career {
	return &career.Career{
		Ratings: []career.Point{}, Classes: []career.Arm{}, Weapons: []career.Arm{}, Medals: career.Earn(nil),
		Rivals: []career.Rival{}, Last: []career.Result{},
	}
}

// Career returns the career of the player with these keys.
func (s *Store) Career(identities []string) (*career.Career, error) {
	c := emptyCareer()
	pilots, err := s.pilotsOf(identities, c)
	if err != nil || len(pilots) == 0 {
		return c, err
	}
	err = errors.Join(s.sums(c, pilots), s.ratings(c, pilots), s.medals(c, pilots), s.lastMatches(c, pilots))
	for kind, list := range map[string]*[]career.Arm{"class": &c.Classes, "weapon": &c.Weapons} {
		arms, failed := s.arms(pilots, kind)
		*list = append(*list, arms...)
		err = errors.Join(err, failed)
	}
	rivals, failed := s.rivals(pilots)
	c.Rivals = append(c.Rivals, rivals...)
	return c, errors.Join(err, failed)
}

// pilots are the numbers of the pilots of one player.
type pilots []int64

// in returns them as a list in SQL.
func (ps pilots) in() string {
	var list []string
	for _, id := range ps {
		list = append(list, fmt.Sprint(id))
	}
	return "(" + strings.Join(list, ",") + ")"
}

// latest returns a query for their latest n matches, latest first. It reads at most n matches of each pilot.
func (ps pilots) latest(columns, condition string, n int) string {
	var each []string
	for _, id := range ps {
		each = append(each, fmt.Sprintf(`SELECT * FROM (SELECT * FROM careers WHERE pilot = %d AND %s ORDER BY number DESC LIMIT %d) AS own`, id, condition, n))
	}
	return fmt.Sprintf(`SELECT %s FROM (%s) AS last ORDER BY started DESC, number DESC LIMIT %d`, columns, strings.Join(each, " UNION ALL "), n)
}

// inList returns the placeholders and arguments of a condition "x IN (...)", which matches nothing for an empty list.
func inList(texts []string) (marks string, args []any) {
	if len(texts) == 0 {
		return "NULL", nil
	}
	for _, text := range texts {
		args = append(args, text)
	}
	return strings.TrimSuffix(strings.Repeat("?,", len(texts)), ","), args
}

// pilotsOf returns the pilots with these keys, and sets name and rating of c to those of the latest.
func (s *Store) pilotsOf(identities []string, c *career.Career) (pilots, error) {
	marks, args := inList(identities)
	first := true
	return list(s.db, func(row *sql.Rows) (id int64, err error) {
		var name string
		var r Rating
		err = row.Scan(&id, &name, &r.Value, &r.Deviation)
		if first {
			first, c.Name = false, name
			if r.Deviation < unrated.Deviation {
				c.Rating, c.Deviation = r.Value, r.Deviation
			}
		}
		return id, err
	}, `SELECT id, name, rating, deviation FROM pilots WHERE identity IN (`+marks+`) ORDER BY seen DESC, id`, args...)
}

func (s *Store) sums(c *career.Career, of pilots) error {
	var flown int64
	err := s.db.QueryRow(`SELECT coalesce(sum(matches), 0), coalesce(sum(won), 0), coalesce(sum(kills), 0), coalesce(sum(deaths), 0), coalesce(sum(assists), 0),
		coalesce(sum(shots), 0), coalesce(sum(hits), 0), coalesce(sum(damage), 0), coalesce(sum(taken), 0), coalesce(sum(items), 0),
		coalesce(sum(flown), 0), coalesce(max(streak), 0), coalesce(max(wins), 0), coalesce(max(rating), 0)
		FROM career_sums WHERE pilot IN `+of.in()).Scan(
		&c.Matches, &c.Wins, &c.Kills, &c.Deaths, &c.Assists, &c.Shots, &c.Hits, &c.Damage, &c.Taken, &c.Items,
		&flown, &c.LongestStreak, &c.MostWins, &c.BestRating)
	c.Seconds = float64(flown) / 1000
	c.BestRating = max(c.BestRating, c.Rating)
	return err
}

func (s *Store) ratings(c *career.Career, of pilots) error {
	points, err := list(s.db, func(row *sql.Rows) (p career.Point, err error) {
		var at int64
		err = row.Scan(&at, &p.Rating, &p.Deviation)
		p.At = time.Unix(at, 0).UTC()
		return p, err
	}, of.latest(`started, rating, deviation`, `rating IS NOT NULL`, career.MostPoints))
	slices.Reverse(points)
	c.Ratings = append(c.Ratings, points...)
	return err
}

func (s *Store) medals(c *career.Career, of pilots) error {
	times := map[string]int{}
	_, err := list(s.db, func(row *sql.Rows) (n int, err error) {
		var medal string
		err = row.Scan(&medal, &n)
		times[medal] = n
		return n, err
	}, `SELECT medal, sum(times) FROM medals WHERE pilot IN `+of.in()+` GROUP BY medal`)
	c.Medals = career.Earn(times)
	return err
}

// arms returns the sums for classes or weapons.
func (s *Store) arms(of pilots, kind string) ([]career.Arm, error) {
	return list(s.db, func(row *sql.Rows) (a career.Arm, err error) {
		var flown int64
		err = row.Scan(&a.Name, &a.Matches, &a.Shots, &a.Hits, &a.Kills, &a.Deaths, &a.Damage, &flown)
		a.Seconds = float64(flown) / 1000
		return a, err
	}, `SELECT name, sum(matches), sum(shots), sum(hits), sum(kills), sum(deaths), sum(damage), sum(flown)
		FROM arm_sums WHERE pilot IN `+of.in()+` AND kind = ? GROUP BY name ORDER BY sum(flown) DESC, name LIMIT ?`, kind, maxArms)
}

// maxArms is the maximum of listed classes and of weapons, as matches may have their own.
const maxArms = 16

func (s *Store) lastMatches(c *career.Career, of pilots) error {
	first := true
	matches, err := list(s.db, func(row *sql.Rows) (career.Result, error) {
		wins := 0
		m, err := scanCareer(row.Scan, &wins)
		if first {
			first, c.WinsInARow = false, wins
		}
		return m, err
	}, of.latest(`wins, `+careerColumns, `true`, career.MostLast))
	c.Last = append(c.Last, matches...)
	return err
}

// ReadLastSolo returns the latest n finished matches of the player with these keys against bots on this machine, latest first, without those of
// events; none if there are no records.
func ReadLastSolo(path string, identities []string, n int) (matches []career.Result, err error) {
	err = reading(path, func(s *Store) (err error) {
		matches, err = s.lastSolo(identities, n)
		return err
	})
	return matches, err
}

func (s *Store) lastSolo(identities []string, n int) ([]career.Result, error) {
	of, err := s.pilotsOf(identities, emptyCareer())
	if err != nil || len(of) == 0 {
		return nil, err
	}
	return list(s.db, func(row *sql.Rows) (career.Result, error) { return scanCareer(row.Scan) },
		of.latest(careerColumns, `people = 1 AND bots > 0 AND finished = 1 AND place > 0 AND host = '' AND event = ''`, n))
}
