package assets

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

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

// FuzzSurvey wants no panic, few findings, all of them in the file, and the same for the arena after Text and Read.
func FuzzSurvey(f *testing.F) {
	for _, rows := range [][]string{
		{"...", ".@.", "..."},
		{"; a comment", "", ".....###", ".@...#+#", ".....###"},
		room(20, 12, "1 2 2", "2 17 9", "# 3 3", "o 9 9"),
		room(12, 12, "1 2 2", "2 9 2", "3 2 9", "4 9 9"),
		{"laps = 2", "pull = 9", ".......", ".@.aab.", "....~*.", "<......", ">v^.A.B"},
		{"@"}, {""},
	} {
		f.Add(strings.Join(rows, "\n"))
	}
	f.Fuzz(func(t *testing.T, text string) {
		r := Survey(text)
		if len(r.Findings) > 3*(most+1)+3 {
			t.Errorf("%d findings", len(r.Findings))
		}
		lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
		for _, found := range r.Findings {
			if found.Line < 1 || found.Line > len(lines) || found.Column < 1 || found.Problem == "" {
				t.Errorf("%+v is not in a file of %d lines", found, len(lines))
			}
			if r.Arena != nil && found.Column > r.Arena.Width {
				t.Errorf("%+v is not in rows of %d columns", found, r.Arena.Width)
			}
		}
		if r.Arena != nil {
			sameOf(t, r)
		}
	})
}

// sameOf compares a report with that on the arena's own text, which has other lines above the rows.
func sameOf(t *testing.T, r *Report) {
	again := Survey(r.Arena.Text())
	if again.Arena == nil || len(again.Findings) != len(r.Findings) {
		t.Fatalf("got %v, of the text %v", r.Findings, again.Findings)
	}
	for i, found := range r.Findings {
		if now := again.Findings[i]; found.Tile != now.Tile || found.Warning != now.Warning || found.Line-now.Line != r.Findings[0].Line-again.Findings[0].Line {
			t.Errorf("got %v, of the text %v", found, now)
		}
	}
}

// The times are printed: none may be noticeable to a user.
func TestTheLargestArenasAreFast(t *testing.T) {
	const side = game.MaxTiles
	for what, tile := range map[string]func(x, y int) byte{
		"space":        func(x, y int) byte { return '.' },
		"holes":        func(x, y int) byte { return "#."[x&y&1] },
		"a board":      func(x, y int) byte { return ".#"[(x+y)&1] },
		"rooms":        func(x, y int) byte { return "#.."[min(x%3, y%3)] },
		"a long way":   func(x, y int) byte { return longWay(x, y) },
		"bases":        func(x, y int) byte { return "ABCD"[(x+y)&3] },
		"gates":        func(x, y int) byte { return "abcdefghijklmnpqrstuwxyz"[(x*7+y)%24] },
		"team by team": func(x, y int) byte { return spawnsOf(x, y) },
	} {
		rows := make([][]byte, side)
		for y := range rows {
			for x := range side {
				rows[y] = append(rows[y], tile(x, y))
			}
		}
		for y := range 3 {
			copy(rows[y], "...")
		}
		rows[1][1] = '@'
		began := time.Now()
		r := Survey(string(slices.Concat(joined(rows)...)))
		if r.Arena == nil || len(r.Findings) > 3*(most+1)+3 {
			t.Errorf("%s: %d findings: %v", what, len(r.Findings), r.Findings)
		}
		t.Logf("%-12s %v, %d findings", what, time.Since(began).Round(time.Millisecond), len(r.Findings))
	}
}

func joined(rows [][]byte) [][]byte {
	for y := range rows {
		rows[y] = append(rows[y], '\n')
	}
	return rows
}

// longWay is two tiles wide and winds through all of the arena.
func longWay(x, y int) byte {
	if y%3 != 2 || y%6 == 2 && x >= game.MaxTiles-2 || y%6 == 5 && x < 2 {
		return '.'
	}
	return '#'
}

// spawnsOf puts as many spawns as there may be of each team side by side.
func spawnsOf(x, y int) byte {
	if x%2 == 1 && x < 2*game.MaxSpawns && y%2 == 1 && y >= 9 && y < 9+2*game.MaxTeams {
		return byte('1' + (y-9)/2)
	}
	return '.'
}
