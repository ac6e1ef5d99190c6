package assets

import (
	"fmt"
	"strings"
	"testing"

	"dogfight/game"
	"dogfight/game/bot"
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

func TestPhrasesFitBesideAShip(t *testing.T) {
	list := strings.Split(strings.TrimSpace(file("phrases.txt")), "\n")
	if len(list) < 1 || len(list) > mostPhrases {
		t.Errorf("got %d phrases, expected 1 to %d", len(list), mostPhrases)
	}
	help := Help()
	for i, phrase := range list {
		if phrase == "" || len(phrase) > 16 || strings.TrimSpace(phrase) != phrase || strings.ContainsFunc(phrase, func(r rune) bool { return r < ' ' || r > '~' }) {
			t.Errorf("line %d: expected 1 to 16 characters of printable ASCII, got %q", i+1, phrase)
		}
		if entry := string(rune('1'+i)) + " " + phrase; !strings.Contains(help, entry) {
			t.Errorf("the help lacks %q", entry)
		}
	}
}

// Players learn a bot's kind from its name, so each kind needs many names.
func TestPilotNamesHavePersonalities(t *testing.T) {
	var names [bot.Personalities]int
	for _, name := range PilotNames() {
		p, ok := Personality(name)
		if !ok {
			t.Fatalf("%q has no personality", name)
		}
		names[p]++
	}
	for p, n := range names {
		if n < 20 {
			t.Errorf("%d names for a %v, expected at least 20", n, bot.Personality(p))
		}
	}
	for _, word := range strings.Fields(file("pilots.txt")) {
		if heading, ok := strings.CutSuffix(word, ":"); ok {
			if _, known := bot.PersonalityNamed(heading); !known {
				t.Errorf("%q is no personality", heading)
			}
		}
	}
	if p, ok := Personality("Rivet"); !ok || p != bot.Sniper {
		t.Errorf("Rivet is a %v, expected a sniper", p)
	}
	if _, ok := Personality("Nobody"); ok {
		t.Error("Nobody has a personality")
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

func TestTheHelpListsAllModes(t *testing.T) {
	for _, m := range game.Modes() {
		if line := fmt.Sprintf("\n  %-10s %s\n", m.Name(), m.Summary()); !strings.Contains(Help(), line) {
			t.Errorf("the help lacks %q", line)
		}
	}
}

func TestHelpForAPadHasNoKeys(t *testing.T) {
	keyboard, pad := Help(), HelpForPad()
	for _, word := range []string{"wasd", "the arrows", "Space", "F2", "Ctrl", "Tab", "Enter", "Esc", "1 to 7", "Digits"} {
		if !strings.Contains(keyboard, word) {
			t.Errorf("the help lacks %q", word)
		}
		if strings.Contains(pad, word) {
			t.Errorf("that of a pad has %q", word)
		}
	}
	for _, section := range []string{"FLYING", "FIGHTING", "TRAILS", "SCREENS", "SOUND", "MODES", "POINTS"} {
		if n := strings.Count("\n"+pad, "\n"+section+"\n"); n != 1 {
			t.Errorf("%s is there %d times", section, n)
		}
	}
	for line := range strings.Lines(pad) {
		if len(strings.TrimRight(line, "\n")) > 54 { // the width of a terminal of 60 columns
			t.Errorf("%q is too long", line)
		}
	}
}

func TestEachModeHasThreeArenas(t *testing.T) {
	for _, mode := range game.Modes() {
		arenas := 0
		for _, a := range Arenas() {
			if !MadeFor(a.Name, mode) {
				continue
			}
			if err := mode.Plays(a, 0); err != nil {
				t.Errorf("%s is made for %s: %v", a.Name, mode.Name(), err)
			}
			arenas++
		}
		if arenas < 3 {
			t.Errorf("%s has %d arenas, expected three", mode.Name(), arenas)
		}
	}
	if n := len(ArenaNames()); n < 14 {
		t.Errorf("%d arenas, expected fourteen", n)
	}
}

// A ship takes three tiles, and its name ten columns and a row above it.
func TestShipsAndNamesOnTheGridOfARaceHaveRoom(t *testing.T) {
	for _, name := range []string{"ring", "serpent", "tour"} {
		a, err := Arena(name)
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range a.Spawns {
			for _, q := range a.Spawns[:i] {
				if dx, dy := p.X-q.X, p.Y-q.Y; max(dx, -dx) < 6*game.TileSize*game.One && max(dy, -dy) < 4*game.TileSize*game.One {
					t.Errorf("%s: two places are %d and %d units apart", name, dx/game.One, dy/game.One)
				}
			}
		}
		if len(a.Spawns) != game.MaxRacers {
			t.Errorf("%s has %d places, expected one for each racer", name, len(a.Spawns))
		}
	}
}
