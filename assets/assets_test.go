package assets

import (
	"strings"
	"testing"
)

func TestPilotNamesFitAndDiffer(t *testing.T) {
	names := PilotNames()
	if len(names) < 100 {
		t.Errorf("got %d names, expected at least 100", len(names))
	}
	seen := map[string]bool{}
	for _, name := range names {
		if len(name) > 12 || strings.ContainsFunc(name, func(r rune) bool { return r <= ' ' || r > '~' }) {
			t.Errorf("%q: expected at most 12 characters of printable ASCII", name)
		}
		if key := strings.ToLower(name); seen[key] {
			t.Errorf("%q is there twice", name)
		} else {
			seen[key] = true
		}
	}
}

func TestHelpFitsTheScreen(t *testing.T) {
	help := Help()
	for i, line := range strings.Split(help, "\n") {
		if len(line) > 74 || strings.ContainsFunc(line, func(r rune) bool { return r < ' ' || r > '~' }) {
			t.Errorf("line %d: expected at most 74 columns of printable ASCII: %q", i+1, line)
		}
	}
}

func TestHelpSpeaksOfEveryShipAndWeapon(t *testing.T) {
	help := Help()
	for _, c := range Classes() {
		if !strings.Contains(help, c.Title) {
			t.Errorf("nothing about the %s", c.Title)
		}
	}
	for _, w := range Weapons() {
		if !strings.Contains(help, w.Title) {
			t.Errorf("nothing about the %s", w.Title)
		}
	}
}
