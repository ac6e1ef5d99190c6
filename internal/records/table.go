package records

import (
	"strings"
	"unicode"

	"github.com/rivo/uniseg"
)

// table is text in columns, each as wide as what is in it.
type statsTable struct {
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
	gives   layout = 2 // is cut where the room is short; one column at most does
)

// least is how narrow a column that gives can become.
const least = 6

func (t *statsTable) add(cells ...string) {
	for i := range cells {
		cells[i] = legible(cells[i])
	}
	t.rows = append(t.rows, cells)
}

// text returns the table in lines of so many columns at most, if that can be.
func (t *statsTable) text(room int) string {
	widths, gap := t.layOut(room)
	var b strings.Builder
	t.line(&b, widths, gap, func(i int) string { return t.columns[i].heading })
	for _, row := range t.rows {
		t.line(&b, widths, gap, func(i int) string { return row[i] })
	}
	return b.String()
}

func (t *statsTable) line(b *strings.Builder, widths []int, gap string, cellOf func(column int) string) {
	var line strings.Builder
	for i, c := range t.columns {
		cell := cut(cellOf(i), widths[i])
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

// layOut returns how wide each column is, and what is between two.
func (t *statsTable) layOut(room int) (widths []int, gap string) {
	widths = make([]int, len(t.columns))
	for i, c := range t.columns {
		widths[i] = uniseg.StringWidth(c.heading)
		for _, row := range t.rows {
			widths[i] = max(widths[i], uniseg.StringWidth(row[i]))
		}
		room -= widths[i]
	}
	gap = "  "
	if gaps := len(t.columns) - 1; room < gaps*len(gap) {
		gap = " "
	}
	room -= (len(t.columns) - 1) * len(gap)
	for i, c := range t.columns {
		if c.layout&gives != 0 {
			widths[i] = max(widths[i]+min(room, 0), min(widths[i], least))
		}
	}
	return widths, gap
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
