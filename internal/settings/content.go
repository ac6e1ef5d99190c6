package settings

import (
	"errors"
	"fmt"
	"strings"

	"github.com/BurntSushi/toml"
)

// content is what a settings file says.
type content struct {
	Settings
	others  map[string]any // unknown keys, perhaps a newer version's
	unbound map[string]any // likewise, actions in the table of keys
}

func newContent() content {
	return content{Settings: Default(), others: map[string]any{}, unbound: map[string]any{}}
}

// parse reads a file's text. Its problem has no path yet; unless it is Broken,
// the content is good.
func parse(text string) (content, *Problem) {
	c := newContent()
	var values map[string]toml.Primitive
	file, err := toml.Decode(text, &values)
	if err != nil {
		return c, syntaxProblem(err)
	}
	var first *Problem
	for _, name := range byLine(&file, values) {
		if name == bindTable {
			continue // changes what another key says
		}
		problem := c.take(name, valueOf(&file, values[name]))
		if problem == nil {
			continue
		}
		problem.Line = lineOf(&file, values[name])
		if problem.Broken {
			return newContent(), problem
		}
		if first == nil {
			first = problem
		}
	}
	if table, ok := values[bindTable]; ok {
		problem := c.takeBind(&file, table)
		if problem != nil && problem.Broken {
			return newContent(), problem
		}
		if first == nil {
			first = problem
		}
	}
	return c, first
}

// take applies one value.
func (c *content) take(name string, value any) *Problem {
	k := keyNamed(name)
	if k == nil {
		c.others[name] = value
		return &Problem{What: fmt.Sprintf("unknown setting %q: must be %s", name, keyNames())}
	}
	if !k.set(&c.Settings, value) {
		return &Problem{What: k.wrong(written(value)), Broken: true}
	}
	return nil
}

// syntaxProblem says what is wrong in a text that is not TOML.
func syntaxProblem(err error) *Problem {
	var syntax toml.ParseError
	if !errors.As(err, &syntax) {
		return &Problem{What: oneLine(err.Error()), Broken: true}
	}
	problem := &Problem{Line: syntax.Position.Line, What: oneLine(syntax.Message), Broken: true}
	if k := keyNamed(syntax.LastKey); k != nil {
		problem.What = k.name + ": " + problem.What
		if found, ok := strings.CutPrefix(syntax.Message, "expected value but found "); ok {
			problem.What = k.wrong(oneLine(strings.TrimSuffix(found, " instead")))
		}
	}
	return problem
}

func valueOf(file *toml.MetaData, p toml.Primitive) (value any) {
	if err := file.PrimitiveDecode(p, &value); err != nil {
		panic(err) // anything fits into any
	}
	return value
}

// lineOf returns the line of a value, or 0. The parser reports it only when a value is
// refused.
func lineOf(file *toml.MetaData, p toml.Primitive) int {
	var refused toml.ParseError
	if errors.As(file.PrimitiveDecode(p, refusal{}), &refused) && refused.Position.Line > 0 {
		return refused.Position.Line
	}
	var inner map[string]toml.Primitive // of a.b = 1, only a.b has a place
	if file.PrimitiveDecode(p, &inner) == nil {
		for _, value := range inner {
			return lineOf(file, value)
		}
	}
	return 0
}

// refusal is a toml.Unmarshaler that refuses every value.
type refusal struct{}

func (refusal) UnmarshalTOML(any) error { return errors.New("refused") }

// longestFound is how much of a wrong value is shown.
const longestFound = 40

// written returns a value as a file has it, shortened to fit a message.
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
