package game

// deathmatch is every ship against every other.
var deathmatch = rules{
	name:    "deathmatch",
	summary: "every ship for itself",
	time:    5 * 60 * TickRate,
}

// teams is two or more teams. Orbs improve the ship that takes them, and help those behind: a ship of
// the team in the lead leaves one.
var teams = rules{
	name:     "teams",
	summary:  "teams, whose points add up",
	fewest:   2,
	most:     MaxTeams,
	levels:   true,
	time:     5 * 60 * TickRate,
	topSpeed: levelSpeed,
	kill:     leaveOrb,
}

// leaveOrb leaves an orb where a foe destroyed a ship of the team in the lead.
func leaveOrb(w *World, s *Setup, victim, by int, _ *Events) {
	ship, best := &w.Ships[victim], s.best(w)
	if w.TeamScores[ship.Team] == best && w.TeamScores[w.Ships[by].Team] < best {
		w.place(s, OrbItem, Point{ship.X, ship.Y})
	}
}

// levelSpeed returns the top speed of a ship with its level.
func levelSpeed(w *World, _ *Setup, slot int, top int32) int32 {
	return min(top*(100+levelPercent*int32(min(w.Ships[slot].Level, MaxLevel)))/100, MaxSpeed)
}

// levelUp gives the ship a level until its death: more speed, and one more HP, now and at
// most.
func (ship *Ship) levelUp(s *Setup) {
	if s.Mode.rules().levels && ship.Level < MaxLevel {
		ship.Level++
		ship.heal(s, 1)
	}
}
