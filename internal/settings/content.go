package settings

import (
	"errors"
	"fmt"
	"strings"

	"github.com/BurntSushi/toml"

	"dogfight/internal/tomlfile"
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
	for _, name := range tomlfile.Names(&file, values) {
		if name == bindTable {
			continue // changes what another key says
		}
		problem := c.take(name, tomlfile.ValueOf(&file, values[name]))
		if problem == nil {
			continue
		}
		problem.Line = tomlfile.LineOf(&file, values[name])
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
		return &Problem{What: k.wrong(tomlfile.Written(value)), Broken: true}
	}
	return nil
}

// syntaxProblem says what is wrong in a text that is not TOML.
func syntaxProblem(err error) *Problem {
	var syntax toml.ParseError
	if !errors.As(err, &syntax) {
		return &Problem{What: tomlfile.OneLine(err.Error()), Broken: true}
	}
	problem := &Problem{Line: syntax.Position.Line, What: tomlfile.OneLine(syntax.Message), Broken: true}
	if k := keyNamed(syntax.LastKey); k != nil {
		problem.What = k.name + ": " + problem.What
		if found, ok := strings.CutPrefix(syntax.Message, "expected value but found "); ok {
			problem.What = k.wrong(tomlfile.OneLine(strings.TrimSuffix(found, " instead")))
		}
	}
	return problem
}
