package game

// rules is what a mode decides. A hook that is nil stands for the usual thing,
// so that a mode says only what is special about it.
//
// A hook depends on nothing but its arguments, and draws from w.Rand what it
// leaves to chance: it runs on every machine, and again after a roll-back.
type rules struct {
	name    string
	summary string // a few words
	teams   uint8  // at most MaxTeams; 0: every ship for itself

	// start is called when the match leaves Waiting, before its first tick.
	start func(w *World, s *Setup)
	// tick is called at the end of each tick, before it is judged whether the match
	// is over.
	tick func(w *World, s *Setup, events *Events)
	// kill is called after the ship of the victim was destroyed by the slot by, its
	// own perhaps, and the usual points were booked.
	kill func(w *World, s *Setup, victim, by int)
	// enters reports whether the ship in the slot, whose wait is over, enters space
	// now. Usually it does.
	enters func(w *World, s *Setup, slot int) bool
	// over reports whether the match is over before a limit is reached. Usually it
	// is not.
	over func(w *World, s *Setup) bool
	// winner returns who has won. Usually it is the highest score, of a team or,
	// without teams, of a ship.
	winner func(w *World) Winner
}

// spawns returns where a ship of the team may enter: where its team does, or
// anywhere if the arena has no place of its team's.
func (r *rules) spawns(a *Arena, team uint8) []Point {
	if r.teams > 0 && len(a.TeamSpawns[team]) > 0 {
		return a.TeamSpawns[team]
	}
	return a.Spawns
}

// best returns the score that the score limit is held against.
func (r *rules) best(w *World) int32 {
	if r.teams > 0 {
		best := w.TeamScores[1]
		for team := uint8(2); team <= r.teams; team++ {
			best = max(best, w.TeamScores[team])
		}
		return best
	}
	best := w.Ships[0].Score
	for i := range w.Ships {
		best = max(best, w.Ships[i].Score)
	}
	return best
}

func (r *rules) winnerOf(w *World) Winner {
	switch {
	case r.winner != nil:
		return r.winner(w)
	case r.teams > 0:
		return w.bestTeam(r.teams)
	}
	return w.bestShip()
}
