package survey

import (
	"math/rand/v2"
	"testing"

	"dogfight/game"
)

// The ways of ships, found by trying each place a unit apart from the next with the rules' own hull.
func TestTheWaysBetweenCornersAreThoseOfHulls(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	moved := 0
	for range 300 {
		a := randomArena(random, 3+random.IntN(8), 3+random.IntN(8))
		s := surveyor{Arena: a}
		c := s.divide()
		want := touched(a)
		for i := range a.Tiles {
			if c.reach[i] != want[i] {
				t.Fatalf("%sreaching column %d, row %d: %t, expected %t", a.Text(), i%a.Width, i/a.Width, c.reach[i], want[i])
			}
			if want[i] {
				moved++
			}
		}
	}
	if moved < 300*12 {
		t.Errorf("%d tiles were reached: too few to tell", moved)
	}
}

// randomArena returns one of space and rock around one spawn.
func randomArena(random *rand.Rand, width, height int) *game.Arena {
	x, y := 1+random.IntN(width-2), 1+random.IntN(height-2)
	text := ""
	for row := range height {
		for column := range width {
			tile := "."
			switch near := max(column-x, x-column, row-y, y-row) <= 1; {
			case column == x && row == y:
				tile = "@"
			case !near && random.IntN(4) == 0:
				tile = "#"
			}
			text += tile
		}
		text += "\n"
	}
	a, err := game.ParseArena("random", text)
	if err != nil {
		panic(err)
	}
	return a
}

// touched returns the tiles that a ship touches that enters at the first spawn, by whole units.
func touched(a *game.Arena) []bool {
	reached := make([]bool, len(a.Tiles))
	width, height := a.Width*game.TileSize, a.Height*game.TileSize
	been := make([]bool, width*height)
	first := a.Spawns[0]
	heap := []game.Point{{X: first.X / game.One, Y: first.Y / game.One}}
	for len(heap) > 0 {
		at := heap[len(heap)-1]
		heap = heap[:len(heap)-1]
		if !a.HullFits(at.X*game.One, at.Y*game.One) || been[int(at.Y)*width+int(at.X)] {
			continue
		}
		been[int(at.Y)*width+int(at.X)] = true
		touch(a, reached, at)
		heap = append(heap, game.Point{X: at.X - 1, Y: at.Y}, game.Point{X: at.X + 1, Y: at.Y}, game.Point{X: at.X, Y: at.Y - 1}, game.Point{X: at.X, Y: at.Y + 1})
	}
	return reached
}

func touch(a *game.Arena, reached []bool, at game.Point) {
	const half = game.HullHalf / game.One
	for y := (at.Y - half) / game.TileSize; y <= (at.Y+half)/game.TileSize; y++ {
		for x := (at.X - half) / game.TileSize; x <= (at.X+half)/game.TileSize; x++ {
			reached[int(y)*a.Width+int(x)] = true
		}
	}
}
