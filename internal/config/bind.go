package config

import (
	"cmp"
	"fmt"
	"maps"
	"strings"

	"github.com/BurntSushi/toml"

	"dogfight/ui/input"
)

// bindTable is the table of the file that gives actions other keys than the preset:
//
//	[bind]
//	fire = ["Space", "Enter"]
const bindTable = "bind"

var bindAllowed = fmt.Sprintf("a list of up to %d keys", input.MostKeys)

// takeBind reads the table. Unknown actions are kept, like unknown keys of the file.
func (c *content) takeBind(file *toml.MetaData, table toml.Primitive) *settingsProblem {
	broken := func(p toml.Primitive, what string) *settingsProblem {
		return &settingsProblem{Line: cmp.Or(lineOf(file, p), lineOf(file, table)), What: bindTable + ": " + what, Broken: true}
	}
	value := valueOf(file, table)
	if _, ok := value.(map[string]any); !ok {
		return broken(table, "must be a table, got "+written(value))
	}
	var lines map[string]toml.Primitive
	file.PrimitiveDecode(table, &lines) // a table has lines
	lists := map[input.Action][]input.Key{}
	var first *settingsProblem
	for _, name := range names(file, lines) {
		action, ok := input.ActionNamed(name)
		if !ok {
			c.unbound[name] = valueOf(file, lines[name])
			if first == nil {
				first = &settingsProblem{Line: lineOf(file, lines[name]), What: fmt.Sprintf("%s: unknown action %q: must be %s", bindTable, name, actionNames())}
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
func keyList(value any) ([]input.Key, error) {
	names, ok := value.([]any)
	if !ok || len(names) > input.MostKeys {
		return nil, fmt.Errorf(`must be %s such as ["Space", "f"], got %s`, bindAllowed, writtenList(names, value))
	}
	var list []input.Key
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

func writtenList(names []any, value any) string {
	if len(names) > input.MostKeys {
		return fmt.Sprint(len(names))
	}
	return written(value)
}

// bindText returns the table as written to the file, "" if it is empty.
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

// quoted lists words as they are written in the file.
func quoted(words []string) string {
	last := len(words) - 1
	return `"` + strings.Join(words[:last], `", "`) + `" or "` + words[last] + `"`
}
