package ui

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/gdamore/tcell/v3/color"
	"github.com/gdamore/tcell/v3/vt"
)

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
