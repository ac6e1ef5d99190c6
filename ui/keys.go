package ui

import (
	"strings"

	"dogfight/ui/input"
)

// withKeys puts the names of keys, as they are bound, where the text says in braces
// what they do.
func withKeys(text string, b *input.Bindings) string {
	for _, key := range [...]struct {
		does string
		name string
	}{
		{"{steer}", append(b.Steering(), "keys")[0]},
		{"{diagonals}", append(b.Diagonals(), "keys of their own")[0]},
		{"{brake}", b.First(input.Brake)},
		{"{fire}", b.First(input.Fire)},
		{"{boost}", b.First(input.Boost)},
	} {
		text = strings.ReplaceAll(text, key.does, key.name)
	}
	return text
}
