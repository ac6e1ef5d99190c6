package assets

import (
	"fmt"
	"strings"
)

// MostPhrases is how many there may be: as many as digits that say them.
const mostPhrases = 9

// Phrases returns what the digits say in a match, from 1 on: printable ASCII, at most 16 characters.
func Phrases() []string {
	lines := strings.Split(strings.TrimSpace(file("phrases.txt")), "\n")
	return lines[:min(len(lines), mostPhrases)]
}

// phraseList lists them with their digits, for the help, three in a row.
func phraseList() string {
	var list strings.Builder
	phrases := Phrases()
	for i, phrase := range phrases {
		entry := fmt.Sprintf("%d %s", i+1, phrase)
		switch {
		case i%3 == 2 || i == len(phrases)-1:
			fmt.Fprintf(&list, "%s\n", entry)
		case i%3 == 0:
			fmt.Fprintf(&list, "  %-18s", entry)
		default:
			fmt.Fprintf(&list, "%-18s", entry)
		}
	}
	return strings.TrimSuffix(list.String(), "\n")
}
