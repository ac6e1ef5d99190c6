package assets

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"dogfight/game"
)

// Report is the result of a survey.
type Report struct {
	Arena    *game.Arena // nil if the file cannot be read as one
	Findings []Finding   // by line and column
}

// Finding is a problem of an arena, and its place.
type Finding struct {
	Line, Column int                // of the file, from 1
	Tile         struct{ X, Y int } // column and row of the arena, from 0; none if it cannot be read
	Warning      bool
	Problem      string // the problem, and the expected state
}

func (f Finding) String() string {
	problem := f.Problem
	if f.Warning {
		problem = "warning: " + problem
	}
	return fmt.Sprintf("%d:%d: %s", f.Line, f.Column, problem)
}

// Survey checks the arena in the text of a file before it is played: whether ships can get everywhere, whether they enter far enough from
// each other, and whether all teams have the same. Its only measures are those of the rules: the hull that must pass, and the places where
// ships enter. It takes time in proportion to the number of tiles, which is bounded.
func Survey(text string) *Report {
	a, err := game.ParseArena("", text)
	if err != nil {
		return &Report{Findings: []Finding{refused(err)}}
	}
	s := surveyor{Arena: a, above: linesAbove(a, text)}
	s.checkReach()
	s.checkDistances()
	s.checkNumber()
	s.checkTeams()
	slices.SortStableFunc(s.findings, func(f, g Finding) int {
		return cmp.Or(cmp.Compare(f.Line, g.Line), cmp.Compare(f.Column, g.Column))
	})
	return &Report{a, s.findings}
}

// refused returns the finding for a file that is no arena.
func refused(err error) Finding {
	var at *game.ArenaError
	if errors.As(err, &at) {
		return Finding{Line: at.Line, Column: at.Column, Problem: at.Problem}
	}
	return Finding{Line: 1, Column: 1, Problem: err.Error()}
}

// linesAbove returns the number of lines above the first row. The rows are the last lines that are not empty.
func linesAbove(a *game.Arena, text string) int {
	text = strings.TrimRight(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	return strings.Count(text, "\n") + 1 - a.Height
}

// Errors returns the number of findings that are not warnings.
func (r *Report) Errors() (n int) {
	for _, f := range r.Findings {
		if !f.Warning {
			n++
		}
	}
	return n
}

// surveyor surveys an arena.
type surveyor struct {
	*game.Arena
	above    int // lines of the file before the first row
	findings []Finding
}

// most is the most findings of one kind.
const most = 10

// report adds a finding about column x of row y. n counts those of its kind.
func (s *surveyor) report(n *int, x, y int, format string, args ...any) {
	*n++
	switch {
	case *n <= most:
		s.add(x, y, false, format, args...)
	case *n == most+1:
		s.add(x, y, false, "and more of this kind from here on: mend those above first")
	}
}

func (s *surveyor) add(x, y int, warning bool, format string, args ...any) {
	f := Finding{Line: s.above + y + 1, Column: x + 1, Warning: warning, Problem: fmt.Sprintf(format, args...)}
	f.Tile.X, f.Tile.Y = x, y
	s.findings = append(s.findings, f)
}

// addAt adds a finding about the tile of a point.
func (s *surveyor) addAt(at game.Point, format string, args ...any) {
	x, y := tileAt(at)
	s.add(x, y, false, format, args...)
}

// tileAt returns the tile of a point.
func tileAt(at game.Point) (x, y int) {
	const side = game.TileSize * game.One
	return int(at.X / side), int(at.Y / side)
}

// place returns the place of a tile for a Problem.
func (s *surveyor) place(x, y int) string { return fmt.Sprintf("%d:%d", s.above+y+1, x+1) }

// tile returns the tile in column x of row y; rock outside the arena.
func (s *surveyor) tile(x, y int) game.Tile {
	if uint(x) >= uint(s.Width) || uint(y) >= uint(s.Height) {
		return game.Rock
	}
	return s.Tiles[y*s.Width+x]
}
