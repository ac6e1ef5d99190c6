// Package assets holds what can be changed without programming: arenas,
// ships and what they look like, weapons, themes, the bots' names, the phrases that digits say and the help text.
//
// The files beside this one are embedded into the program. Tables and arenas
// are checked when they are read, and an error says in which file, where, what
// was expected and what stood there instead.
package assets

import (
	"embed"
	"fmt"
	"strings"
	"sync"

	"dogfight/game"
)

//go:embed arenas/*.txt tutorial.txt range.txt themes/*.toml sprites/*.txt classes.toml weapons.toml drones.toml bosses.toml drone_weapons.toml waves/*.toml pilots.txt phrases.txt help.txt help_pad.txt
var files embed.FS

// file returns the text of an embedded file.
func file(name string) string {
	text, err := files.ReadFile(name)
	if err != nil {
		panic(err) // a name that is not in the line above
	}
	return string(text)
}

// embedded returns a function that parses an embedded table once.
func embedded[T any](name string, parse func(name string, data []byte) ([]T, error)) func() []T {
	return sync.OnceValue(func() []T {
		all, err := parse(name, []byte(file(name)))
		if err != nil {
			panic(err) // the program was built with a broken table
		}
		return all
	})
}

// modeList says of each mode what it is about, for the help.
func modeList() string {
	var lines []string
	for _, m := range game.Modes() {
		lines = append(lines, fmt.Sprintf("  %-10s %s", m.Name(), m.Summary()))
	}
	return strings.Join(lines, "\n")
}
