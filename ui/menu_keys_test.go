package ui

import (
	"testing"
	"time"

	"dogfight/ui/input"
)

// TestMenusGetKeysAsTcellSaysThem types what terminals send.
func TestMenusGetKeysAsTcellSaysThem(t *testing.T) {
	for typed, want := range map[string]string{
		"a": "Rune[a]", "é": "Rune[é]", " ": "Rune[ ]", "\x1bx": "Alt+Rune[x]", "\x01": "Ctrl+A", "\x15": "Ctrl+U", "\x00": "Ctrl+F13",
		"\r": "Enter", "\t": "Tab", "\x1b[Z": "Backtab", "\x7f": "Backspace", "\x1b\x7f": "Alt+Backspace", "\x1b[3~": "Delete", "\x1b[2~": "Insert",
		"\x1b[A": "Up", "\x1bOB": "Down", "\x1b[1;5C": "Ctrl+Right", "\x1b[D": "Left", "\x1b[H": "Home", "\x1b[4~": "End", "\x1b[5~": "PgUp", "\x1b[6~": "PgDn",
		"\x1bOP": "F1", "\x1b[24~": "F12", "\x1b[25~": "F13", "\x1b[97;6u": "Shift+Ctrl+Rune[a]", "\x1b[97;9u": "Meta+Rune[a]",
	} {
		var d input.Decoder
		events := d.Decode(nil, []byte(typed), time.Now())
		if len(events) != 1 || menuKey(events[0]).Name() != want {
			t.Errorf("%q: expected %s, found %v", typed, want, events)
		}
	}
}
