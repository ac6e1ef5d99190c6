package config

import (
	"cmp"
	"errors"
	"iter"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/BurntSushi/toml"
)

// valueOf returns a value as the parser decodes it.
func valueOf(file *toml.MetaData, p toml.Primitive) (value any) {
	if err := file.PrimitiveDecode(p, &value); err != nil {
		panic(err) // cannot happen: any takes every value
	}
	return value
}

// lineOf returns the line of a value, or 0. The parser reports it only in the error for a refused value. For tables of the same name it is
// the line of the last.
func lineOf(file *toml.MetaData, p toml.Primitive) int {
	var refused toml.ParseError
	if errors.As(file.PrimitiveDecode(p, refusal{}), &refused) && refused.Position.Line > 0 {
		return refused.Position.Line
	}
	var inner map[string]toml.Primitive // a.b = 1 has a line for a.b alone
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

// names returns the names of values in their order in the file.
func names(file *toml.MetaData, values map[string]toml.Primitive) []string {
	return slices.SortedFunc(maps.Keys(values), func(a, b string) int {
		return cmp.Or(lineOf(file, values[a])-lineOf(file, values[b]), cmp.Compare(a, b))
	})
}

// longestFound is the longest wrong value in an error.
const longestFound = 40

// written returns a value as a file has it, short enough for an error.
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

// Quoted returns a text as a string of TOML.
func Quoted(text string) string {
	line, err := toml.Marshal(map[string]string{"x": text})
	if err != nil {
		return `""`
	}
	return strings.TrimSuffix(strings.TrimPrefix(string(line), "x = "), "\n")
}

// oneLine makes text from a file safe for a terminal.
func oneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return '?'
	}, text)
}

// tableLines returns the lines of the headings [[name]]. The parser knows only the last.
func tableLines(text, name string) (lines []int) {
	for number, line := range outside(text) {
		heading, isHeading := strings.CutPrefix(line, "[[")
		heading, _, closed := strings.Cut(heading, "]]")
		if isHeading && closed && bare(heading) == name {
			lines = append(lines, number)
		}
	}
	return lines
}

// keyLine returns the first line of a key outside of tables, or 0. The parser knows only the line where its value ends.
func keyLine(text, name string) int {
	for number, line := range outside(text) {
		key, _, assigned := strings.Cut(line, "=")
		switch {
		case strings.HasPrefix(line, "["):
			return 0
		case assigned && bare(key) == name:
			return number
		}
	}
	return 0
}

// bare returns a key without quotation marks.
func bare(key string) string { return strings.Trim(key, " \t\"'") }

// outside yields the lines that do not begin inside a string, without leading space.
func outside(text string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		number, inside := 0, ""
		for line := range strings.Lines(text) {
			number++
			if inside == "" && !yield(number, strings.TrimLeft(line, " \t")) {
				return
			}
			inside = after(line, inside)
		}
	}
}

// after returns the quote of the string that is open after a line, given the one before it; "" for none.
func after(line, inside string) string {
	for i := 0; i < len(line); i++ {
		rest := line[i:]
		switch {
		case inside == `"""` && line[i] == '\\', inside == `"` && line[i] == '\\':
			i++
		case inside != "":
			if strings.HasPrefix(rest, inside) {
				i += len(inside) - 1
				inside = ""
			}
		case line[i] == '#':
			return ""
		case strings.HasPrefix(rest, `"""`), strings.HasPrefix(rest, `'''`):
			inside = rest[:3]
			i += 2
		case line[i] == '"' || line[i] == '\'':
			inside = rest[:1]
		}
	}
	if len(inside) == 1 { // it ends with its line
		return ""
	}
	return inside
}
