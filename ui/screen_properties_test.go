package ui

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/gdamore/tcell/v3/vt"
)

// What holds of every scene on every terminal, as far as the cells themselves tell.

// checkCells checks the cells of a scene. Those beyond the window are as the terminal had
// them.
func (v view) checkCells(t *testing.T, s *namedScene, p picture) {
	if beyond := p.outside(v.width, v.height); beyond != "" {
		t.Errorf("%s: %q was written beyond the window", s.name, beyond)
	}
	bare := p[v.height][v.width].S
	p = p.within(v.window)
	v.checkColours(t, s, p, bare)
	if v.traits.ASCII {
		checkASCII(t, s, p)
	} else {
		checkBoxes(t, s, p)
	}
	if s.match != nil && !s.page {
		checkFilled(t, s, p)
	}
}

// within returns the part of a picture that is in a window.
func (p picture) within(w window) (part picture) {
	for _, row := range p[:w.height] {
		part = append(part, row[:w.width])
	}
	return part
}

// checkColours checks that letters and digits stand out from their ground, that there are
// no colours on a terminal that has none, and that no cell has the terminal's own ground
// on one that has not told which that is.
func (v view) checkColours(t *testing.T, s *namedScene, p picture, bare vt.Style) {
	for y, row := range p {
		for x, c := range row {
			switch {
			case v.traits.NoColor:
				if c.S.Fg() != bare.Fg() || c.S.Bg() != bare.Bg() {
					t.Errorf("%s: %q at %d,%d has a colour: %v on %v", s.name, c.C, x, y, c.S.Fg(), c.S.Bg())
					return
				}
			case v.tells == "" && c.S.Bg() == bare.Bg() && c.W > 0:
				t.Errorf("%s: %q at %d,%d is on the terminal's own ground", s.name, c.C, x, y)
				return
			case legible(c, 0) < s.leastContrast(c):
				t.Errorf("%s: %q at %d,%d has a contrast of %.2f", s.name, c.C, x, y, legible(c, 0))
			}
		}
	}
}

// leastContrast is what the text of a cell needs: in menus that of WCAG 2.2, 1.4.3, and in a
// match that of its signs (1.4.11). Names may come to lie over anything in space.
func (s *namedScene) leastContrast(c vt.Cell) float64 {
	switch ground := colourName(c.S.Bg()); {
	case s.match == nil:
		return 4.5
	case slices.Contains(textGrounds, ground):
		return 3
	}
	return 0
}

// textGrounds are those that text is meant to be on: that of space, of panels, and of what is
// marked or chosen there.
var textGrounds = []string{"-", "16", "87", "234", "238"}

func checkASCII(t *testing.T, s *namedScene, p picture) {
	for y, row := range p {
		for x, c := range row {
			if strings.IndexFunc(c.C, func(r rune) bool { return r >= utf8.RuneSelf }) >= 0 {
				t.Errorf("%s: %q at %d,%d is not ASCII", s.name, c.C, x, y)
			}
		}
	}
}

// checkFilled checks that what is told of a match takes its frame from edge to edge: the
// top line, and the bottom line.
func checkFilled(t *testing.T, s *namedScene, p picture) {
	first, last := p[0], p[len(p)-1]
	online := s.match().Lag.Transport != "" // which the end of the top line tells of
	if !written(first[1:3]) || online && !written(first[len(first)-3:len(first)-1]) {
		t.Errorf("%s: the top line does not reach from edge to edge", s.name)
	}
	if !written(last) {
		t.Errorf("%s: there is no bottom line", s.name)
	}
}

func written(row []vt.Cell) bool {
	return slices.ContainsFunc(row, func(c vt.Cell) bool {
		return strings.IndexFunc(c.C, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '♥' }) >= 0
	})
}

// box is the border of a box, and what it surrounds.
type box struct{ left, top, right, bottom int }

// checkBoxes checks that the border of each box is closed, unless the box of a page covers a
// part of it or, at the radar in the corner, what is said.
func checkBoxes(t *testing.T, s *namedScene, p picture) {
	closed := 0
	for y, row := range p {
		for x := range len(row) - 1 {
			if row[x].C != "┌" || row[x+1].C != "─" {
				continue
			}
			b, ok := p.boxAt(x, y)
			radar := b.right == len(row)-1 && b.top > len(p)/2
			if ok {
				closed++
			} else if !s.page && !radar {
				t.Errorf("%s: the border of the box at %d,%d is broken", s.name, x, y)
			}
		}
	}
	if s.page && closed == 0 {
		t.Errorf("%s: no box has a whole border", s.name)
	}
}

// boxAt returns the box with its upper left corner there, and whether all of its border is.
func (p picture) boxAt(left, top int) (b box, closed bool) {
	b = box{left, top, left + slices.IndexFunc(p[top][left:], func(c vt.Cell) bool { return c.C == "┐" }), top + 1}
	if b.right < left {
		return b, false
	}
	for b.bottom < len(p)-1 && p[b.bottom][left].C == "│" && p[b.bottom][b.right].C == "│" {
		b.bottom++
	}
	ends := []string{p[top][b.right-1].C, p[b.bottom][left].C, p[b.bottom][left+1].C, p[b.bottom][b.right-1].C, p[b.bottom][b.right].C}
	return b, slices.Equal(ends, []string{"─", "└", "─", "─", "┘"})
}
