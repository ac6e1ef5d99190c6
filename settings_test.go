package main

import (
	"path/filepath"
	"testing"

	"dogfight/settings"
	"dogfight/ui"
)

func TestEveryWordForColoursIsObeyed(t *testing.T) {
	for word := range coloursOf {
		path := filepath.Join(t.TempDir(), "settings.toml")
		if err := settings.Change(path, func(s *settings.Settings) { s.Colours = word }); err != nil {
			t.Fatal(err)
		}
		if s, err := settings.Read(path); err != nil || s.Colours != word {
			t.Errorf("%q: %v", word, err)
		}
	}
	if _, ok := coloursOf[settings.Default().Colours]; !ok {
		t.Errorf("nothing is known of %q", settings.Default().Colours)
	}
}

func TestKeptNameGoesBeforeTheUsersAndAfterTheFlag(t *testing.T) {
	t.Setenv("USER", "newcomer")
	for _, c := range []struct{ kept, flag, want string }{
		{"", "", "newcomer"},
		{"Ann", "", "Ann"},
		{"Ann", "Bob", "Bob"},
		{"", "Bob", "Bob"},
	} {
		var p ui.Pilot
		fs := newFlags("solo")
		addPilotName(fs, &p, "name")
		if c.flag != "" {
			fs.Set("name", c.flag)
		}
		if err := settleName(&p, fs, "name", kept{Settings: settings.Settings{Name: c.kept}}); err != nil {
			t.Fatal(err)
		}
		if p.Name != c.want {
			t.Errorf("kept %q, flag %q: expected %q, found %q", c.kept, c.flag, c.want, p.Name)
		}
	}
}

func TestOnlyWhatWasChangedIsKept(t *testing.T) {
	s := settings.Settings{Name: "Ann", Glyphs: "auto", FrameRate: 60, Colours: "16"}
	was := ui.Preferences{Name: "Bob", Settings: ui.Settings{Glyphs: ui.ASCIIGlyphs, FrameRate: 60}} // by flag and locale
	is := was
	is.FewerFlashes = true
	takeOver(&s, was, is)
	if want := (settings.Settings{Name: "Ann", Glyphs: "auto", FewerFlashes: true, FrameRate: 60, Colours: "16"}); s != want {
		t.Errorf("expected %+v, found %+v", want, s)
	}
}
