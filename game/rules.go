package game

// rules is what a mode decides. A hook that is nil stands for the usual thing,
// so that a mode says only what is special about it.
//
// A hook depends on nothing but its arguments, and draws from w.Rand what it
// leaves to chance: it runs on every machine, and again after a roll-back.
type rules struct {
	name     string
	summary  string // a few words
	fewest   uint8  // teams; 0: every ship may fly for itself
	most     uint8  // teams, at most MaxTeams; 0 for as many as the fewest
	pilots   uint8  // that there is room for, in the first slots; 0 for MaxShips
	drones   bool   // team 1 are the pilots, and the ships of team 2 are flown by the rules
	time     Tick   // the usual limits; 0 for none
	score    int32
	passing  bool // ships do not bump off each other
	rounds   bool // it is played in rounds, in which ships have Lives
	unscored bool // kills, barrels and orbs give no points: the mode alone does
	own      bool // points are the ship's alone: those of its team are given by the mode
	levels   bool // orbs level a ship up
	oneOrb   bool // barrels leave no orbs: there is another that matters

	// plays returns why the mode cannot be played with the Setup, of which it looks at
	// the arena and the number of teams. Usually it can.
	plays func(s *Setup) error
	// start is called when the match leaves Waiting, before its first tick.
	start func(w *World, s *Setup)
	// tick is called at the end of each tick, before it is judged whether the match
	// is over.
	tick func(w *World, s *Setup, events *Events)
	// enters reports whether the ship in the slot, whose wait is over, enters space
	// now. Usually it does.
	enters func(w *World, s *Setup, slot int) bool
	// entry returns where it does, and which course it faces. Usually it is the safest
	// spawn, and faces the middle.
	entry func(w *World, s *Setup, slot int) (Point, Course)
	// fly moves the flying ship in the slot by one tick, after its timers were counted
	// down. Usually it flies by its course, and burns by the special button.
	fly func(w *World, s *Setup, slot int, events *Events)
	// topSpeed returns how fast the ship in the slot can fly that could usually fly as
	// fast as top.
	topSpeed func(w *World, s *Setup, slot int, top int32) int32
	// fires reports whether the ship in the slot may fire at all. Usually it may.
	fires func(w *World, s *Setup, slot int) bool
	// hit is what a hit that is worth so much damage does in place of hurting the victim.
	hit func(w *World, victim int, damage uint8)
	// armour reports whether hits do nothing to the ship in the slot. Usually they do.
	armour func(w *World, s *Setup, slot int) bool
	// book counts the death of the victim, which the slot by caused, its own perhaps,
	// and gives points for it.
	book func(w *World, s *Setup, victim, by int)
	// kill is called after the ship of the victim was destroyed by the slot by, its
	// own perhaps, and the points were booked.
	kill func(w *World, s *Setup, victim, by int, events *Events)
	// leave is called before the slot is emptied.
	leave func(w *World, s *Setup, slot int, events *Events)
	// over reports whether the match is over before a limit is reached. Usually it
	// is not.
	over func(w *World, s *Setup) bool
	// goesOn reports whether the match goes on although its time is over. Usually it does
	// not; a mode has a bound for it.
	goesOn func(w *World, s *Setup) bool
	// winner returns who has won. Usually it is the highest score, of a team or,
	// without teams, of a ship.
	winner func(w *World, s *Setup) Winner
}

// spawns returns where a ship of the team may enter: where its team does, or
// anywhere if the arena has no place of its team's.
func (s *Setup) spawns(team uint8) []Point {
	if s.Teams() > 0 && len(s.Arena.TeamSpawns[team]) > 0 {
		return s.Arena.TeamSpawns[team]
	}
	return s.Arena.Spawns
}

// best returns the score that the score limit is held against.
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
