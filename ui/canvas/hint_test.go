package canvas

import "testing"

func TestHintsTellOfAPadToThoseWhoHoldOne(t *testing.T) {
	for line, want := range map[string]string{
		"↑↓ choose   Enter mutes   Esc back":             "STICK choose   OK mutes   BACK",
		"↑↓ PgUp PgDn scroll   Enter chat   Esc back":    "STICK scroll   OK chat   BACK",
		"connection lost, reconnecting - Esc menu":       "connection lost, reconnecting - MENU",
		"Still there? Press a key":                       "Still there? Press a button",
		"Enter submits · ↑↓ move · ←→ change · Esc back": "OK submits · STICK move · STICK change · BACK",
	} {
		if got := (&Sheet{Pad: true}).Hint(line); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		if got := (&Sheet{}).Hint(line); got != line {
			t.Errorf("with a keyboard: got %q", got)
		}
	}
}
