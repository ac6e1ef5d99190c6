package settings

import (
	"cmp"
	"fmt"
	"maps"
	"strings"

	"github.com/BurntSushi/toml"

	"dogfight/internal/tomlfile"
	"dogfight/ui/controls"
	keyboard "dogfight/ui/keys"
)

// bindTable is the table of the file that gives actions other keys than the preset:
//
//	[bind]
//	fire = ["Space", "Enter"]
const bindTable = "bind"

var bindAllowed = fmt.Sprintf("a list of up to %d keys", controls.MostKeys)

// takeBind reads the table. Unknown actions are kept, like unknown keys of the file.
func (c *content) takeBind(file *toml.MetaData, table toml.Primitive) *Problem {
	broken := func(p toml.Primitive, what string) *Problem {
		return &Problem{Line: cmp.Or(tomlfile.LineOf(file, p), tomlfile.LineOf(file, table)), What: bindTable + ": " + what, Broken: true}
	}
	value := tomlfile.ValueOf(file, table)
	if _, ok := value.(map[string]any); !ok {
		return broken(table, "must be a table, got "+tomlfile.Written(value))
	}
	var lines map[string]toml.Primitive
	file.PrimitiveDecode(table, &lines) // a table has lines
	lists := map[controls.Action][]keyboard.Key{}
	var first *Problem
	for _, name := range tomlfile.Names(file, lines) {
		action, ok := controls.ActionNamed(name)
		if !ok {
			c.unbound[name] = tomlfile.ValueOf(file, lines[name])
			if first == nil {
				first = &Problem{Line: tomlfile.LineOf(file, lines[name]), What: fmt.Sprintf("%s: unknown action %q: must be %s", bindTable, name, actionNames())}
			}
			continue
		}
		list, err := keyList(tomlfile.ValueOf(file, lines[name]))
		if err != nil {
			return broken(lines[name], name+": "+tomlfile.OneLine(err.Error()))
		}
		lists[action] = list
	}
	if err := c.Keys.Override(lists); err != nil {
		return broken(table, tomlfile.OneLine(err.Error()))
	}
	return first
}

// keyList reads the keys of an action.
func keyList(value any) ([]keyboard.Key, error) {
	names, ok := value.([]any)
	if !ok || len(names) > controls.MostKeys {
		return nil, fmt.Errorf(`must be %s such as ["Space", "f"], got %s`, bindAllowed, writtenList(names, value))
	}
	var list []keyboard.Key
	for _, value := range names {
		name, ok := value.(string)
		if !ok {
			return nil, fmt.Errorf("must be the name of a key in quotes, got %s", tomlfile.Written(value))
		}
		key, err := keyboard.Parse(name)
		if err != nil {
			return nil, err
		}
		list = append(list, key)
	}
	return list, nil
}

func writtenList(names []any, value any) string {
	if len(names) > controls.MostKeys {
		return fmt.Sprint(len(names))
	}
	return tomlfile.Written(value)
}

// bindText returns the table as written to the file, "" if it is empty.
func (c *content) bindText() (string, error) {
	lists := maps.Clone(c.unbound)
	for a := controls.Up; a < controls.Actions; a++ {
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
	for a := controls.Up; a < controls.Actions; a++ {
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
