package records

import (
	"fmt"
	"time"
)

// LapsText returns laps as lines of so many columns at most, with times as they were where loc is.
func LapsText(laps []RankedLap, width int, loc *time.Location) string {
	if len(laps) == 0 {
		return "No laps recorded yet.\n"
	}
	t := &statsTable{columns: []column{
		{"ARENA", atLeft}, {"#", atRight}, {"LAP", atRight}, {"PILOT", atLeft | gives}, {"SHIP", atLeft}, {"FLOWN", atLeft},
	}}
	checked := false
	for i := range laps {
		checked = checked || laps[i].Verified != ""
	}
	if checked {
		t.columns = append(t.columns, column{"HOLDS", atLeft})
	}
	for i := range laps {
		l := &laps[i]
		cells := []string{l.Arena, fmt.Sprint(l.Rank), lapTime(l.Ticks), l.Name, l.Class, l.Flown.In(loc).Format("2006-01-02 15:04")}
		if checked {
			cells = append(cells, l.Verified)
		}
		t.add(cells...)
	}
	return t.text(width)
}

// lapTime writes a time as minutes, seconds and hundredths.
func lapTime(ticks int) string {
	hundredths := (ticks*100 + ticksASecond/2) / ticksASecond
	if hundredths >= 6000 {
		return fmt.Sprintf("%d:%02d.%02d", hundredths/6000, hundredths/100%60, hundredths%100)
	}
	return fmt.Sprintf("%d.%02d", hundredths/100, hundredths%100)
}
