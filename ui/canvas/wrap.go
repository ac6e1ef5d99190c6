package canvas

import (
	"strings"
)

// Wrap cuts a text into rows.
func Wrap(words string, width int) []string {
	var rows []string
	for words != "" {
		row := Cut(words, width)
		if row == "" {
			break // not even one glyph fits
		}
		if space := strings.LastIndexByte(row, ' '); len(row) < len(words) && space > len(row)/2 {
			row = row[:space+1]
		}
		rows = append(rows, row)
		words = words[len(row):]
	}
	return rows
}

// Wrapped writes words into an area, line below line, as far as they fit.
func (s *Sheet) Wrapped(a Area, words string) {
	line, y := "", a.Y
	for _, word := range strings.Fields(words) {
		if line != "" && Width(line)+1+Width(word) > a.Width {
			s.Text(a.X, y, line, TextInk)
			line, y = "", y+1
		}
		if y == a.Y+a.Height {
			return
		}
		line = strings.TrimSpace(line + " " + word)
	}
	s.Text(a.X, y, Cut(line, a.Width), TextInk)
}
