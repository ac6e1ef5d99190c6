package net

import (
	"cmp"

	"dogfight/game"
)

// smallerTeam returns the team that a newcomer should join: 0 where there are
// none. Of equal ones it is that of the stand-in who will make room for them, or
// else that with fewer players, since other bots make room in the larger team.
func (c *crew) smallerTeam(mode game.Mode) uint8 {
	if mode.Teams() == 0 {
		return 0
	}
	ships, players := c.teamSizes()
	best := uint8(1)
	for team := uint8(2); mode.HasTeam(team); team++ {
		if cmp.Or(cmp.Compare(ships[team], ships[best]), cmp.Compare(players[team], players[best])) < 0 {
			best = team
		}
	}
	if p := c.longestAway(false); p != nil && mode.HasTeam(p.Team) && ships[p.Team] == ships[best] {
		return p.Team
	}
	return best
}

// teamSizes counts all ships, and those of players, by team; at 0 are those
// without one.
func (c *crew) teamSizes() (ships, players [game.MaxTeams + 1]int) {
	for _, p := range c.seats {
		if p != nil {
			ships[p.Team]++
		}
		if p != nil && !p.isBot() {
			players[p.Team]++
		}
	}
	return ships, players
}
