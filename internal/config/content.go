package config

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
	return content{Settings: DefaultSettings(), others: map[string]any{}, unbound: map[string]any{}}
}

// parse reads a file's text. Its problem has no path yet; unless it is Broken,
// the content is good.
func settingsParse(text string) (content, *settingsProblem) {
	c := newContent()
	var values map[string]toml.Primitive
	file, err := toml.Decode(text, &values)
	if err != nil {
		return c, settingsSyntaxProblem(err)
	}
	var first *settingsProblem
	for _, name := range names(&file, values) {
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
func (c *content) take(name string, value any) *settingsProblem {
	k := settingsKeyNamed(name)
	if k == nil {
		c.others[name] = value
		return &settingsProblem{What: fmt.Sprintf("unknown setting %q: must be %s", name, keyNames())}
	}
	if !k.set(&c.Settings, value) {
		return &settingsProblem{What: k.wrong(written(value)), Broken: true}
	}
	return nil
}

// syntaxProblem says what is wrong in a text that is not TOML.
func settingsSyntaxProblem(err error) *settingsProblem {
	var syntax toml.ParseError
	if !errors.As(err, &syntax) {
		return &settingsProblem{What: oneLine(err.Error()), Broken: true}
	}
	problem := &settingsProblem{Line: syntax.Position.Line, What: oneLine(syntax.Message), Broken: true}
	if k := settingsKeyNamed(syntax.LastKey); k != nil {
		problem.What = k.name + ": " + problem.What
		if found, ok := strings.CutPrefix(syntax.Message, "expected value but found "); ok {
			problem.What = k.wrong(oneLine(strings.TrimSuffix(found, " instead")))
		}
	}
	return problem
}
