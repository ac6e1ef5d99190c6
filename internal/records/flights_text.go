package records

import (
	"cmp"
	"fmt"
	"slices"
)

// FlightsText returns what each pilot did in a match as lines of so many columns at most: who lasted to the end by place, then those
// who left.
func FlightsText(m *Match, width int) string {
	if len(m.Flights) == 0 {
		return "No pilot has flown in it.\n"
	}
	flights := slices.Clone(m.Flights)
	slices.SortStableFunc(flights, func(a, b Flight) int {
		return cmp.Or(cmp.Compare(uint(a.Place-1), uint(b.Place-1)), cmp.Compare(b.Score, a.Score))
	})
	teams := slices.ContainsFunc(flights, func(f Flight) bool { return f.Team != 0 })
	t := &statsTable{columns: []column{{"#", atRight}, {"PILOT", atLeft | gives}}}
	if teams {
		t.columns = append(t.columns, column{"TEAM", atRight})
	}
	t.columns = append(t.columns, column{"SHIP", atLeft}, column{"GUN", atLeft}, column{"SCORE", atRight}, column{"K/D/A", atRight},
		column{"HITS", atRight}, column{"DAMAGE", atRight}, column{"FLOWN", atRight}, column{"", atLeft})
	for i := range flights {
		f := &flights[i]
		cells := []string{f.place(), f.Name}
		if teams {
			cells = append(cells, fmt.Sprint(f.Team))
		}
		accuracy := (&Standing{Shots: f.Shots, Accuracy: min(float64(f.Hits)/float64(max(f.Shots, 1)), 1)}).accuracy()
		t.add(append(cells, f.Class, f.Weapon, fmt.Sprint(f.Score), fmt.Sprintf("%d/%d/%d", f.Kills, f.Deaths, f.Assists), accuracy,
			fmt.Sprint(f.Damage), fmt.Sprintf("%d:%02d", int(f.Flown.Seconds())/60, int(f.Flown.Seconds())%60), f.remark())...)
	}
	return t.text(width)
}

// place writes it, or "-" for who left.
func (f *Flight) place() string {
	if f.Place == 0 {
		return "-"
	}
	return fmt.Sprint(f.Place)
}

// remark says who won, and who is a bot.
func (f *Flight) remark() string {
	switch {
	case f.Won:
		return "won"
	case f.Skill != 0:
		return "bot"
	}
	return ""
}
