package config

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"strings"

	"github.com/BurntSushi/toml"

	"dogfight/sys"
	"dogfight/ui/input"
)

// ReadSettings returns the settings in the file at path, or the defaults without a file. They are valid even with an error, which has one
// line: the first mistake, or why the file could not be read.
func ReadSettings(path string) (input.Settings, error) {
	c, err := read(path)
	return c.Settings, err
}

// SaveSettings saves the settings that differ between was and is in the file at path, which it creates if needed and replaces atomically. The
// others keep their values in the file, as flags may have overridden them, and so do unknown keys. It leaves a broken file alone.
func SaveSettings(path string, was, is input.Settings) error {
	c, err := read(path)
	var problem *settingsProblem
	switch {
	case errors.As(err, &problem) && problem.broken:
		return fmt.Errorf("the file is broken and was left alone: %s", problem.placed())
	case err != nil && problem == nil:
		return fmt.Errorf("could not read the file: %w", err)
	}
	merge(&c.Settings, &was, &is)
	text, err := c.text()
	if err == nil {
		err = sys.ReplaceFile(path, text)
	}
	if err != nil {
		return fmt.Errorf("could not write the file: %w", err)
	}
	return nil
}

// settingsProblem is the first mistake in a settings file.
type settingsProblem struct {
	path string
	line int // 0: not known
	text string
	// broken means that nothing in the file applies; otherwise only that line does not.
	broken bool
}

func (p *settingsProblem) Error() string {
	if p.broken {
		return p.placed() + "; using the defaults until it is fixed"
	}
	return p.placed() + "; the other settings apply"
}

// placed returns the text with the place.
func (p *settingsProblem) placed() string {
	if p.line == 0 {
		return fmt.Sprintf("%s: %s", p.path, p.text)
	}
	return fmt.Sprintf("%s:%d: %s", p.path, p.line, p.text)
}

// content is the content of a settings file.
type content struct {
	input.Settings
	others  map[string]any // unknown keys, perhaps of a newer version
	unbound map[string]any // unknown actions
}

func newContent() content {
	return content{Settings: input.DefaultSettings(), others: map[string]any{}, unbound: map[string]any{}}
}

func read(path string) (content, error) {
	text, err := sys.ReadFile(path, sys.MaxText)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
		return newContent(), err
	}
	c, problem := parseSettings(string(text))
	if problem != nil {
		problem.path = path
		return c, problem
	}
	return c, nil
}

// parseSettings parses a file. Its problem has no path yet.
func parseSettings(text string) (content, *settingsProblem) {
	c := newContent()
	var values map[string]toml.Primitive
	file, err := toml.Decode(text, &values)
	if err != nil {
		return c, settingsSyntaxProblem(err)
	}
	var first *settingsProblem
	for _, name := range names(&file, values) {
		if name == bindTable {
			continue // it changes the value of another key
		}
		problem := c.apply(name, valueOf(&file, values[name]))
		if problem == nil {
			continue
		}
		problem.line = lineOf(&file, values[name])
		if problem.broken {
			return newContent(), problem
		}
		first = cmp.Or(first, problem)
	}
	if table, ok := values[bindTable]; ok {
		problem := c.applyBind(&file, table)
		if problem != nil && problem.broken {
			return newContent(), problem
		}
		first = cmp.Or(first, problem)
	}
	return c, first
}

// apply applies one value.
func (c *content) apply(name string, value any) *settingsProblem {
	k := settingNamed(name)
	if k == nil {
		c.others[name] = value
		known := ""
		for _, k := range settings {
			known += k.name + ", "
		}
		return &settingsProblem{text: fmt.Sprintf("unknown setting %q: must be %s or %s", name, strings.TrimSuffix(known, ", "), bindTable)}
	}
	if !k.set(&c.Settings, value) {
		return &settingsProblem{text: k.refusal(written(value)), broken: true}
	}
	return nil
}

// settingsSyntaxProblem describes an error of the parser.
func settingsSyntaxProblem(err error) *settingsProblem {
	var syntax toml.ParseError
	if !errors.As(err, &syntax) {
		return &settingsProblem{text: oneLine(err.Error()), broken: true}
	}
	problem := &settingsProblem{line: syntax.Position.Line, text: oneLine(syntax.Message), broken: true}
	if k := settingNamed(syntax.LastKey); k != nil {
		problem.text = k.name + ": " + problem.text
		if found, ok := strings.CutPrefix(syntax.Message, "expected value but found "); ok {
			problem.text = k.refusal(oneLine(strings.TrimSuffix(found, " instead")))
		}
	}
	return problem
}

const heading = `# Dogfight settings. The game rewrites this file when you change something under
# Settings, and drops the comments that you have added.

`

// text returns the content as a file.
func (c *content) text() ([]byte, error) {
	var lines [][2]string
	width := 0
	for _, k := range settings {
		assigned, err := toml.Marshal(map[string]any{k.name: k.get(&c.Settings)})
		if err != nil {
			return nil, err
		}
		line := strings.TrimSpace(string(assigned))
		lines = append(lines, [2]string{line, k.allowed + ": " + k.meaning})
		width = max(width, len([]rune(line)))
	}
	var b strings.Builder
	b.WriteString(heading)
	for _, line := range lines {
		fmt.Fprintf(&b, "%-*s  # %s\n", width, line[0], line[1])
	}
	if len(c.others) > 0 {
		others, err := toml.Marshal(c.others)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&b, "\n# Unknown to this version of the game:\n%s", others)
	}
	bind, err := c.bindText()
	b.WriteString(bind)
	return []byte(b.String()), err
}

// bindTable is the table of actions with keys of their own.
const bindTable = "bind"

var bindAllowed = fmt.Sprintf("a list of up to %d keys", input.MostKeys)

// applyBind applies the table. Unknown actions are kept, as unknown keys are.
func (c *content) applyBind(file *toml.MetaData, table toml.Primitive) *settingsProblem {
	broken := func(p toml.Primitive, text string) *settingsProblem {
		return &settingsProblem{line: cmp.Or(lineOf(file, p), lineOf(file, table)), text: bindTable + ": " + text, broken: true}
	}
	value := valueOf(file, table)
	if _, ok := value.(map[string]any); !ok {
		return broken(table, "must be a table, got "+written(value))
	}
	var lines map[string]toml.Primitive
	file.PrimitiveDecode(table, &lines)
	lists := map[input.Action][]input.Key{}
	var first *settingsProblem
	for _, name := range names(file, lines) {
		action, ok := input.ActionNamed(name)
		if !ok {
			c.unbound[name] = valueOf(file, lines[name])
			if first == nil {
				first = &settingsProblem{line: lineOf(file, lines[name]), text: fmt.Sprintf("%s: unknown action %q: must be %s", bindTable, name, actionNames())}
			}
			continue
		}
		list, err := keyList(valueOf(file, lines[name]))
		if err != nil {
			return broken(lines[name], name+": "+oneLine(err.Error()))
		}
		lists[action] = list
	}
	if err := c.Keys.Override(lists); err != nil {
		return broken(table, oneLine(err.Error()))
	}
	return first
}

// keyList reads the keys of an action.
func keyList(value any) (list []input.Key, err error) {
	names, ok := value.([]any)
	if !ok || len(names) > input.MostKeys {
		found := written(value)
		if ok {
			found = fmt.Sprint(len(names))
		}
		return nil, fmt.Errorf(`must be %s such as ["Space", "f"], got %s`, bindAllowed, found)
	}
	for _, value := range names {
		name, ok := value.(string)
		if !ok {
			return nil, fmt.Errorf("must be the name of a key in quotes, got %s", written(value))
		}
		key, err := input.ParseKey(name)
		if err != nil {
			return nil, err
		}
		list = append(list, key)
	}
	return list, nil
}

// bindText returns the table as it is written, "" if it is empty.
func (c *content) bindText() (string, error) {
	lists := maps.Clone(c.unbound)
	for a := input.Up; a < input.Actions; a++ {
		if !c.Keys.Changed(a) {
			continue
		}
		names := []string{}
		for _, k := range c.Keys.Keys(a) {
			names = append(names, k.String())
		}
		lists[a.String()] = names
	}
	if len(lists) == 0 {
		return "", nil
	}
	text, err := toml.Marshal(map[string]any{bindTable: lists})
	return "\n# Keys that differ from the preset above: " + bindAllowed + " for each of\n# " + actionNames() + ".\n" + string(text), err
}

func actionNames() string {
	var names []string
	for a := input.Up; a < input.Actions; a++ {
		names = append(names, a.String())
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}
