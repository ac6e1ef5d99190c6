package config

import (
	"strings"
	"unicode"

	"github.com/BurntSushi/toml"
)

// longestFound is how much of a wrong value is shown.
const longestFound = 40

// Written returns a value as a file has it, shortened to fit a message.
func written(value any) string {
	switch value.(type) {
	case map[string]any:
		return "a table"
	case []any, []map[string]any:
		return "a list"
	}
	line, err := toml.Marshal(map[string]any{"x": value})
	if err != nil {
		return "something else"
	}
	text := []rune(oneLine(strings.TrimSpace(strings.TrimPrefix(string(line), "x = "))))
	if len(text) > longestFound {
		text = append(text[:longestFound], '…')
	}
	return string(text)
}

// Quoted returns a text as a file has it.
func Quoted(text string) string {
	line, err := toml.Marshal(map[string]string{"x": text})
	if err != nil {
		return `""`
	}
	return strings.TrimSuffix(strings.TrimPrefix(string(line), "x = "), "\n")
}

// OneLine makes text from a file safe for a terminal.
func oneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return '?'
	}, text)
}
