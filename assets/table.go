package assets

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

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
	t.list(content[kind], most)
	return t
}

// list takes up what stands under the headers of the table.
func (t *table) list(content any, most int) {
	list, _ := content.([]map[string]any)
	if len(list) < 1 || len(list) > most {
		t.err = fmt.Errorf("%s: must be 1 to %d [[%s]], got %d", t.file, most, t.kind, len(list))
		return
	}
	for i, values := range list {
		t.entries = append(t.entries, entry{table: t, index: i, values: values})
	}
}

// lower is the lists within the entries of a table, such as [[boss.part]].
type lower struct {
	above     *table
	kind, key string
	count     int // that were taken out
}

// below returns the lists of that key.
func (t *table) below(key string) *lower {
	return &lower{above: t, kind: t.kind + "." + key, key: key}
}

// of takes the list out of an entry, of which it must have from least to most. What is wrong in
// it is wrong in the table above.
func (l *lower) of(e entry, least, most int) (entries []entry) {
	list, _ := e.take(l.key).([]map[string]any)
	if len(list) < least || len(list) > most {
		e.fail(l.key, mustBe(fmt.Sprintf("%d to %d [[%s]]", least, most, l.kind), len(list)))
	}
	for _, values := range list {
		entries = append(entries, entry{table: l.above, under: l.kind, index: l.count, values: values})
		l.count++
	}
	return entries
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

// quotedList returns words as an error lists them.
func quotedList(words []string) string {
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = strconv.Quote(word)
	}
	return strings.Join(quoted, ", ")
}
