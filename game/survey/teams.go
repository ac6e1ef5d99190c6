package survey

import "dogfight/game"

// teamOf returns whose spawn a tile is, 0 for none.
func teamOf(t game.Tile) int {
	if t >= game.Team1Tile && t <= game.Team4Tile {
		return 1 + int(t-game.Team1Tile)
	}
	return 0
}

// checkTeams makes sure that the teams that an arena has places for have the same.
func (s *surveyor) checkTeams() {
	if teams := s.teams(); teams > 0 && s.checkNumberOfTeams(teams) && s.checkBases(teams) {
		s.checkSymmetry(teams)
	}
}

// teams returns the highest team that has a spawn or a base, 0 if there are none.
func (s *surveyor) teams() (highest int) {
	for _, tile := range s.Tiles {
		highest = max(highest, teamOf(tile), int(tile.Base()))
	}
	return highest
}

// checkNumberOfTeams makes sure that there are two teams or four: no mirror and no turn of a rectangle is fair to three.
func (s *surveyor) checkNumberOfTeams(highest int) bool {
	at := s.firstOf(highest)
	for team := 1; team <= highest; team++ {
		if len(s.TeamSpawns[team]) == 0 {
			s.addAt(at, "places of team %d and no spawn of team %d: must have spawns of teams 1 and 2, or of 1 to 4", highest, team)
			return false
		}
	}
	if highest%2 != 0 {
		s.addAt(at, "places of %s: must be of two teams or of four", count(highest, "team"))
		return false
	}
	return true
}

// firstOf returns the first place of a team.
func (s *surveyor) firstOf(team int) game.Point {
	if len(s.TeamSpawns[team]) > 0 {
		return s.TeamSpawns[team][0]
	}
	return s.Bases[team][0]
}

// checkBases makes sure that no team has a base, or each has one as large as the others'.
func (s *surveyor) checkBases(teams int) bool {
	largest := 1
	for team := 2; team <= teams; team++ {
		if len(s.Bases[team]) > len(s.Bases[largest]) {
			largest = team
		}
	}
	for team := 1; team <= teams; team++ {
		if n, most := len(s.Bases[team]), len(s.Bases[largest]); n < most {
			s.addAt(s.Bases[largest][0], "bases of different sizes: must be the same for all teams, got %s for team %d and %d for team %d",
				count(most, "tile"), largest, n, team)
			return false
		}
	}
	return true
}
