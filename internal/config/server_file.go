package config

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/BurntSushi/toml"

	"dogfight/sys"
)

// Key is a key that a file may have.
type Key struct {
	Name string
	Kind ValueKind
}

// Value is the value of a key in a file.
type Value struct {
	Key     string
	Line    int
	Texts   []string // for a flag, one after the other; none for an empty value
	Entries []int    // the line of each turn; nil if all are in one
}

// ServerFile has the values of a file in the order of its lines.
type ServerFile struct {
	Path   string
	Values []Value
}

// maxSize is far more than a file needs, and is parsed fast.
const maxSize = 64 << 10

// ReadServerFile reads the file at path. The error is Problems, or why it cannot be read.
func ReadServerFile(path string, keys []Key) (*ServerFile, error) {
	text, err := sys.ReadFile(path, sys.MaxText)
	if err != nil {
		return nil, fmt.Errorf("cannot read the configuration: %w", err)
	}
	return ParseServerFile(path, text, keys)
}

// ParseServerFile parses a text. The error is Problems; values without a problem are returned too.
func ParseServerFile(path string, text []byte, keys []Key) (*ServerFile, error) {
	f := &ServerFile{Path: path}
	var found Problems
	switch {
	case len(text) > maxSize:
		found = Problems{{Line: 1, Text: fmt.Sprintf("must be a file of at most %d bytes", maxSize)}}
	case !utf8.Valid(text):
		found = Problems{{Line: 1 + bytes.Count(text[:firstInvalid(text)], []byte{'\n'}), Text: "must be UTF-8"}}
	default:
		f.Values, found = parse(string(text), keys)
	}
	for i := range found {
		found[i].Path = path
	}
	if len(found) > 0 {
		return f, found
	}
	return f, nil
}

// firstInvalid returns the offset of the first bytes that are not UTF-8.
func firstInvalid(text []byte) (at int) {
	for at < len(text) {
		r, size := utf8.DecodeRune(text[at:])
		if r == utf8.RuneError && size == 1 {
			break
		}
		at += size
	}
	return at
}

// Value returns the value of a key; nil if the file has none.
func (f *ServerFile) Value(key string) *Value {
	if i := slices.IndexFunc(f.Values, func(v Value) bool { return v.Key == key }); i >= 0 {
		return &f.Values[i]
	}
	return nil
}

// Problem is a mistake in a line of a file.
type Problem struct {
	Path string
	Line int
	Key  string // "" if not known
	Text string // "must be ..., got ..."
}

// Error returns one line, such as "server.toml:4: bots: must be ..., got ...".
func (p Problem) Error() string {
	text := p.Text
	if p.Key != "" {
		text = p.Key + ": " + p.Text
	}
	return oneLine(fmt.Sprintf("%s:%d: %s", p.Path, p.Line, text))
}

// Problems are all mistakes in a file, at least one.
type Problems []Problem

// Error returns the first, and the number of the others.
func (p Problems) Error() string {
	if len(p) == 1 {
		return p[0].Error()
	}
	return fmt.Sprintf("%s (and %d more: see dogfight config check)", p[0].Error(), len(p)-1)
}

func (p Problems) Unwrap() (all []error) {
	for _, one := range p {
		all = append(all, one)
	}
	return all
}

// syntaxProblem describes an error of the parser.
func syntaxProblem(err error, keys []Key) Problem {
	var syntax toml.ParseError
	if !errors.As(err, &syntax) {
		return Problem{Line: 1, Text: err.Error()}
	}
	p := Problem{Line: max(syntax.Position.Line, 1), Key: syntax.LastKey, Text: syntax.Message}
	found, isValue := strings.CutPrefix(syntax.Message, "expected value but found ")
	k := keyNamed(keys, syntax.LastKey)
	switch {
	case isValue && k != nil:
		p.Text = fmt.Sprintf("must be %s, got %s", expected[k.Kind], strings.TrimSuffix(found, " instead"))
	case strings.Contains(syntax.Message, "already been defined"):
		p.Text = "must be there only once"
	}
	return p
}

// parse returns the values in a text and all its mistakes, which have no path yet.
func parse(text string, keys []Key) (values []Value, found Problems) {
	var raw map[string]toml.Primitive
	file, err := toml.Decode(text, &raw)
	if err != nil {
		return nil, Problems{syntaxProblem(err, keys)}
	}
	for _, name := range names(&file, raw) {
		line := max(cmp.Or(keyLine(text, name), lineOf(&file, raw[name])), 1)
		value := valueOf(&file, raw[name])
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

// read returns the value of the key.
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
		return v, Problems{{Line: line, Key: k.Name, Text: err.Error()}}
	}
	return v, nil
}

// unknownKey refuses a name, with a key that it may mean.
func unknownKey(name string, value any, line int, keys []Key) Problem {
	p := Problem{Line: line, Key: name}
	if _, table := value.(map[string]any); table {
		p.Key = "[" + name + "]"
	}
	p.Text = fmt.Sprintf("must be a key that dogfight config show lists, got %q", name)
	if like := likely(name, keys); like != "" {
		p.Text = fmt.Sprintf("must be a key that dogfight config show lists, such as %s, got %q", like, name)
	}
	return p
}

func keyNamed(keys []Key, name string) *Key {
	if i := slices.IndexFunc(keys, func(k Key) bool { return k.Name == name }); i >= 0 {
		return &keys[i]
	}
	return nil
}

// likely returns the key that a name may mean: with up to two slips, or with a word more or less; "" for none.
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

// slips is Levenshtein's distance: the insertions, deletions and changes of characters from a to b.
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
