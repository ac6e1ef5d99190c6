package config

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// ValueKind is the type of a value.
type ValueKind uint8

// The kinds of values.
const (
	Text   ValueKind = iota
	Number           // whole
	Switch           // true or false
	NumberOrText
	List   // of texts, or one alone
	Lines  // of texts; a text may have several lines
	Joined // of texts, which become one with commas
	Turns  // of a rotation
)

// expected describes the values of each kind.
var expected = [...]string{
	Text:         "text in quotes",
	Number:       "a whole number",
	Switch:       "true or false",
	NumberOrText: "a whole number, or text in quotes",
	List:         "text in quotes, or a list of that",
	Lines:        "text in quotes, or a list of that",
	Joined:       "text in quotes, or a list of that",
	Turns:        `a list such as ["teams:duel", "deathmatch"], or tables [[rotation]] with mode and arena`,
}

// texts returns a value as texts for a flag.
func (k ValueKind) texts(value any) ([]string, error) {
	wrong := fmt.Errorf("must be %s, got %s", expected[k], written(value))
	switch v := value.(type) {
	case string:
		switch {
		case k == Number || k == Switch:
			return nil, wrong
		case v == "":
			return nil, nil
		case k == Lines:
			return strings.Split(strings.TrimSuffix(v, "\n"), "\n"), nil
		}
		return []string{v}, nil
	case int64:
		if k != Number && k != NumberOrText {
			return nil, wrong
		}
		return []string{strconv.FormatInt(v, 10)}, nil
	case bool:
		if k != Switch {
			return nil, wrong
		}
		return []string{strconv.FormatBool(v)}, nil
	case []any:
		if k != List && k != Lines && k != Joined {
			return nil, wrong
		}
		texts, err := listed(v)
		if k == Joined && len(texts) > 0 {
			texts = []string{strings.Join(texts, ",")}
		}
		return texts, err
	}
	return nil, wrong
}

// listed returns the texts of a list.
func listed(list []any) (texts []string, err error) {
	for i, entry := range list {
		text, ok := entry.(string)
		if !ok {
			return nil, fmt.Errorf("entry %d: must be text in quotes, got %s", i+1, written(entry))
		}
		texts = append(texts, text)
	}
	return texts, nil
}

// readTurns reads a rotation: a list of texts or of tables, which become one text with commas. It leaves other values as they are.
func (k *Key) readTurns(value any, v Value, text string) (Value, Problems) {
	var entries []any
	switch list := value.(type) {
	case []any:
		entries = list
	case []map[string]any:
		for _, table := range list {
			entries = append(entries, table)
		}
		if v.Entries = tableLines(text, k.Name); len(v.Entries) != len(entries) {
			v.Entries = nil
		} else {
			v.Line = v.Entries[0]
		}
	}
	var turns []string
	var wrong Problems
	for i, entry := range entries {
		turn, err := turnOf(entry)
		if err != nil {
			wrong = append(wrong, Problem{Line: v.lineOf(i), Key: k.Name, Text: fmt.Sprintf("entry %d: %v", i+1, err)})
		}
		turns = append(turns, turn)
	}
	if turns != nil {
		v.Texts = []string{strings.Join(turns, ",")}
	} else if entries != nil {
		v.Texts = []string{}
	}
	return v, wrong
}

// lineOf returns the line of an entry, from 0.
func (v *Value) lineOf(entry int) int {
	if entry < len(v.Entries) {
		return v.Entries[entry]
	}
	return v.Line
}

// LineOf returns the line of a mistake that begins with "entry N: " or "entry N, "; for others, that of the value.
func (v *Value) LineOf(what string) int {
	var n int
	if _, err := fmt.Sscanf(what, "entry %d", &n); err == nil && n > 0 {
		return v.lineOf(n - 1)
	}
	return v.Line
}

// turnOf returns an entry as MODE:ARENA.
func turnOf(entry any) (string, error) {
	switch e := entry.(type) {
	case string:
		return e, noComma(e)
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(e)) {
			if name != "mode" && name != "arena" {
				return "", fmt.Errorf("must have mode and arena, got %q: other keys stand above the first [[rotation]]", name)
			}
			if _, ok := e[name].(string); !ok {
				return "", fmt.Errorf("%s must be text in quotes, got %s", name, written(e[name]))
			}
		}
		mode, _ := e["mode"].(string)
		arena, _ := e["arena"].(string)
		if mode == "" && arena == "" {
			return "", fmt.Errorf("must have mode or arena, got neither")
		}
		turn := mode
		if arena != "" {
			turn += ":" + arena
		}
		return turn, noComma(turn)
	}
	return "", fmt.Errorf("must be text in quotes or a table, got %s", written(entry))
}

func noComma(turn string) error {
	if strings.Contains(turn, ",") {
		return fmt.Errorf("must be MODE:ARENA, MODE or :ARENA without a comma, got %q", turn)
	}
	return nil
}
