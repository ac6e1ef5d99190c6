package model

import (
	"fmt"

	"dogfight/game"
	"dogfight/net"
)

// Tally counts through a match what the World does not. It begins anew with
// every match.
type Tally struct {
	game.Tally
	Pilots    [game.MaxShips]uint16 // whose count is in each slot
	started   game.Tick             // of the match
	Begun     bool
	Partly    bool // what happened was not all seen
	keyframes uint64
}

// seenAll is how late a View may come and yet have missed nothing.
const seenAll = 2 * game.TickRate

// Note takes what was decided since the last View.
func (t *Tally) Note(v *net.View) {
	if v.World == nil || v.Setup == nil {
		return
	}
	if w := v.World; !t.Begun || w.Started != t.started {
		late := w.Status != game.Waiting && w.Tick-w.Started > seenAll
		*t = Tally{Tally: game.NewTally(w), started: w.Started, Begun: true, Partly: late}
	} else if v.Lag.Keyframes != t.keyframes && w.Status == game.InProgress {
		t.Partly = true // it tells what is, not how it came about
	}
	t.keyframes = v.Lag.Keyframes
	t.seat(v)
	t.Add(v.Setup, v.World, v.Decided)
}

// seat begins anew with a slot that has another pilot.
func (t *Tally) seat(v *net.View) {
	for i := range v.Roster {
		pilot := &v.Roster[i]
		if pilot.Slot < game.MaxShips && t.Pilots[pilot.Slot] != pilot.ID {
			t.Clear(pilot.Slot)
			t.Pilots[pilot.Slot] = pilot.ID
		}
	}
}

// Accuracy returns which share of a pilot's shots hit a ship, or "" before the
// first shot.
func (t *Tally) Accuracy(slot int) string {
	if t.Slots[slot].Shots == 0 {
		return ""
	}
	return fmt.Sprintf("%d%%", t.Share(slot))
}

// Share is accuracy in percent. Shots may hit that were fired before all was
// seen.
func (t *Tally) Share(slot int) int {
	of := &t.Slots[slot]
	return int(min(100*of.Hits/max(of.Shots, 1), 100))
}
