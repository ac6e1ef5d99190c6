// Package tomlfile says where in a TOML file a value stands, and how it is written there: what messages to those who edit
// such files by hand need, and the parser tells only on the way.
package config

import (
	"cmp"
	"errors"
	"maps"
	"slices"

	"github.com/BurntSushi/toml"
)

// ValueOf returns a value as the parser has it.
func valueOf(file *toml.MetaData, p toml.Primitive) (value any) {
	if err := file.PrimitiveDecode(p, &value); err != nil {
		panic(err) // anything fits into any
	}
	return value
}

// LineOf returns the line of a value, or 0. The parser reports it only when a value is refused. Of tables that share a name it
// is that of the last.
func lineOf(file *toml.MetaData, p toml.Primitive) int {
	var refused toml.ParseError
	if errors.As(file.PrimitiveDecode(p, refusal{}), &refused) && refused.Position.Line > 0 {
		return refused.Position.Line
	}
	var inner map[string]toml.Primitive // of a.b = 1, only a.b has a place
	if file.PrimitiveDecode(p, &inner) == nil {
		first := 0
		for _, value := range inner {
			if line := lineOf(file, value); first == 0 || 0 < line && line < first {
				first = line
			}
		}
		return first
	}
	return 0
}

// refusal is a toml.Unmarshaler that refuses every value.
type refusal struct{}

func (refusal) UnmarshalTOML(any) error { return errors.New("refused") }

// Names returns the names of values in their order in the file.
func names(file *toml.MetaData, values map[string]toml.Primitive) []string {
	return slices.SortedFunc(maps.Keys(values), func(a, b string) int {
		return cmp.Or(lineOf(file, values[a])-lineOf(file, values[b]), cmp.Compare(a, b))
	})
}
