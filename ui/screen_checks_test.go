package ui

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/gdamore/tcell/v3/color"
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

// picture is what a terminal shows, row by row.
type picture [][]vt.Cell

// picture returns what the terminal shows.
func (r *rig) picture() picture {
	r.look()
	size, _ := r.eyes.WindowSize()
	p := make(picture, size.Height)
	for y := range p {
		p[y] = make([]vt.Cell, size.Width)
		for x := range p[y] {
			p[y][x] = r.eyes.GetCell(vt.Coord{X: vt.Col(x), Y: vt.Row(y)})
		}
	}
	return p
}

// cursorShows reports whether the cursor does.
func (r *rig) cursorShows() bool {
	r.look()
	return r.eyes.Backend().GetCursor().IsVisible()
}

// lines returns the text of a part of the picture, without the blanks at the ends of
// its rows.
func (p picture) lines(width, height int) []string {
	lines := make([]string, height)
	for y, row := range p[:height] {
		var b strings.Builder
		end := 0 // of what is written
		for x := 0; x < width; x += max(row[x].W, 1) {
			if strings.TrimSpace(row[x].C) != "" {
				b.WriteString(strings.Repeat(" ", x-end))
				b.WriteString(seenAs(row[x]))
				end = x + row[x].W
			}
		}
		lines[y] = b.String()
	}
	return lines
}

// seenAs returns a character as it looks: the lower half in the ground's colour is the upper one.
func seenAs(c vt.Cell) string {
	if c.C == "▄" && c.S.Attr()&vt.Reverse != 0 {
		return "▀"
	}
	return c.C
}

// outside returns what shows beyond so many columns and rows.
func (p picture) outside(width, height int) string {
	var b strings.Builder
	for y, row := range p {
		for x := range row {
			if (x >= width || y >= height) && strings.TrimSpace(row[x].C) != "" {
				b.WriteString(row[x].C)
			}
		}
	}
	return b.String()
}

// colours tells which inks there are on which grounds, and of how many cells: "17: 231*20"
// are 20 in colour 231 on colour 17, and - is the terminal's own. Each ground has a line.
// A blank has no ink.
func (p picture) colours() (lines []string) {
	count := map[[2]string]int{}
	for _, row := range p {
		for x := range row {
			ink := colourName(row[x].S.Fg())
			if strings.TrimSpace(row[x].C) == "" {
				ink = " "
			}
			count[[2]string{colourName(row[x].S.Bg()), ink}]++
		}
	}
	delete(count, [2]string{"-", " "})
	pairs := slices.SortedFunc(maps.Keys(count), func(a, b [2]string) int {
		return strings.Compare(fmt.Sprintf("%4s%4s", a[0], a[1]), fmt.Sprintf("%4s%4s", b[0], b[1]))
	})
	for i, pair := range pairs {
		if i == 0 || pair[0] != pairs[i-1][0] {
			lines = append(lines, pair[0]+":")
		}
		lines[len(lines)-1] += fmt.Sprintf(" %s*%d", strings.TrimSpace(pair[1]), count[pair])
	}
	return lines
}

func colourName(c color.Color) string {
	switch {
	case c == color.Default || c == color.Black: // which we never use, and the terminal has for its own ground
		return "-"
	case c.IsRGB():
		return fmt.Sprintf("#%06x", c.Hex())
	}
	return fmt.Sprint(int(c & 0xff))
}

// marks tells where the text is bold, faint or reversed, or more than one of these, by
// their first letters: "7-9 b3-20 fr30" is about the rows 7 to 9. Rows and columns count
// from 0. Stars, which are alone, are left out.
func (p picture) marks() []string {
	var lines []string
	last, since := "", 0
	for y := range len(p) + 1 {
		line := ""
		if y < len(p) {
			line = marksOf(p[y])
		}
		if line == last && y < len(p) {
			continue
		}
		if last != "" {
			lines = append(lines, span(since, y-1)+last)
		}
		last, since = line, y
	}
	return lines
}

// marksOf tells what marks tells of one row.
func marksOf(row []vt.Cell) (line string) {
	for x := 0; x < len(row); {
		attr, end := row[x].S.Attr(), x+1
		for end < len(row) && row[end].S.Attr() == attr {
			end++
		}
		if attr != vt.Plain && (end > x+1 || !strings.Contains(".·*", row[x].C)) {
			line += " " + attrLetters(attr) + span(x, end-1)
		}
		x = end
	}
	return line
}

func span(from, to int) string {
	if from == to {
		return fmt.Sprint(from)
	}
	return fmt.Sprintf("%d-%d", from, to)
}

func attrLetters(a vt.Attr) (letters string) {
	for _, known := range []struct {
		attr   vt.Attr
		letter string
	}{{vt.Bold, "b"}, {vt.Dim, "f"}, {vt.Reverse, "r"}} {
		if a&known.attr != 0 {
			letters += known.letter
			a &^= known.attr
		}
	}
	if a != 0 {
		letters += fmt.Sprintf("(%#x)", a)
	}
	return letters
}
