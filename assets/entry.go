package assets

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// entry is one of a table. Reading a value takes it out, so that what is left
// at the end is unknown.
type entry struct {
	table  *table
	under  string // the header that it stands under, if not the table's
	index  int    // among those of its header
	values map[string]any
}

// longestText is how many characters a name or a title may have, so that menus
// stay in line.
const longestText = 16

// number takes out a whole number from least to most.
func (e entry) number(key string, least, most int64) int64 {
	got := e.take(key)
	n, err := wholeNumber(got, least, most)
	if err != nil {
		e.fail(key, err)
		return least
	}
	return n
}

// smallLetters are what names are made of.
const smallLetters = "abcdefghijklmnopqrstuvwxyz0123456789-"

// name takes out the name, which no other entry has.
func (e entry) name() string {
	name := e.word("name", smallLetters, "small letters, digits and -")
	if e.table.names[name] {
		e.fail("name", mustBe("one that no other "+e.table.kind+" has", name))
	}
	e.table.names[name] = true
	return name
}

// title takes out what the screen shows.
func (e entry) title() string {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-' "
	return e.word("title", letters, "letters, digits, blanks, - and '")
}

// word takes out a text that is made of certain letters only.
func (e entry) word(key, letters, described string) string {
	got := e.take(key)
	text, ok := got.(string)
	if !ok || text == "" || len(text) > longestText || strings.Trim(text, letters) != "" {
		e.fail(key, mustBe(fmt.Sprintf("1 to %d %s", longestText, described), got))
	}
	return text
}

// finish makes sure that nothing is left.
func (e entry) finish() {
	for _, key := range slices.Sorted(maps.Keys(e.values)) {
		if e.table.err == nil {
			e.table.err = fmt.Errorf("%s: unknown key %q", e.place(key), key)
		}
	}
}

func (e entry) take(key string) any {
	value := e.values[key]
	delete(e.values, key)
	return value
}

// fail notes what is wrong with a key, unless the table has an error already.
func (e entry) fail(key string, err error) {
	if e.table.err == nil {
		e.table.err = fmt.Errorf("%s: %s: %w", e.place(key), key, err)
	}
}

// place returns the file and the line on which the key stands, or else the line
// on which its entry begins. The parser does not tell, so this looks for them
// as they are commonly written, and leaves the line out where they are not.
func (e entry) place(key string) string {
	begun, header := -1, 0
	under := "[[" + cmp.Or(e.under, e.table.kind) + "]]"
	in := e.index == -1 // what stands above all of them
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
