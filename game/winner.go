package game

// Winner is who has won a match. The zero Winner is a draw.
type Winner struct {
	Decided bool
	Team    uint8 // that has won; 0 where there are no teams
	Slot    uint8 // likewise, of the ship
}

// Includes reports whether a pilot who flies in the slot, for the team, has won.
func (v Winner) Includes(slot, team uint8) bool {
	if v.Team != 0 {
		return v.Decided && v.Team == team
	}
	return v.Decided && v.Slot == slot
}

// bestTeam returns the team from 1 to last with the highest score, unless it
// shares it.
func (w *World) bestTeam(last uint8) Winner {
	best, shared := uint8(1), false
	for team := uint8(2); team <= last; team++ {
		switch score := w.TeamScores[team]; {
		case score > w.TeamScores[best]:
			best, shared = team, false
		case score == w.TeamScores[best]:
			shared = true
		}
	}
	if shared {
		return Winner{}
	}
	return Winner{Decided: true, Team: best}
}

// bestShip returns the slot of the ship with the highest score, unless it shares
// it.
func (w *World) bestShip() Winner {
	best, shared := -1, false
	for i := range w.Ships {
		ship := &w.Ships[i]
		switch {
		case ship.State == Empty:
		case best < 0 || ship.Score > w.Ships[best].Score:
			best, shared = i, false
		case ship.Score == w.Ships[best].Score:
			shared = true
		}
	}
	if best < 0 || shared {
		return Winner{}
	}
	return Winner{Decided: true, Slot: uint8(best)}
}
