package config

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// readTurns reads what is played in turn: a list of texts or of tables, which become one text with commas between them. Another
// value it leaves as it is.
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
			wrong = append(wrong, Problem{Line: v.lineOf(i), Key: k.Name, What: fmt.Sprintf("entry %d: %v", i+1, err)})
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

// lineOf returns the line of an entry, which counts from 0.
func (v *Value) lineOf(entry int) int {
	if entry < len(v.Entries) {
		return v.Entries[entry]
	}
	return v.Line
}

// LineOf returns the line in which a message that begins with "entry N: " or "entry N, " finds its fault; that of the value
// for others.
func (v *Value) LineOf(what string) int {
	var n int
	if _, err := fmt.Sscanf(what, "entry %d", &n); err == nil && n > 0 {
		return v.lineOf(n - 1)
	}
	return v.Line
}

// turnOf returns a turn as MODE:ARENA.
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
