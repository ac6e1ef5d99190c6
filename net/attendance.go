package net

import (
	"dogfight/game"
	"dogfight/proto"
)

// Attendance is who was in a match at one moment.
type Attendance struct {
	proto.Info
	Status game.Status
	Pilots []proto.Pilot // in the order they came
	Scores []int32       // of the Pilots; 0 for those without a ship
}

// Who tells who is in the match, as spectators see it. Safe from any goroutine while Run runs or after
// it, and then an error.
func (h *Host) Who() (a Attendance, err error) {
	err = h.ask(func() error {
		world, pilots := &h.match.World, h.listPilots()
		if h.late != nil {
			world, pilots = &h.late.world, h.late.pilots
		}
		a.Info, a.Status = h.describe(), world.Status
		a.Pilots = append(a.Pilots, pilots...)
		for i := range a.Pilots {
			a.Scores = append(a.Scores, scoreIn(world, a.Pilots[i].Slot))
		}
		return nil
	})
	return a, err
}

// scoreIn returns the score of the ship in a slot, or 0 for none.
func scoreIn(w *game.World, slot uint8) int32 {
	if int(slot) >= len(w.Ships) {
		return 0
	}
	return w.Ships[slot].Score
}
