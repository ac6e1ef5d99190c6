package cli

import (
	"fmt"
	"time"

	"dogfight/game"
	"dogfight/proto"
	"dogfight/proto/replay"
)

// tellReplay prints what a file tells that this program cannot play.
func (p *program) tellReplay(f *replay.File, why *replay.OtherRulesError) error {
	h := &f.Head
	fmt.Fprintf(p.stdout, "%s: %s in %s, %s\n", h.Title, h.Mode, h.Arena, time.UnixMilli(h.Started).Format("2006-01-02 15:04"))
	fmt.Fprintf(p.stdout, "It cannot be played here: %v.\n\n", why)
	var roster []proto.Pilot
	for i := range f.Notes {
		n := &f.Notes[i]
		roster = n.Apply(roster)
		if line := tellNote(n, roster); line != "" {
			fmt.Fprintf(p.stdout, "%8s  %s\n", replayClock(n.Tick-h.First), line)
		}
	}
	if f.Result != nil {
		fmt.Fprintf(p.stdout, "\n%-20s %6s %6s %7s\n", "PILOT", "SCORE", "KILLS", "DEATHS")
		for i := range f.Result.Flights {
			flight := &f.Result.Flights[i]
			fmt.Fprintf(p.stdout, "%-20s %6d %6d %7d\n", flight.Name, flight.Score, flight.Kills, flight.Deaths)
		}
	}
	return nil
}

// tellNote returns a line on what was said or done; "" for nothing to tell.
func tellNote(n *replay.Note, roster []proto.Pilot) string {
	switch {
	case n.Kind == replay.NoteMark:
		return "mark: " + n.Text
	case n.Kind == replay.NoteSaid && n.Pilot.ID == proto.Notice:
		return n.Text
	case n.Kind == replay.NoteSaid:
		for i := range roster {
			if roster[i].ID == n.Pilot.ID {
				return roster[i].Name + ": " + n.Text
			}
		}
	case n.Kind == replay.NoteDeed && n.Deed.Kind == game.EventKill:
		if n.Deed.By == n.Deed.Slot {
			return pilotIn(roster, n.Deed.Slot) + " destroyed itself"
		}
		return pilotIn(roster, n.Deed.By) + " destroyed " + pilotIn(roster, n.Deed.Slot)
	}
	return ""
}

// pilotIn returns the name of the pilot in a slot.
func pilotIn(roster []proto.Pilot, slot uint8) string {
	for i := range roster {
		if roster[i].Slot == slot {
			return roster[i].Name
		}
	}
	return fmt.Sprintf("ship %d", slot+1)
}

// replayClock writes a time of a match.
func replayClock(t game.Tick) string {
	return fmt.Sprintf("%d:%02d", t/game.TickRate/60, t/game.TickRate%60)
}
