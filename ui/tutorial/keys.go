package tutorial

import "strings"

// keyNames are the keys as a lesson calls them, by what they do.
var keyNames = map[string]string{
	"steer":     "arrows",
	"diagonals": "y u b n",
	"brake":     "x",
	"fire":      "Space",
	"boost":     "f",
}

// withKeys puts the names of keys where the text says in braces what they do.
func withKeys(text string) string {
	for does, name := range keyNames {
		text = strings.ReplaceAll(text, "{"+does+"}", name)
	}
	return text
}
