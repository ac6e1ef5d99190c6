package assets

import (
	"strings"
	"testing"
)

func TestHelpForAPadTellsOfNoKeyboard(t *testing.T) {
	keyboard, pad := Help(), HelpForPad()
	for _, word := range []string{"wasd", "the arrows", "Space", "F2", "Ctrl", "Tab", "Enter", "Esc", "1 to 7", "Digits"} {
		if !strings.Contains(keyboard, word) {
			t.Errorf("the help does not tell of %q at all", word)
		}
		if strings.Contains(pad, word) {
			t.Errorf("that of a pad tells of %q", word)
		}
	}
	for _, section := range []string{"FLYING", "FIGHTING", "TRAILS", "SCREENS", "SOUND", "MODES", "POINTS"} {
		if n := strings.Count("\n"+pad, "\n"+section+"\n"); n != 1 {
			t.Errorf("%s is there %d times", section, n)
		}
	}
	for line := range strings.Lines(pad) {
		if len(strings.TrimRight(line, "\n")) > 54 { // what a terminal of 60 columns shows
			t.Errorf("%q is too long", line)
		}
	}
}
