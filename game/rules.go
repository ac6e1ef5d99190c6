package game

// rules is a mode. A nil hook means the usual behaviour, so that a mode has only
// its special rules.
//
// A hook depends only on its arguments and draws chance from w.Rand: it runs on every
// machine, and again after a rollback.
type rules struct {
	name     string
	summary  string // a few words
	fewest   uint8  // teams; 0 if every ship may fly for itself
	most     uint8  // teams, at most MaxTeams; 0 for the same as fewest
	pilots   uint8  // slots for pilots, the first; 0 for MaxShips
	drones   bool   // pilots are team 1, and the rules fly the ships of team 2
	time     Tick   // the usual limits; 0 for none
	score    int32
	passing  bool // ships pass through each other
	rounds   bool // there are rounds, in which ships have Lives
	unscored bool // kills, barrels and orbs give no points: only the mode does
	personal bool // these points are for the ship only: the mode scores for teams
	levels   bool // orbs level a ship up
	oneOrb   bool // barrels leave no orbs: the mode has one of its own

	// plays returns why the mode cannot be played with the arena and number of teams of
	// the Setup, or nil. Usually it can.
	plays func(s *Setup) error
	// start is called when the match leaves Waiting, before its first tick.
	start func(w *World, s *Setup)
	// tick is called at the end of each tick, before the check of the limits.
	tick func(w *World, s *Setup, events *Events)
	// enters reports whether the ship in the slot, which has waited long enough, enters
	// space now. Usually it does.
	enters func(w *World, s *Setup, slot int) bool
	// entry returns where it enters and its course. Usually this is the safest spawn,
	// facing the middle.
	entry func(w *World, s *Setup, slot int) (Point, Course)
	// fly moves the flying ship in the slot by one tick, after its timers. Usually it
	// follows its course, and burns with the special button.
	fly func(w *World, s *Setup, slot int, events *Events)
	// topSpeed returns the top speed of the ship in the slot; top is the usual one.
	topSpeed func(w *World, s *Setup, slot int, top int32) int32
	// fires reports whether the ship in the slot may fire. Usually it may.
	fires func(w *World, s *Setup, slot int) bool
	// hit replaces the damage of a hit.
	hit func(w *World, victim int, damage uint8)
	// armour reports whether hits do nothing to the ship in the slot. Usually they do.
	armour func(w *World, s *Setup, slot int) bool
	// book counts the death of the victim, which the slot by (perhaps the victim) caused,
	// and gives points for it.
	book func(w *World, s *Setup, victim, by int)
	// kill is called after the slot by (perhaps the victim) destroyed the victim and the
	// points were given.
	kill func(w *World, s *Setup, victim, by int, events *Events)
	// leave is called before the slot is emptied.
	leave func(w *World, s *Setup, slot int, events *Events)
	// over reports whether the match ends before a limit. Usually it does not.
	over func(w *World, s *Setup) bool
	// overtime reports whether the match continues after its time limit. Usually it does
	// not. A mode must bound it.
	overtime func(w *World, s *Setup) bool
	// winner returns the winner. Usually this is the team or, without teams, the ship
	// with the highest score.
	winner func(w *World, s *Setup) Winner
}

// spawns returns the places where a ship of the team may enter: the team's, or all if
// the arena has none for it.
func (s *Setup) spawns(team uint8) []Point {
	if s.Teams() > 0 && len(s.Arena.TeamSpawns[team]) > 0 {
		return s.Arena.TeamSpawns[team]
	}
	return s.Arena.Spawns
}

// best returns the score that the score limit applies to.
func (s *Setup) best(w *World) int32 {
	if teams := uint8(s.Teams()); teams > 0 {
		best := w.TeamScores[1]
		for team := uint8(2); team <= teams; team++ {
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
