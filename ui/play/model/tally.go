package model

import (
	"fmt"

	"dogfight/game"
	"dogfight/net"
)

// Tally counts events of a match that the World does not. It restarts with every match.
type Tally struct {
	game.Tally
	Pilots    [game.MaxShips]uint16 // id of the counted pilot in each slot
	started   game.Tick             // of the match
	Begun     bool
	Partly    bool // some events were missed
	keyframes uint64
}

// seenAll is how late a View may come without missing events.
const seenAll = 2 * game.TickRate

// Note counts the events decided since the last View.
func (t *Tally) Note(v *net.View) {
	if v.World == nil || v.Setup == nil {
		return
	}
	if w := v.World; !t.Begun || w.Started != t.started {
		late := w.Status != game.Waiting && w.Tick-w.Started > seenAll
		*t = Tally{Tally: game.NewTally(w), started: w.Started, Begun: true, Partly: late}
	} else if v.Lag.Keyframes != t.keyframes && w.Status == game.InProgress {
		t.Partly = true // a keyframe has state, no events
	}
	t.keyframes = v.Lag.Keyframes
	t.seat(v)
	t.Add(v.Setup, v.World, v.Decided)
}

// seat clears slots with a new pilot.
func (t *Tally) seat(v *net.View) {
	for i := range v.Roster {
		pilot := &v.Roster[i]
		if pilot.Slot < game.MaxShips && t.Pilots[pilot.Slot] != pilot.ID {
			t.Clear(pilot.Slot)
			t.Pilots[pilot.Slot] = pilot.ID
		}
	}
}

// Accuracy returns a pilot's share of hits, or "" before the first shot.
func (t *Tally) Accuracy(slot int) string {
	if t.Slots[slot].Shots == 0 {
		return ""
	}
	return fmt.Sprintf("%d%%", t.Share(slot))
}

// Share returns the accuracy in percent. Hits may be of shots from before the count.
func (t *Tally) Share(slot int) int {
	of := &t.Slots[slot]
	return int(min(100*of.Hits/max(of.Shots, 1), 100))
}
