package replay

import (
	"slices"

	"dogfight/game"
)

// A file tells beside its orders what came of them: deeds and a result. Programs with other rules show these as they are, so they
// have to be what was played.

// checkDeeds holds the notes of the tick that was just played against what happened in it, and returns those that are left. That
// something is not told is no difference.
func checkDeeds(notes []Note, t game.Tick, events []game.Event) ([]Note, error) {
	for ; len(notes) > 0 && notes[0].Tick <= t; notes = notes[1:] {
		n := &notes[0]
		if n.Kind == NoteDeed && !slices.ContainsFunc(events, func(ev game.Event) bool {
			return n.Deed == Deed{ev.Kind, ev.Slot, ev.By, ev.What}
		}) {
			return nil, &DifferenceError{WrongError{t, "it tells of something that did not happen"}, n.Deed.slots()}
		}
	}
	return notes, nil
}

// slots returns the ships that a deed is about.
func (d *Deed) slots() (slots []uint8) {
	for _, slot := range []uint8{d.Slot, d.By} {
		if slot < game.MaxShips && !slices.Contains(slots, slot) {
			slots = append(slots, slot)
		}
	}
	return slots
}

// checkResult holds what the result says of those who flew to the end against the last World.
func (f *File) checkResult(w *game.World) error {
	r := f.Result
	if r == nil || len(r.Flights) == 0 {
		return nil
	}
	if !slices.Equal(r.TeamScores[:], w.TeamScores[1:]) {
		return &DifferenceError{WrongError{w.Tick, "the result has other scores of the teams"}, nil}
	}
	var wrong []uint8
	for i := range r.Flights {
		l := &r.Flights[i]
		if l.Place == 0 {
			continue // who left is in the World no more
		}
		if l.Slot >= game.MaxShips {
			return &DifferenceError{WrongError{w.Tick, "the result has a ship that there cannot be"}, nil}
		}
		s := &w.Ships[l.Slot]
		if l.Score != s.Score || l.Kills != uint16(s.Kills) || l.Deaths != uint16(s.Deaths) || l.Assists != uint16(s.Assists) || l.Team != s.Team {
			wrong = append(wrong, l.Slot)
		}
	}
	if len(wrong) > 0 {
		return &DifferenceError{WrongError{w.Tick, "the result is another than what was played"}, wrong}
	}
	return nil
}
