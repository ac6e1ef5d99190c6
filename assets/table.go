package assets

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/BurntSushi/toml"
)

// table is a TOML file that lists entries of one kind, each under [[kind]]. Its
// first error stays, so that a caller may read everything and ask once.
type table struct {
	file    string // for errors
	kind    string
	text    string
	entries []entry
	names   map[string]bool // that entries have taken
	err     error
}

// readTable reads a table of 1 to most entries.
func readTable(file, kind string, data []byte, most int) *table {
	t := &table{file: file, kind: kind, text: string(data), names: map[string]bool{}}
	var content map[string]any
	if _, err := toml.Decode(t.text, &content); err != nil {
		t.err = t.located(err)
		return t
	}
	for _, key := range slices.Sorted(maps.Keys(content)) {
		if key != kind {
			t.err = fmt.Errorf("%s: unknown key %q: must be [[%s]]", file, key, kind)
			return t
		}
	}
	list, _ := content[kind].([]map[string]any)
	if len(list) < 1 || len(list) > most {
		t.err = fmt.Errorf("%s: must be 1 to %d [[%s]], got %d", file, most, kind, len(list))
		return t
	}
	for i, values := range list {
		t.entries = append(t.entries, entry{table: t, index: i, values: values})
	}
	return t
}

// located puts the file and, where the parser knows it, the place before its
// error.
func (t *table) located(err error) error {
	var syntax toml.ParseError
	if errors.As(err, &syntax) {
		at := syntax.Position
		return fmt.Errorf("%s:%d:%d: %s", t.file, at.Line, at.Col, syntax.Message)
	}
	return fmt.Errorf("%s: %w", t.file, err)
}
