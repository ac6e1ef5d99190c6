package config

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// fileWith returns the path of a settings file that holds a text.
func fileWith(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "settings.toml")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func textOf(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// change changes settings where that must work.
func change(t *testing.T, path string, how func(*Settings)) {
	t.Helper()
	if err := ChangeSettings(path, how); err != nil {
		t.Fatal(err)
	}
}

// readGood reads settings where nothing is wrong with them.
func readGood(t *testing.T, path string) Settings {
	t.Helper()
	s, err := ReadSettings(path)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSettingsAreReadAsTheyWereKept(t *testing.T) {
	for _, want := range []Settings{
		DefaultSettings(),
		{Name: "Ann", ShipColour: "lime", Glyphs: "blocks", FewerFlashes: true, ReducedMotion: true, FrameRate: 60, Colours: "mono", Theme: "amber", Palette: "colour-blind", Steering: "mouse", Sound: "off", Volume: 0, Replays: "0"},
		{Name: `"\#é日 = 'x'`, ShipColour: "auto", Glyphs: "auto", FrameRate: 30, Colours: "16", Theme: "my-own-2", Palette: "standard", Steering: "keys", Sound: "bell", Volume: 100, Replays: "1.5 GiB"},
		{Name: strings.Repeat("é", 24), ShipColour: "teal", Glyphs: "auto", FrameRate: 30, Colours: "256", Theme: "x", Palette: "standard", Steering: "mouse", Sound: "auto", Volume: 35, Replays: "unlimited"},
		{ShipColour: "red", Glyphs: "auto", FrameRate: 60, Colours: "true", Theme: "space", Palette: "colour-blind", Steering: "keys", Sound: "auto", Volume: 70, Replays: "200MB"},
	} {
		path := filepath.Join(t.TempDir(), "settings.toml")
		change(t, path, func(s *Settings) { *s = want })
		if got := readGood(t, path); got != want {
			t.Errorf("expected %+v, found %+v in\n%s", want, got, textOf(t, path))
		}
	}
}

func TestFileSaysWhatMayStandInIt(t *testing.T) {
	path := filepath.Join(t.TempDir(), "settings.toml")
	change(t, path, func(s *Settings) { s.Name = "Ann" })
	want := heading + `name = "Ann"            # up to 24 printable characters in quotes: your name in matches; "" for your user name
ship_colour = "auto"    # "auto", "red", "yellow", "magenta", "orange", "lime", "violet", "rose" or "teal": colour of your ship, or the nearest that is free
glyphs = "auto"         # "auto", "half", "blocks", "sextants", "octants", "braille" or "ascii": what to draw with
fewer_flashes = false   # true or false: less flashing
reduced_motion = false  # true or false: less moving
damage_numbers = true   # true or false: how much hits take, written where they happen
kill_cam = true         # true or false: while you wait after your death, how it came about
frame_rate = "auto"     # "auto", 30 or 60: frames per second
colours = "auto"        # "auto", "mono", "16", "256" or "true": colours to use
theme = "auto"          # "auto" or a theme's name in quotes: colour theme
palette = "standard"    # "standard" or "colour-blind": which colours a theme uses
keys = "qwerty"         # "qwerty", "azerty", "dvorak", "vi", "one-handed-left" or "one-handed-right": key bindings, unless [bind] says otherwise
steering = "keys"       # "keys" or "mouse": what steers the ship
sound = "auto"          # "auto", "off" or "bell": what a match is heard by
volume = 70             # 0 to 100: how loud
replays = "200MB"       # a size such as "200MB", "0" for none, or "unlimited": how much the replays of matches may take
`
	if got := textOf(t, path); got != want {
		t.Errorf("expected\n%s\nfound\n%s", want, got)
	}
}

func TestWithoutAFileTheDefaultsHoldAndNoneIsMade(t *testing.T) {
	path := filepath.Join(t.TempDir(), "dogfight", "settings.toml")
	if got := readGood(t, path); got != DefaultSettings() {
		t.Errorf("expected the defaults, found %+v", got)
	}
	if _, err := os.Stat(filepath.Dir(path)); !os.IsNotExist(err) {
		t.Errorf("reading made the folder: %v", err)
	}
}

func TestWhatTheFileLeavesOutIsTheDefault(t *testing.T) {
	for text, change := range map[string]func(*Settings){
		"":                                   func(*Settings) {},
		"frame_rate = 60":                    func(s *Settings) { s.FrameRate = 60 },
		"\ufefffewer_flashes = true\r\n# hm": func(s *Settings) { s.FewerFlashes = true },
		"name = ' Ann '":                     func(s *Settings) { s.Name = "Ann" },
		"name = ''\n'colours' = '16'":        func(s *Settings) { s.Colours = "16" },
		"palette = 'colour-blind'":           func(s *Settings) { s.Palette = "colour-blind" },
	} {
		want := DefaultSettings()
		change(&want)
		if got := readGood(t, fileWith(t, text)); got != want {
			t.Errorf("%q: expected %+v, found %+v", text, want, got)
		}
	}
}

func TestChangeLeavesWhatOthersHaveChanged(t *testing.T) {
	path := fileWith(t, "name = 'Ann'\n")
	change(t, path, func(s *Settings) { s.FewerFlashes = true })
	change(t, path, func(s *Settings) { s.FrameRate = 60 })
	want := DefaultSettings()
	want.Name, want.FewerFlashes, want.FrameRate = "Ann", true, 60
	if got := readGood(t, path); got != want {
		t.Errorf("expected %+v, found %+v", want, got)
	}
}

func TestKeysOfANewerVersionAreKept(t *testing.T) {
	path := fileWith(t, "wings = 2\n[radar]\nlevel = 0.5\nsince = 2026-01-02\n")
	change(t, path, func(s *Settings) { s.Name = "Ann" })
	change(t, path, func(s *Settings) { s.FewerFlashes = true })
	got := textOf(t, path)
	_, others, _ := strings.Cut(got, "# Unknown to this version of the game:\n")
	if want := "wings = 2\n\n[radar]\n  level = 0.5\n  since = 2026-01-02\n"; others != want {
		t.Errorf("expected at the end\n%s\nfound\n%s", want, got)
	}
	if s, _ := ReadSettings(path); s.Name != "Ann" || !s.FewerFlashes {
		t.Errorf("the other settings are lost: %+v", s)
	}
}

func TestFileIsReplacedAtOnceAndForItsOwnerAlone(t *testing.T) {
	path := fileWith(t, "name = 'Ann'\n")
	reader, err := os.Open(path) // another reader at that moment
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	change(t, path, func(s *Settings) { s.Name = "Bob" })
	old := make([]byte, 100)
	if n, _ := reader.Read(old); string(old[:n]) != "name = 'Ann'\n" {
		t.Errorf("the file was changed in place: %q", old[:n])
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if mode := info.Mode(); runtime.GOOS != "windows" && mode != 0o600 {
		t.Errorf("expected mode 0600, found %o", mode)
	}
	if files, _ := os.ReadDir(filepath.Dir(path)); len(files) != 1 {
		t.Errorf("expected nothing beside the file, found %v", files)
	}
}

func TestLinkToTheFileStaysOne(t *testing.T) {
	real := fileWith(t, "")
	link := filepath.Join(t.TempDir(), "settings.toml")
	if err := os.Symlink(real, link); err != nil {
		t.Skipf("no symbolic links are to be had here: %v", err)
	}
	change(t, link, func(s *Settings) { s.Name = "Ann" })
	if readGood(t, real).Name != "Ann" {
		t.Error("the file behind the link was not changed")
	}
}

func TestWhatCannotBeKeptIsSaid(t *testing.T) {
	path := filepath.Join(fileWith(t, ""), "settings.toml") // below a file
	err := ChangeSettings(path, func(s *Settings) { s.FewerFlashes = true })
	if err == nil || !strings.HasPrefix(err.Error(), "could not read the file: ") || strings.Contains(err.Error(), "\n") {
		t.Errorf("expected one line that says why, found %v", err)
	}
}

func TestFileThatCannotBeReadIsSaidAndLeftAlone(t *testing.T) {
	path := t.TempDir() // a folder in its place
	s, err := ReadSettings(path)
	if s != DefaultSettings() || err == nil {
		t.Errorf("expected the defaults and an error, found %+v, %v", s, err)
	}
	if err := ChangeSettings(path, func(s *Settings) { s.FewerFlashes = true }); err == nil {
		t.Error("a folder was changed")
	}
}
