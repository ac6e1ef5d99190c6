package survey

import (
	"fmt"
	"slices"

	"dogfight/game"
)

// symmetry is a way to lay an arena on itself: mirrored on the diagonal or not, and then each way or not.
type symmetry struct {
	name         string
	swap         bool // columns and rows; for square arenas only
	flipX, flipY bool
}

// symmetries are all that there are but three quarter turns, which hold where one does.
var symmetries = [...]symmetry{
	{name: "turned by half", flipX: true, flipY: true},
	{name: "mirrored left to right", flipX: true},
	{name: "mirrored top to bottom", flipY: true},
	{name: "turned by a quarter", swap: true, flipX: true},
	{name: "mirrored on its diagonal", swap: true},
	{name: "mirrored on its other diagonal", swap: true, flipX: true, flipY: true},
}

// image returns where the tile in column x of row y comes to lie.
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

// checkSymmetry makes sure that each team has what the others have: that the arena maps onto itself in such ways that
// each of so many teams comes to lie on each other one.
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
		s.reportUnfair(nearest(fits, same, teams))
	}
}

// fit is how well an arena lies on itself.
type fit struct {
	by     *symmetry
	onto   [game.MaxTeams + 1]int // on which team each comes to lie, 0 for none
	differ int                    // tiles, of which the first is
	x, y   int
}

// lay lays the arena on itself.
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

// alike reports whether two tiles are the same to teams: the order of checkpoints has no symmetry.
func alike(t, u game.Tile) bool {
	_, one := t.Gate()
	_, other := u.Gate()
	return t == u || one && other
}

// onto returns on which team's spawns those of each team come to lie, most of them, or else its base.
func (s *surveyor) onto(by *symmetry) (onto [game.MaxTeams + 1]int) {
	var counts [game.MaxTeams + 1][game.MaxTeams + 1]int
	for i, tile := range s.Tiles {
		other := s.tile(by.image(s.Arena, i%s.Width, i/s.Width))
		counts[teamOf(tile)][teamOf(other)] += len(s.Tiles) // more than there are tiles of bases
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

// turned returns what must lie where a tile comes to lie, 0 for something of a team that is not known.
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

// teamTile returns a team's own tile, given that of team 1.
func teamTile(first game.Tile, team int) game.Tile {
	if team == 0 {
		return 0
	}
	return first + game.Tile(team-1)
}

// lane returns as which lane one comes to lie.
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

// groups are teams that have the same: each has the number of a team in its group.
type groups [game.MaxTeams + 1]int

func newGroups() (g groups) {
	for team := range g {
		g[team] = team
	}
	return g
}

// join puts teams together that come to lie on each other.
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

// alone reports whether the teams up to the highest are all in one group.
func (g *groups) alone(highest int) bool {
	for team := 1; team <= highest; team++ {
		if g[team] != g[1] {
			return false
		}
	}
	return true
}

// nearest returns the best of those that would put teams together which are apart, or that lay a team's spawns on none
// at all, where they may be meant to lie on another's. It is nil if there is none.
func nearest(fits []fit, same groups, highest int) (best *fit) {
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

// reportUnfair tells where an arena is not the same for all teams.
func (s *surveyor) reportUnfair(best *fit) {
	if best == nil {
		s.addAt(s.TeamSpawns[1][0], "not fair to the teams: no mirror and no turn lays a spawn of theirs on one of another's")
		return
	}
	x, y := best.by.image(s.Arena, best.x, best.y)
	s.add(best.x, best.y, false, "not fair to the teams: %s (the nearest to being so, with %s that differ), this %s comes to lie on %s, which has %s: must have %s",
		best.by.name, count(best.differ, "tile"), name(s.tile(best.x, best.y)), s.place(x, y), name(s.tile(x, y)), s.wanted(best))
}

// wanted returns what must lie where the first tile that differs comes to lie.
func (s *surveyor) wanted(f *fit) string {
	if tile := f.turned(s.tile(f.x, f.y)); tile != 0 {
		return name(tile)
	}
	return "what another team has"
}

// name returns a tile as it is drawn.
func name(t game.Tile) string { return fmt.Sprintf("%q", rune(t)) }
