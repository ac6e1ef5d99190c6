package ui

import (
	"strings"

	"dogfight/net/lan"
	"dogfight/ui/canvas"
)

// titleIn returns the title of row i of a list, cut to so many columns. If it is empty or not unique, the address
// follows: anyone can copy another match's title.
func titleIn(list []lan.FoundMatch, i, columns int) string {
	title := canvas.Clean(list[i].Title)
	same := title == ""
	for k := range list {
		same = same || k != i && strings.EqualFold(canvas.Clean(list[k].Title), title)
	}
	if !same {
		return title
	}
	at := " " + list[i].Address
	return strings.TrimSpace(canvas.Cut(title, max(columns-len(at), 0)) + at)
}
