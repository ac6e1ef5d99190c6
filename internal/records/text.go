package records

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
)

// narrow is the width below which the tables say less.
const narrow = 70

// wide is the width from which on the replays of matches are named.
const wide = 110

// Text returns the scores as lines of so many columns at most, as long as that is
// 50 or more, with times as they were where loc is.
func (s *Scores) Text(width int, loc *time.Location) string {
	if len(s.Matches) == 0 && len(s.Pilots) == 0 {
		return "No matches recorded yet.\n"
	}
	text := "No player with a key yet.\n"
	if len(s.Pilots) > 0 {
		text = s.pilotTable(width).text(width)
		if width >= narrow {
			text += "sorted by lowest likely rating\n"
		}
	}
	return text + "\n" + s.matchTable(width, loc).text(width)
}

func (s *Scores) pilotTable(width int) *statsTable {
	t := &statsTable{columns: []column{
		{"#", atRight}, {"PILOT", atLeft | gives}, {"RATING", atRight}, {"MATCHES", atRight}, {"WON", atRight}, {"K/D/A", atRight}, {"HITS", atRight},
	}}
	for i := range s.Pilots {
		p := &s.Pilots[i]
		rating := fmt.Sprintf("%.0f", math.Round(p.Rating))
		if width >= narrow {
			rating += fmt.Sprintf(" +-%.0f", 2*p.Deviation)
		}
		t.add(fmt.Sprint(p.Rank), p.Name, rating, fmt.Sprint(p.Matches), fmt.Sprint(p.Wins),
			fmt.Sprintf("%d/%d/%d", p.Kills, p.Deaths, p.Assists), p.accuracy())
	}
	return t
}

// accuracy writes it in percent, or "-" as long as there is none.
func (p *Standing) accuracy() string {
	if p.Shots == 0 {
		return "-"
	}
	return fmt.Sprintf("%.0f%%", 100*p.Accuracy)
}

func (s *Scores) matchTable(width int, loc *time.Location) *statsTable {
	t := &statsTable{columns: []column{{"STARTED", atLeft}, {"ARENA", atLeft}, {"MODE", atLeft}, {"TIME", atRight}}}
	form := "2 Jan 15:04"
	if width >= narrow {
		form = "2006-01-02 15:04"
		t.columns = append(t.columns, column{"PILOTS", atRight}, column{"BOTS", atRight})
	}
	t.columns = append(t.columns, column{"WON BY", atLeft | gives})
	replays := width >= wide && slices.ContainsFunc(s.Matches, func(m Played) bool { return m.Replay != "" })
	if replays {
		t.columns = append(t.columns, column{"REPLAY", atLeft})
	}
	for i := range s.Matches {
		m := &s.Matches[i]
		seconds := int(m.Seconds)
		cells := []string{m.Started.In(loc).Format(form), m.Arena, m.Mode, fmt.Sprintf("%d:%02d", seconds/60, seconds%60)}
		if width >= narrow {
			cells = append(cells, fmt.Sprint(m.Pilots), fmt.Sprint(m.Bots))
		}
		if cells = append(cells, m.winner()); replays {
			cells = append(cells, m.Replay)
		}
		t.add(cells...)
	}
	return t
}

// winner says who has won.
func (m *Played) winner() string {
	switch {
	case !m.Finished:
		return "(unfinished)"
	case len(m.Winners) == 0:
		return "no one"
	}
	return strings.Join(m.Winners, ", ")
}
