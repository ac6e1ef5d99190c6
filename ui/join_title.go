package ui

import (
	"strings"

	"dogfight/net/nearby"
	"dogfight/ui/canvas"
)

// titleIn returns what row i of a list is called, in so many columns. Where another is called the same, or it has no name,
// its address is told: anybody can name a match after another.
func titleIn(list []nearby.Match, i, columns int) string {
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
