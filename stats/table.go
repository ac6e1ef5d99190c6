package stats

import (
	"strings"
	"unicode"

	"github.com/rivo/uniseg"
)

// table is text in columns, each as wide as what is in it.
type table struct {
	columns []column
	rows    [][]string
}

// column is a heading, and how what is below it is laid out.
type column struct {
	heading string
	layout  layout
}

type layout uint8

const (
	atLeft  layout = 0
	atRight layout = 1
	gives   layout = 2 // is cut where the room is short
)

// least is how narrow a column that gives can become.
const least = 6

func (t *table) add(cells ...string) {
	for i := range cells {
		cells[i] = legible(cells[i])
	}
	t.rows = append(t.rows, cells)
}

// text returns the table in lines of so many columns at most, if that can be.
func (t *table) text(width int) string {
	widths := t.widths(width)
	var b strings.Builder
	for row := -1; row < len(t.rows); row++ {
		var line strings.Builder
		for i, c := range t.columns {
			cell := c.heading
			if row >= 0 {
				cell = t.rows[row][i]
			}
			cell = cut(cell, widths[i])
			blank := strings.Repeat(" ", widths[i]-uniseg.StringWidth(cell))
			if i > 0 {
				line.WriteString(gap)
			}
			if c.layout&atRight != 0 {
				line.WriteString(blank + cell)
			} else {
				line.WriteString(cell + blank)
			}
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	return b.String()
}

// gap is between two columns.
const gap = "  "

// widths returns how wide each column is.
func (t *table) widths(room int) []int {
	widths := make([]int, len(t.columns))
	for i, c := range t.columns {
		widths[i] = uniseg.StringWidth(c.heading)
		for _, row := range t.rows {
			widths[i] = max(widths[i], uniseg.StringWidth(row[i]))
		}
		room -= widths[i] + len(gap)
	}
	for i, c := range t.columns {
		if c.layout&gives != 0 {
			widths[i] = max(widths[i]+min(room+len(gap), 0), min(widths[i], least))
			break
		}
	}
	return widths
}

// cut shortens text to so many columns, and says so.
func cut(text string, width int) string {
	if uniseg.StringWidth(text) <= width {
		return text
	}
	var b strings.Builder
	used := 0
	for clusters := uniseg.NewGraphemes(text); clusters.Next(); used += clusters.Width() {
		if used+clusters.Width() > width-1 {
			break
		}
		b.WriteString(clusters.Str())
	}
	return b.String() + "~"
}

// legible makes text out of a file fit for a terminal.
func legible(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) || r == '\u200d' || r == '\ufe0f' { // which join emoji
			return r
		}
		return '?'
	}, text)
}
