package cli

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// column is one of a table for people.
type column struct {
	title string
	side  side
}

// side is where the words of a column stand.
type side bool

const (
	left  side = false
	right side = true
)

// printTable prints rows in columns that are as wide as what is in them. One that is empty in all rows is left out, so that most tables
// fit in 80 columns.
func printTable(w io.Writer, columns []column, rows [][]string) {
	widths := make([]int, len(columns))
	for _, row := range rows {
		for i, word := range row {
			if n := utf8.RuneCountInString(word); n > 0 {
				widths[i] = max(widths[i], n, len(columns[i].title))
			}
		}
	}
	titles := make([]string, len(columns))
	for i, c := range columns {
		titles[i] = c.title
	}
	for _, row := range append([][]string{titles}, rows...) {
		line := ""
		for i, word := range row {
			switch pad := strings.Repeat(" ", max(widths[i]-utf8.RuneCountInString(word), 0)); {
			case widths[i] == 0:
			case columns[i].side == right:
				line += pad + word + "  "
			default:
				line += word + pad + "  "
			}
		}
		fmt.Fprintln(w, strings.TrimRight(line, " "))
	}
}
