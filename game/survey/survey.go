// Package survey looks an arena over before anyone plays in it: whether ships can get everywhere, whether they enter
// far enough from each other, and whether each team has the same. What it finds has a place in the arena's file.
//
// It lies below the rules, and is as pure as they are: what it measures by is theirs alone, the hull that must pass and
// the places where ships enter. It prints nothing, and so serves a command, tests, and whoever draws arenas by program.
//
//	survey.go     the report
//	reach.go      where a ship gets to from where it enters
//	spawns.go     how many places to enter there are, and how far from each other and from wells
//	teams.go      whether each team has spawns, and as much of a base as the others
//	symmetry.go   whether the arena maps onto itself, and the teams onto each other
package survey

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"dogfight/game"
)

// Report is what there is to say about an arena.
type Report struct {
	Arena    *game.Arena // nil if the file cannot be read as one
	Findings []Finding   // by line and column
}

// Finding is something that is wrong with an arena, and where.
type Finding struct {
	Line, Column int                // of the file, from 1
	Tile         struct{ X, Y int } // column and row of the arena, from 0; none if it cannot be read
	Warning      bool
	Problem      string // what is wrong, and what was expected
}

func (f Finding) String() string {
	problem := f.Problem
	if f.Warning {
		problem = "warning: " + problem
	}
	return fmt.Sprintf("%d:%d: %s", f.Line, f.Column, problem)
}

// Read looks over the arena in the text of a file. It takes time in proportion to the number of tiles, of which there
// is a most.
func Read(text string) *Report {
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
		if f.Line != g.Line {
			return f.Line - g.Line
		}
		return f.Column - g.Column
	})
	return &Report{a, s.findings}
}

// refused returns why a file is no arena.
func refused(err error) Finding {
	var at *game.ArenaError
	if errors.As(err, &at) {
		return Finding{Line: at.Line, Column: at.Column, Problem: at.Problem}
	}
	return Finding{Line: 1, Column: 1, Problem: err.Error()}
}

// linesAbove returns how many lines of the file stand before the first row: the rows are the last ones that are not
// empty.
func linesAbove(a *game.Arena, text string) int {
	text = strings.TrimRight(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	return strings.Count(text, "\n") + 1 - a.Height
}

// Errors returns how many findings are more than warnings.
func (r *Report) Errors() (n int) {
	for _, f := range r.Findings {
		if !f.Warning {
			n++
		}
	}
	return n
}

// surveyor is an arena that is being looked over.
type surveyor struct {
	*game.Arena
	above    int // lines of the file before the first row
	findings []Finding
}

// most is how many findings of a kind are told: a drawing that is wrong all over needs no more.
const most = 10

// report adds what is wrong at the tile in column x of row y, unless there are enough of its kind, which n counts.
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

// addAt adds what is wrong at the tile that a point lies in.
func (s *surveyor) addAt(at game.Point, format string, args ...any) {
	x, y := tileAt(at)
	s.add(x, y, false, format, args...)
}

// tileAt returns the tile that a point lies in.
func tileAt(at game.Point) (x, y int) {
	const side = game.TileSize * game.One
	return int(at.X / side), int(at.Y / side)
}

// place returns how a tile is called in a Problem.
func (s *surveyor) place(x, y int) string { return fmt.Sprintf("%d:%d", s.above+y+1, x+1) }

// tile returns the one in column x of row y, and rock outside of the arena.
func (s *surveyor) tile(x, y int) game.Tile {
	if uint(x) >= uint(s.Width) || uint(y) >= uint(s.Height) {
		return game.Rock
	}
	return s.Tiles[y*s.Width+x]
}
