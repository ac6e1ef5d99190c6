package assets

import (
	"fmt"
	"slices"

	"dogfight/game"
)

// teamOf returns the team of a spawn tile, 0 for others.
func teamOf(t game.Tile) int {
	if t >= game.Team1Tile && t <= game.Team4Tile {
		return 1 + int(t-game.Team1Tile)
	}
	return 0
}

// checkTeams checks that all teams with places in the arena have the same.
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

// checkNumberOfTeams checks that there are two or four teams: no symmetry of a rectangle is fair to three.
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

// checkBases checks that all teams have bases of the same size, or none has.
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

// symmetry maps an arena onto itself: mirrored at the diagonal or not, and then each way or not.
type symmetry struct {
	name         string
	swap         bool // columns and rows; for square arenas only
	flipX, flipY bool
}

// symmetries has all but three quarter turns, which are implied by one.
var symmetries = [...]symmetry{
	{name: "turned by half", flipX: true, flipY: true},
	{name: "mirrored left to right", flipX: true},
	{name: "mirrored top to bottom", flipY: true},
	{name: "turned by a quarter", swap: true, flipX: true},
	{name: "mirrored on its diagonal", swap: true},
	{name: "mirrored on its other diagonal", swap: true, flipX: true, flipY: true},
}

// image returns the image of the tile in column x of row y.
func (m *symmetry) image(a *game.Arena, x, y int) (int, int) {
	if m.swap {
		x, y = y, x
	}
	if m.flipX {
		x = a.Width - 1 - x
	}
	if m.flipY {
		y = a.Height - 1 - y
	}
	return x, y
}

// checkSymmetry checks that all teams have the same: symmetries of the arena map each team onto each other one.
func (s *surveyor) checkSymmetry(teams int) {
	fits := make([]fit, 0, len(symmetries))
	same := newGroups()
	for i := range symmetries {
		if m := &symmetries[i]; !m.swap || s.Width == s.Height {
			f := s.lay(m)
			if fits = append(fits, f); f.differ == 0 {
				same.join(&f.onto)
			}
		}
	}
	if !same.alone(teams) {
		s.reportUnfair(nearestFit(fits, same, teams))
	}
}

// fit is the result of mapping an arena onto itself.
type fit struct {
	by     *symmetry
	onto   [game.MaxTeams + 1]int // the image of each team, 0 for none
	differ int                    // number of tiles that differ, the first at x, y
	x, y   int
}

// lay maps the arena onto itself.
func (s *surveyor) lay(by *symmetry) fit {
	f := fit{by: by, onto: s.onto(by)}
	for i, tile := range s.Tiles {
		x, y := i%s.Width, i/s.Width
		if alike(f.turned(tile), s.tile(by.image(s.Arena, x, y))) {
			continue
		}
		if f.differ++; f.differ == 1 {
			f.x, f.y = x, y
		}
	}
	return f
}

// alike reports whether two tiles are equivalent for teams: the order of gates has no symmetry.
func alike(t, u game.Tile) bool {
	_, one := t.Gate()
	_, other := u.Gate()
	return t == u || one && other
}

// onto returns the image of each team: the team with most of the images of its spawns, or else of its base.
func (s *surveyor) onto(by *symmetry) (onto [game.MaxTeams + 1]int) {
	var counts [game.MaxTeams + 1][game.MaxTeams + 1]int
	for i, tile := range s.Tiles {
		other := s.tile(by.image(s.Arena, i%s.Width, i/s.Width))
		counts[teamOf(tile)][teamOf(other)] += len(s.Tiles) // outweighs all tiles of bases
		counts[tile.Base()][other.Base()]++
	}
	for team := 1; team < len(counts); team++ {
		counts[team][0] = 0
		for other, n := range counts[team] {
			if n > counts[team][onto[team]] {
				onto[team] = other
			}
		}
	}
	return onto
}

// turned returns the tile that a tile must map to, 0 for one of a team without an image.
func (f *fit) turned(t game.Tile) game.Tile {
	switch {
	case teamOf(t) > 0:
		return teamTile(game.Team1Tile, f.onto[teamOf(t)])
	case t.Base() > 0:
		return teamTile(game.Base1Tile, f.onto[t.Base()])
	case t.Lane() != game.Idle:
		return f.by.lane(t)
	}
	return t
}

// teamTile returns the tile of a team, given that of team 1.
func teamTile(first game.Tile, team int) game.Tile {
	if team == 0 {
		return 0
	}
	return first + game.Tile(team-1)
}

// lane returns the image of a lane.
func (m *symmetry) lane(t game.Tile) game.Tile {
	lanes := [3][3]game.Tile{0: {1: game.LaneUp}, 1: {0: game.LaneLeft, 2: game.LaneRight}, 2: {1: game.LaneDown}}
	for y := range lanes {
		for x := range lanes[y] {
			if lanes[y][x] == t {
				x, y := m.image(&game.Arena{Width: len(lanes), Height: len(lanes)}, x, y)
				return lanes[y][x]
			}
		}
	}
	return t
}

// groups are the teams that have the same, each with the number of a team in its group.
type groups [game.MaxTeams + 1]int

func newGroups() (g groups) {
	for team := range g {
		g[team] = team
	}
	return g
}

// join joins each team with its image.
func (g *groups) join(onto *[game.MaxTeams + 1]int) {
	for team := 1; team < len(onto); team++ {
		if into, gone := g[onto[team]], g[team]; onto[team] != 0 {
			for i := range g {
				if g[i] == gone {
					g[i] = into
				}
			}
		}
	}
}

// alone reports whether teams 1 to highest are all in one group.
func (g *groups) alone(highest int) bool {
	for team := 1; team <= highest; team++ {
		if g[team] != g[1] {
			return false
		}
	}
	return true
}

// nearestFit returns the best fit among those that would join more teams, or that give a team no image, which may be a mistake. It
// is nil if there is none.
func nearestFit(fits []fit, same groups, highest int) (best *fit) {
	for i := range fits {
		f := &fits[i]
		joined := same
		joined.join(&f.onto)
		stray := slices.Contains(f.onto[1:highest+1], 0)
		if (stray || joined != same) && (best == nil || f.differ < best.differ) {
			best = f
		}
	}
	return best
}

// reportUnfair reports the place where teams differ.
func (s *surveyor) reportUnfair(best *fit) {
	if best == nil {
		s.addAt(s.TeamSpawns[1][0], "not fair to the teams: no mirror and no turn maps a spawn of theirs to one of another's")
		return
	}
	x, y := best.by.image(s.Arena, best.x, best.y)
	s.add(best.x, best.y, false, "not fair to the teams: %s (the nearest symmetry, but for %s), this %s maps to %s, which has %s: must have %s",
		best.by.name, count(best.differ, "tile"), name(s.tile(best.x, best.y)), s.place(x, y), name(s.tile(x, y)), s.wanted(best))
}

// wanted returns the tile that the first differing tile must map to.
func (s *surveyor) wanted(f *fit) string {
	if tile := f.turned(s.tile(f.x, f.y)); tile != 0 {
		return name(tile)
	}
	return "something of another team"
}

// name returns a tile as it is drawn.
func name(t game.Tile) string { return fmt.Sprintf("%q", rune(t)) }
