package identity

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// pairs are the keys that are known to be one player's.
type pairs map[pair]seen

// pair is a key that vouches for one of ours, by their fingerprints.
type pair struct{ key, own string }

// seen is when the player with a pair was there.
type seen struct {
	last day
	days int // days, at least
}

// day counts days of UTC from 1970.
type day int

func dayOf(t time.Time) day { return day(t.Unix() / 86400) }

func (d day) String() string { return time.Unix(int64(d)*86400, 0).UTC().Format(time.DateOnly) }

const (
	unusedLimit day = 90
	// maxRegulars and maxNewcomers limit the pairs to half a megabyte. Newcomers are pairs of one day alone. With a limit of their own they
	// never replace players that return.
	maxRegulars  = 4096
	maxNewcomers = 1024
)

// line returns a line of the file, with its end.
func (p pair) line(s seen) string {
	if s.days == 1 {
		return fmt.Sprintf("%s %s %s\n", p.key, p.own, s.last)
	}
	return fmt.Sprintf("%s %s %s %d\n", p.key, p.own, s.last, s.days)
}

func (ps pairs) text() string {
	var b strings.Builder
	for _, p := range ps.sorted() {
		b.WriteString(p.line(ps[p]))
	}
	return b.String()
}

// read parses a line of the file. A line of an older version, without a day, is of a regular on this day.
func (ps pairs) read(line string, now day) {
	words := strings.Fields(line)
	if len(words) < 2 || len(words) > 4 || !isFingerprint(words[0]) || !isFingerprint(words[1]) {
		return
	}
	p, s := pair{words[0], words[1]}, seen{now, 2}
	if len(words) > 2 {
		at, err := time.Parse(time.DateOnly, words[2])
		if err != nil {
			return
		}
		s = seen{min(dayOf(at), now), 1}
	}
	if len(words) > 3 {
		days, err := strconv.Atoi(words[3])
		if err != nil || days < 1 {
			return
		}
		s.days = days
	}
	if was, known := ps[p]; known {
		if s.last == was.last {
			s.days = max(s.days, was.days)
		} else {
			s.days += was.days
		}
		s.last = max(s.last, was.last)
	}
	ps[p] = s
}

// see records that a player with a pair is there today.
func (ps pairs) see(p pair, now day) {
	s := ps[p]
	if s.last != now {
		s.days++
	}
	s.last = now
	ps[p] = s
}

// trim deletes pairs unused for long, and pairs beyond the limits: those of the fewest days first, and of these the ones longest unused.
func (ps pairs) trim(now day) {
	var newcomers, regulars []pair
	for p, s := range ps {
		switch {
		case now-s.last > unusedLimit:
			delete(ps, p)
		case s.days == 1:
			newcomers = append(newcomers, p)
		default:
			regulars = append(regulars, p)
		}
	}
	ps.cut(newcomers, maxNewcomers)
	ps.cut(regulars, maxRegulars)
}

// enoughDays is the number of days beyond which more make no difference.
const enoughDays = 8

func (ps pairs) cut(some []pair, most int) {
	if len(some) <= most {
		return
	}
	slices.SortFunc(some, func(a, b pair) int {
		x, y := ps[a], ps[b]
		if n := min(x.days, enoughDays) - min(y.days, enoughDays); n != 0 {
			return n
		}
		return int(x.last - y.last)
	})
	for _, p := range some[:len(some)-most] {
		delete(ps, p)
	}
}

// groups returns all keys of each player, under each of them.
func (ps pairs) groups() map[string][]string {
	of := map[string][]string{}
	for _, p := range ps.sorted() {
		left, right := of[p.key], of[p.own]
		if left == nil {
			left = []string{p.key}
		}
		if right == nil {
			right = []string{p.own}
		}
		if slices.Contains(left, p.own) {
			continue
		}
		all := append(slices.Clone(left), right...)
		for _, key := range all {
			of[key] = all
		}
	}
	return of
}
