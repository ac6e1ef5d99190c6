package game

// deathmatch: every ship against every other.
var deathmatch = rules{
	name:    "deathmatch",
	summary: "every ship for itself",
	time:    5 * 60 * TickRate,
}

// teams: two teams or more, whose points add up. Orbs make the ship better that takes them.
var teams = rules{
	name:     "teams",
	summary:  "teams, whose points add up",
	fewest:   2,
	most:     MaxTeams,
	levels:   true,
	time:     5 * 60 * TickRate,
	topSpeed: levelSpeed,
}

// levelSpeed returns how fast a ship of its level flies.
func levelSpeed(w *World, _ *Setup, slot int, top int32) int32 {
	return min(top*(100+levelPercent*int32(min(w.Ships[slot].Level, MaxLevel)))/100, MaxSpeed)
}

// levelUp gives the ship a level, which lasts until its death: one more HP, at once and at
// most, and more speed.
func (ship *Ship) levelUp(s *Setup) {
	if s.Mode.rules().levels && ship.Level < MaxLevel {
		ship.Level++
		ship.heal(s, 1)
	}
}
