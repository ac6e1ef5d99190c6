package bot_test

import (
	"strings"
	"testing"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/bot"
)

// Ground is measured in squares with this side, in 1/256 units.
const square = 64 * game.One

// wake is a ship's past: the squares that it was in, and how long
// it has not got away from one place.
type wake struct {
	squares map[game.Point]bool
	anchor  game.Point
	still   int // ticks since it was farther than 16 units from the anchor
	longest int
}

func (k *wake) note(ship *game.Ship) {
	if ship.State != game.Flying {
		k.still = 0
		return
	}
	k.squares[game.Point{X: ship.X / square, Y: ship.Y / square}] = true
	dx, dy := ship.X-k.anchor.X, ship.Y-k.anchor.Y
	if max(dx, -dx, dy, -dy) > 16*game.One {
		k.anchor, k.still = game.Point{X: ship.X, Y: ship.Y}, 0
	}
	k.still++
	k.longest = max(k.longest, k.still)
}

// fly lets bots of the skill fly for a minute and returns their wakes.
func fly(s *game.Setup, skill, bots int, seed uint64) []wake {
	m := newMatch(s, seed)
	wakes := make([]wake, bots)
	for i := range bots {
		b := bot.New(skill, seed+uint64(i))
		m.join(&b, ship{class: uint8(i % len(s.Classes)), weapon: uint8(i % len(s.Weapons))}, 0)
		wakes[i].squares = map[game.Point]bool{}
	}
	for range 60 * game.TickRate {
		m.tick(nil)
		for i := range wakes {
			wakes[i].note(&m.w.Ships[i])
		}
	}
	return wakes
}

// Without -long one level roams in each arena, another in the next one, and the best where mines before a pocket, and a gap that is too
// narrow, have held it.
func TestNoBotGetsStuckOnAnyArena(t *testing.T) {
	t.Parallel()
	for i, name := range assets.ArenaNames() {
		for skill := 1; skill <= bot.MaxSkill; skill++ {
			held := skill == bot.MaxSkill && (name == "duel" || name == "maelstrom")
			if *long || held || (skill+2*i)%bot.MaxSkill == 0 {
				roam(t, setup(t, name), 8, skill)
			}
		}
	}
}

func TestNoBotGetsStuckBetweenWalls(t *testing.T) {
	a, err := game.ParseArena("maze", strings.TrimSpace(maze))
	if err != nil {
		t.Fatal(err)
	}
	for skill := 1; skill <= bot.MaxSkill; skill++ {
		roam(t, &game.Setup{Arena: a, Classes: assets.Classes(), Weapons: assets.Weapons()}, 5, skill)
	}
}

// roam fails if a bot of a level, alone or among others, visits too few squares in a minute or does not move for five seconds.
func roam(t *testing.T, s *game.Setup, squares, skill int) {
	t.Helper()
	fewest, longest := 1000, 0
	for _, bots := range []int{1, 4} {
		for _, k := range fly(s, skill, bots, 1) {
			fewest = min(fewest, len(k.squares))
			longest = max(longest, k.longest)
		}
	}
	t.Logf("%s, level %d: at least %d squares, never more than %d ticks in one place", s.Arena.Name, skill, fewest, longest)
	if fewest < squares {
		t.Errorf("%s: a bot of level %d came through %d squares in a minute, expected %d", s.Arena.Name, skill, fewest, squares)
	}
	if longest > 5*game.TickRate {
		t.Errorf("%s: a bot of level %d stood %d ticks in one place, expected at most 5 seconds", s.Arena.Name, skill, longest)
	}
}

// maze has pockets with narrow doors, the worst for pilots without a map.
const maze = `
................................................................................
.@..............##################..............................................
................#................#..............................................
................#................#....................################..........
................#................#....................#..............#..........
................#...........................................@........#..........
................#.....................................#..............#..........
................#.........@..........#................#..............#..........
................#................#...#................####...#########..........
................##################...#..........................................
.....................................#..........................................
.................#####################..........................................
................................................................................
......############....................#################.........................
.................#....................#...............#.........................
.................#....................#...............#.........................
.................#.........@..........#.......@.......#.........................
.................#....................#...............#.........................
.................#....................#...............#.........................
......############....................######....#######.........................
................................................................................
................................................................................
................................................................................
..............................................................................@.
................................................................................
`
