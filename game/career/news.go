package career

import (
	"cmp"
	"fmt"
	"slices"
)

// News is what the records tell a player of the match that they were just given.
type News struct {
	Match
	Before float64 // the rating, if this match is rated and is not the first that is
	Last   *Match  // before it, of the same mode: in the same arena if there was one; nil: none yet
}

// gain is something that was better than last time.
type gain struct {
	by   int // in percent of what it was
	said string
}

// Better tells what was better than last time, the greatest gain first. Of matches that were not
// played to their end it says nothing.
func (n *News) Better() (said []string) {
	if n.Last == nil || !n.Finished || !n.Last.Finished {
		return nil
	}
	var gains []gain
	note := func(is, was int, format string, shown ...any) {
		if is > was {
			gains = append(gains, gain{100 * (is - was) / max(was, 1), fmt.Sprintf(format, shown...)})
		}
	}
	m, l := &n.Match, n.Last
	if is, shot := Accuracy(m.Hits, m.Shots); shot && m.Shots >= leastShots {
		if was, shot := Accuracy(l.Hits, l.Shots); shot {
			note(is, was, "accuracy %d%%, %d%% last time", is, was)
		}
	}
	note(m.Streak, l.Streak, "streak of %d, %d last time", m.Streak, l.Streak)
	note(m.Damage, l.Damage, "%d damage, %d last time", m.Damage, l.Damage)
	if is, was := KD(m.Kills, m.Deaths), KD(l.Kills, l.Deaths); m.Kills > 0 {
		note(is, was, "K/D %s, %s last time", Tenths(is), Tenths(was))
	}
	if m.Place > 0 && l.Place > 0 {
		note(ahead(m), ahead(l), "place %d of %d, %d of %d last time", m.Place, m.Ships, l.Place, l.Ships)
	}
	slices.SortStableFunc(gains, func(a, b gain) int { return cmp.Compare(b.by, a.by) })
	for _, g := range gains {
		said = append(said, g.said)
	}
	return said
}

// leastShots are how many make an accuracy worth telling.
const leastShots = 10

// ahead is which share of the others a player left behind, in percent.
func ahead(m *Match) int { return 100 * (m.Ships - m.Place) / max(m.Ships-1, 1) }

// Tenths writes a number of tenths.
func Tenths(n int) string { return fmt.Sprintf("%d.%d", n/10, n%10) }
