package records

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"dogfight/game/career"
)

// ReadCareer returns the career of the player who has these keys, out of the records at path. It is empty if
// there are no records, or they do not know the player. Records of an earlier version are brought to this one.
func ReadCareer(path string, identities []string) (*career.Career, error) {
	c := emptyCareer()
	err := reading(path, func(s *Store) (err error) {
		c, err = s.Career(identities)
		return err
	})
	return c, err
}

// reading opens the records at path, if there are any, and has something read that tables of this version hold.
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
		Rivals: []career.Rival{}, Last: []career.Match{},
	}
}

// Career returns the career of the player who has these keys.
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

// pilots are the numbers of those who are one player.
type pilots []int64

// in returns them as SQL has a list.
func (ps pilots) in() string {
	var list []string
	for _, id := range ps {
		list = append(list, fmt.Sprint(id))
	}
	return "(" + strings.Join(list, ",") + ")"
}

// latest returns a query for the last of their matches, the last first. It reads no more of each pilot's.
func (ps pilots) latest(columns, condition string, n int) string {
	var each []string
	for _, id := range ps {
		each = append(each, fmt.Sprintf(`SELECT * FROM (SELECT * FROM careers WHERE pilot = %d AND %s ORDER BY number DESC LIMIT %d) AS own`, id, condition, n))
	}
	return fmt.Sprintf(`SELECT %s FROM (%s) AS last ORDER BY started DESC, number DESC LIMIT %d`, columns, strings.Join(each, " UNION ALL "), n)
}

// pilotsOf returns those with these keys, and notes name and rating of the one who was there last.
func (s *Store) pilotsOf(identities []string, c *career.Career) (list pilots, err error) {
	if len(identities) == 0 {
		return nil, nil // a list in SQL has something in it
	}
	marks := strings.TrimSuffix(strings.Repeat("?,", len(identities)), ",")
	args := make([]any, len(identities))
	for i := range identities {
		args[i] = identities[i]
	}
	rows, err := s.db.Query(`SELECT id, name, rating, deviation FROM pilots WHERE identity IN (`+marks+`) ORDER BY seen DESC, id`, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		var name string
		var r Rating
		if err := rows.Scan(&id, &name, &r.Value, &r.Deviation); err != nil {
			return nil, err
		}
		if len(list) == 0 {
			c.Name = name
			if r.Deviation < unrated.Deviation {
				c.Rating, c.Deviation = r.Value, r.Deviation
			}
		}
		list = append(list, id)
	}
	return list, rows.Err()
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
	rows, err := s.db.Query(of.latest(`started, rating, deviation`, `rating IS NOT NULL`, career.MostPoints))
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var at int64
		var p career.Point
		if err := rows.Scan(&at, &p.Rating, &p.Deviation); err != nil {
			return err
		}
		p.At = time.Unix(at, 0).UTC()
		c.Ratings = append(c.Ratings, p)
	}
	slices.Reverse(c.Ratings)
	return rows.Err()
}

func (s *Store) medals(c *career.Career, of pilots) error {
	rows, err := s.db.Query(`SELECT medal, sum(times) FROM medals WHERE pilot IN ` + of.in() + ` GROUP BY medal`)
	if err != nil {
		return err
	}
	defer rows.Close()
	times := map[string]int{}
	for rows.Next() {
		var medal string
		var n int
		if err := rows.Scan(&medal, &n); err != nil {
			return err
		}
		times[medal] = n
	}
	c.Medals = career.Earn(times)
	return rows.Err()
}

// arms returns what was done with classes, or with weapons.
func (s *Store) arms(of pilots, kind string) (list []career.Arm, err error) {
	rows, err := s.db.Query(`SELECT name, sum(matches), sum(shots), sum(hits), sum(kills), sum(deaths), sum(damage), sum(flown)
		FROM arm_sums WHERE pilot IN `+of.in()+` AND kind = ? GROUP BY name ORDER BY sum(flown) DESC, name LIMIT ?`, kind, mostArms)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var a career.Arm
		var flown int64
		if err := rows.Scan(&a.Name, &a.Matches, &a.Shots, &a.Hits, &a.Kills, &a.Deaths, &a.Damage, &flown); err != nil {
			return nil, err
		}
		a.Seconds = float64(flown) / 1000
		list = append(list, a)
	}
	return list, rows.Err()
}

// mostArms is how many classes and how many weapons are listed: matches may bring their own.
const mostArms = 16

func (s *Store) lastMatches(c *career.Career, of pilots) error {
	wins := 0
	return s.each([]any{&wins}, func(m career.Match) {
		if len(c.Last) == 0 {
			c.WinsInARow = wins
		}
		c.Last = append(c.Last, m)
	}, of.latest(`wins, `+careerColumns, `true`, career.MostLast))
}

// each gives the matches that a query finds to a function, one after the other. The query may have columns before
// those of a match.
func (s *Store) each(before []any, take func(career.Match), query string, args ...any) error {
	rows, err := s.db.Query(query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		m, err := scanCareer(rows.Scan, before...)
		if err != nil {
			return err
		}
		take(m)
	}
	return rows.Err()
}
