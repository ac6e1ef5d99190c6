package assets

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"

	"dogfight/game"
)

// table is a TOML file with entries of one kind, each under [[kind]]. It keeps its first error, so a
// caller may read everything and check once.
type table struct {
	file    string // for errors
	kind    string
	text    string
	entries []entry
	names   map[string]bool // of the entries so far
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

// list sets the entries.
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

// readEntries reads a table of 1 to most entries, each with read.
func readEntries[T any](file, kind string, data []byte, most int, read func(e entry) T) ([]T, error) {
	t := readTable(file, kind, data, most)
	var all []T
	for _, e := range t.entries {
		all = append(all, read(e))
		e.finish()
	}
	if t.err != nil {
		return nil, t.err
	}
	return all, nil
}

// lower is lists within the entries of a table, such as [[boss.part]].
type lower struct {
	above     *table
	kind, key string
	count     int // entries read
}

// below returns the lists of a key.
func (t *table) below(key string) *lower {
	return &lower{above: t, kind: t.kind + "." + key, key: key}
}

// of reads the list of an entry, with least to most entries. Errors go to the table above.
func (l *lower) of(e entry, least, most int) (entries []entry) {
	list, _ := e.pop(l.key).([]map[string]any)
	if len(list) < least || len(list) > most {
		e.fail(l.key, mustBe(fmt.Sprintf("%d to %d [[%s]]", least, most, l.kind), len(list)))
	}
	for _, values := range list {
		entries = append(entries, entry{table: l.above, under: l.kind, index: l.count, values: values})
		l.count++
	}
	return entries
}

// located adds the file and, if known, the place to an error of the parser.
func (t *table) located(err error) error {
	var syntax toml.ParseError
	if errors.As(err, &syntax) {
		at := syntax.Position
		return fmt.Errorf("%s:%d:%d: %s", t.file, at.Line, at.Col, syntax.Message)
	}
	return fmt.Errorf("%s: %w", t.file, err)
}

// quotedList returns words for an error.
func quotedList(words []string) string {
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = strconv.Quote(word)
	}
	return strings.Join(quoted, ", ")
}

// entry is one entry of a table. Reading a value removes it, so that the rest at the end is unknown.
type entry struct {
	table  *table
	under  string // its header, if not the table's
	index  int    // among those of its header; -1 for the keys above all of them
	values map[string]any
}

// longestText is the most characters of a name or title, for the columns of menus.
const longestText = 16

// number reads a whole number from least to most.

// number takes out a whole number from least to most.
func (e entry) number(key string, least, most int64) int64 {
	got := e.pop(key)
	n, err := wholeNumber(got, least, most)
	if err != nil {
		e.fail(key, err)
		return least
	}
	return n
}

// smallLetters are the characters of names.
const smallLetters = "abcdefghijklmnopqrstuvwxyz0123456789-"

// name reads the name, which must be unique.
func (e entry) name() string {
	name := e.word("name", smallLetters, "small letters, digits and -")
	if e.table.names[name] {
		e.fail("name", mustBe("one that no other "+e.table.kind+" has", name))
	}
	e.table.names[name] = true
	return name
}

// title reads the text for the screen.
func (e entry) title() string {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-' "
	return e.word("title", letters, "letters, digits, blanks, - and '")
}

// word reads a text of certain letters.
func (e entry) word(key, letters, described string) string {
	got := e.pop(key)
	text, ok := got.(string)
	if !ok || text == "" || len(text) > longestText || strings.Trim(text, letters) != "" {
		e.fail(key, mustBe(fmt.Sprintf("1 to %d %s", longestText, described), got))
	}
	return text
}

// finish reports unknown keys.
func (e entry) finish() {
	for _, key := range slices.Sorted(maps.Keys(e.values)) {
		if e.table.err == nil {
			e.table.err = fmt.Errorf("%s: unknown key %q", e.place(key), key)
		}
	}
}

// pop removes a value and returns it.
func (e entry) pop(key string) any {
	value := e.values[key]
	delete(e.values, key)
	return value
}

// fail sets the error of the table, unless it has one.
func (e entry) fail(key string, err error) {
	if e.table.err == nil {
		e.table.err = fmt.Errorf("%s: %s: %w", e.place(key), key, err)
	}
}

// place returns the file and the line of a key, or else of its entry. The parser does not report
// them, so this searches the text for the usual layout, and omits a line that it does not find.
func (e entry) place(key string) string {
	begun, header := -1, 0
	under := "[[" + cmp.Or(e.under, e.table.kind) + "]]"
	in := e.index == -1
	for i, line := range strings.Split(e.table.text, "\n") {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[[") {
			in = false
		}
		if strings.HasPrefix(line, under) {
			begun++
			if in = begun == e.index; in {
				header = i + 1
			}
		}
		before, _, assigns := strings.Cut(line, "=")
		if in && assigns && strings.TrimSpace(before) == key {
			return fmt.Sprintf("%s:%d", e.table.file, i+1)
		}
	}
	if header == 0 {
		return e.table.file
	}
	return fmt.Sprintf("%s:%d", e.table.file, header)
}

// wholeNumber returns a TOML value that must be a number from least to most.
func wholeNumber(value any, least, most int64) (int64, error) {
	n, ok := value.(int64)
	switch {
	case value == nil:
		return 0, errMissing
	case !ok:
		return 0, fmt.Errorf("%s is not a whole number", quoted(value))
	case n < least || n > most:
		return 0, mustBe(fmt.Sprintf("%d to %d", least, most), value)
	}
	return n, nil
}

// errMissing reports a key that is missing.
var errMissing = errors.New("missing")

// mustBe returns an error about a wrong value.
func mustBe(want string, got any) error {
	if got == nil {
		return errMissing
	}
	return fmt.Errorf("must be %s, got %s", want, quoted(got))
}

// quoted returns a value for an error.
func quoted(value any) string {
	if text, ok := value.(string); ok {
		return strconv.Quote(text)
	}
	return fmt.Sprint(value)
}

// speed converts units a second to 1/256 unit a tick.
func speed(units int64) int32 {
	return int32(nearest(units*game.One, game.TickRate))
}

// acceleration converts units/second² to 1/256 unit/tick².
func acceleration(units int64) int32 {
	return int32(nearest(units*game.One, game.TickRate*game.TickRate))
}

// ticks converts milliseconds to ticks.
func ticks(ms int64) int64 {
	return nearest(ms*game.TickRate, 1000)
}

// nearest divides a non-negative number and rounds.
func nearest(n, by int64) int64 {
	return (n + by/2) / by
}
