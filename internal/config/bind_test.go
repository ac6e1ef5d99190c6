package config

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dogfight/ui/input"
)

// bound returns the names of an action's keys.
func bound(s Settings, a input.Action) string { return s.Keys.Names(a, input.MostKeys) }

func TestBoundKeysStandInForThoseOfTheSet(t *testing.T) {
	for _, text := range []string{
		"keys = 'azerty'\n[bind]\nfire = ['Enter', 'g']\nchat = ['C']\n",
		"bind.fire = ['enter', 'g']\nbind.chat = ['c']\nkeys = 'azerty'\n", // in any order
	} {
		s := readGood(t, fileWith(t, text))
		if got := bound(s, input.Fire) + ", " + bound(s, input.Chat) + ", " + bound(s, input.Left); got != "Enter g, c, Left q h" {
			t.Errorf("%q: found %s", text, got)
		}
	}
}

func TestBoundKeyIsTakenFromTheActionThatHadIt(t *testing.T) {
	s := readGood(t, fileWith(t, "[bind]\nboost = ['w', 'Tab']\n"))
	if up, scores := bound(s, input.Up), bound(s, input.Scores); up != "Up k" || scores != "no key" {
		t.Errorf("up has %s and scores has %s", up, scores)
	}
}

func TestBoundKeysAreReadAsTheyWereKept(t *testing.T) {
	for preset := range input.Presets {
		want := DefaultSettings()
		want.Keys = input.BindingsOf(preset)
		for _, name := range []string{`"`, `\`, "é", "#", "F12"} {
			key, err := input.ParseKey(name)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := want.Keys.Bind(input.Figures, 0, key); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(t.TempDir(), "settings.toml")
			change(t, path, func(s *Settings) { *s = want })
			if got := readGood(t, path); got != want {
				t.Errorf("%s, %s: found\n%s", preset, name, textOf(t, path))
			}
		}
	}
}

func TestOnlyWhatWasBoundStandsInTheFile(t *testing.T) {
	path := fileWith(t, "wings = 2\n[bind]\nwarp = ['g']\n[radar]\nlevel = 1\n")
	change(t, path, func(s *Settings) { s.Keys.Unbind(input.Boost, 0) })
	change(t, path, func(s *Settings) { s.Name = "Ann" })
	_, table, _ := strings.Cut(textOf(t, path), "[bind]\n")
	if lines := strings.Fields(table); !slices.Equal(lines, []string{"boost", "=", "[]", "warp", "=", `["g"]`}) {
		t.Errorf("found\n%s", textOf(t, path))
	}
	s, _ := ReadSettings(path)
	if got := bound(s, input.Boost); got != "no key" || s.Name != "Ann" {
		t.Errorf("boost has %s, and the name is %q", got, s.Name)
	}
}
