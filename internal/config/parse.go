package config

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
)

// parse returns what a text says, and all that is wrong with it; no problem has a path yet.
func parse(text string, keys []Key) (values []Value, found Problems) {
	var said map[string]toml.Primitive
	file, err := toml.Decode(text, &said)
	if err != nil {
		return nil, Problems{syntaxProblem(err, keys)}
	}
	for _, name := range names(&file, said) {
		line := max(cmp.Or(keyLine(text, name), lineOf(&file, said[name])), 1)
		value := valueOf(&file, said[name])
		k := keyNamed(keys, name)
		if k == nil {
			found = append(found, unknownKey(name, value, line, keys))
			continue
		}
		v, problems := k.read(value, line, text)
		found = append(found, problems...)
		if len(problems) == 0 {
			values = append(values, v)
		}
	}
	slices.SortStableFunc(values, func(a, b Value) int { return a.Line - b.Line })
	slices.SortStableFunc(found, func(a, b Problem) int { return a.Line - b.Line })
	return values, found
}

// read returns what the file says of the key.
func (k *Key) read(value any, line int, text string) (Value, Problems) {
	v := Value{Key: k.Name, Line: line}
	var err error
	if k.Kind == Turns {
		var wrong Problems
		v, wrong = k.readTurns(value, v, text)
		if len(wrong) > 0 || v.Texts != nil {
			return v, wrong
		}
	}
	if v.Texts, err = k.Kind.texts(value); err != nil {
		return v, Problems{{Line: line, Key: k.Name, What: err.Error()}}
	}
	return v, nil
}

// unknownKey refuses a name, with those that it may have meant.
func unknownKey(name string, value any, line int, keys []Key) Problem {
	p := Problem{Line: line, Key: name}
	if _, table := value.(map[string]any); table {
		p.Key = "[" + name + "]"
	}
	p.What = fmt.Sprintf("must be a key that dogfight config show lists, got %q", name)
	if like := likely(name, keys); like != "" {
		p.What = fmt.Sprintf("must be a key that dogfight config show lists, such as %s, got %q", like, name)
	}
	return p
}

func keyNamed(keys []Key, name string) *Key {
	if i := slices.IndexFunc(keys, func(k Key) bool { return k.Name == name }); i >= 0 {
		return &keys[i]
	}
	return nil
}

// likely returns the key that a name may be meant for: written otherwise, with up to two slips, or with a word more or less. "" if it is like none.
func likely(name string, keys []Key) string {
	if len(name) > 64 {
		return ""
	}
	plain := strings.ToLower(strings.ReplaceAll(name, "-", "_"))
	best, least := "", 3
	for _, k := range keys {
		if d := slips(plain, k.Name); d < least && d < len(k.Name) {
			best, least = k.Name, d
		}
	}
	for _, k := range keys {
		if best == "" && min(len(plain), len(k.Name)) > 3 && (strings.Contains(k.Name, plain) || strings.Contains(plain, k.Name)) {
			best = k.Name
		}
	}
	return best
}

// slips is Levenshtein's distance: so many characters are to be put in, taken out or changed to make b of a.
func slips(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := before
			if a[i] != b[j] {
				change++
			}
			before = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
