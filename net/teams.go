package net

import (
	"cmp"
	"slices"

	"dogfight/game"
)

// smallerTeam returns the team that a newcomer should join: 0 where there are
// none. Of equal ones it is that of the stand-in who will make room for them, or
// else that with fewer players, since other bots make room in the larger team, or else the
// one whose pilots have scored less.
func (c *crew) smallerTeam(s *game.Setup, w *game.World) uint8 {
	if s.PilotTeams() == 0 {
		return 0
	}
	ships, players := c.teamSizes()
	scores := pilotScores(w)
	best := uint8(1)
	for team := uint8(2); s.HasTeam(team); team++ {
		if cmp.Or(cmp.Compare(ships[team], ships[best]), cmp.Compare(players[team], players[best]), cmp.Compare(scores[team], scores[best])) < 0 {
			best = team
		}
	}
	if p := c.longestAway(false); p != nil && s.HasTeam(p.Team) && ships[p.Team] == ships[best] {
		return p.Team
	}
	return best
}

// pilotScores adds up what the pilots of each team have scored.
func pilotScores(w *game.World) (scores [game.MaxTeams + 1]int32) {
	for i := range w.Ships {
		if ship := &w.Ships[i]; ship.State != game.Empty && int(ship.Team) < len(scores) {
			scores[ship.Team] += ship.Score
		}
	}
	return scores
}

// mostApart is by how many ships a team may be larger than another because a player wanted
// to be in it.
const mostApart = 1

// requestTeam lets a pilot be in the team that they want, unless that would be larger than
// another by more than one ship. If there is a bot in it, that goes over in return. A pilot who
// may not is told so.
func (m *liveMatch) requestTeam(p *pilot, want uint8) {
	if want == 0 || want == p.Team || !m.Setup.HasTeam(want) {
		return
	}
	ships, _ := m.teamSizes()
	if p.seated() {
		ships[p.Team]--
	}
	ships[want]++
	least := want
	for team := uint8(1); m.Setup.HasTeam(team); team++ {
		if ships[team] < ships[least] {
			least = team
		}
	}
	if ships[want]-ships[least] > mostApart && !m.sendBotOver(want, least) {
		m.tell(p, "Team "+string('A'+want-1)+" is full: the teams may differ by one ship")
		return
	}
	p.Team = want
}

// sendBotOver has a bot of one team change to another, and reports whether there was one.
func (m *liveMatch) sendBotOver(from, to uint8) bool {
	for _, p := range slices.Backward(m.pilots) {
		if p.isBot() && p.seated() && p.Team == from {
			p.Team = to
			return true
		}
	}
	return false
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
