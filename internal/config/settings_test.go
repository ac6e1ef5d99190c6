package config

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"dogfight/ui/input"
)

// fileWith writes a text to a settings file and returns its path.
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

// change saves a change of the settings in a file.
func change(t *testing.T, path string, how func(*input.Settings)) {
	t.Helper()
	was, _ := ReadSettings(path)
	is := was
	how(&is)
	if err := SaveSettings(path, was, is); err != nil {
		t.Fatal(err)
	}
}

// readGood reads settings without mistakes.
func readGood(t *testing.T, path string) input.Settings {
	t.Helper()
	s, err := ReadSettings(path)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSettingsAreSaved(t *testing.T) {
	for _, want := range []input.Settings{
		input.DefaultSettings(),
		{Name: "Ann", ShipColour: 5, Glyphs: input.BlockGlyphs, FewerFlashes: true, ReducedMotion: true, NoDamageNumbers: true, NoKillCam: true, FrameRate: 60, Colours: input.NoColours, Theme: "amber", ColourBlind: true, Mouse: true, Sound: input.NoSound, Volume: 0, Replays: "0", List: "https://list.example.org"},
		{Name: `"\#é日 = 'x'`, FrameRate: 30, Colours: input.Colours16, Theme: "my-own-2", Sound: input.BellSound, Volume: 100, Replays: "1.5 GiB"},
		{Name: strings.Repeat("é", 24), ShipColour: 8, FrameRate: 30, Colours: input.Colours256, Theme: "x", Mouse: true, Volume: 35, Replays: "unlimited"},
		{ShipColour: 1, FrameRate: 60, Colours: input.TrueColours, Theme: "space", ColourBlind: true, Volume: 70, Replays: "200MB"},
	} {
		path := filepath.Join(t.TempDir(), "settings.toml")
		change(t, path, func(s *input.Settings) { *s = want })
		if got := readGood(t, path); got != want {
			t.Errorf("expected %+v, found %+v in\n%s", want, got, textOf(t, path))
		}
	}
}

func TestTheFileExplainsItsKeys(t *testing.T) {
	path := filepath.Join(t.TempDir(), "settings.toml")
	change(t, path, func(s *input.Settings) { s.Name = "Ann" })
	want := heading + `name = "Ann"            # up to 24 printable characters in quotes: your name in matches; "" for your user name
ship_colour = "auto"    # "auto", "red", "yellow", "magenta", "orange", "lime", "violet", "rose" or "teal": colour of your ship, or the nearest that is free
glyphs = "auto"         # "auto", "half", "blocks", "sextants", "octants", "braille" or "ascii": characters to draw with
fewer_flashes = false   # true or false: less flashing
reduced_motion = false  # true or false: less motion
damage_numbers = true   # true or false: the damage of hits is shown where they happen
kill_cam = true         # true or false: your death is shown again while you wait
frame_rate = "auto"     # "auto", 30 or 60: frames per second
colours = "auto"        # "auto", "mono", "16", "256" or "true": colours to use
theme = "auto"          # "auto" or a theme's name in quotes: colour theme
palette = "standard"    # "standard" or "colour-blind": colours of the theme
keys = "qwerty"         # "qwerty", "azerty", "dvorak", "vi", "one-handed-left" or "one-handed-right": key bindings, unless [bind] says otherwise
steering = "keys"       # "keys" or "mouse": control of the ship
sound = "auto"          # "auto", "off" or "bell": output of sounds
volume = 70             # 0 to 100: loudness
replays = "200MB"       # a size such as "200MB", "0" for none, or "unlimited": size of all replays of matches
list = ""               # a URL such as "https://list.example.org", or "" for none: public list of matches, to join one or show yours
relay = ""              # HOST or HOST:PORT in quotes, or "" for none: relay for invitations to matches that you host
`
	if got := textOf(t, path); got != want {
		t.Errorf("expected\n%s\nfound\n%s", want, got)
	}
}

func TestEachWordIsSaved(t *testing.T) {
	for n := range uint8(9) {
		want := input.DefaultSettings()
		want.ShipColour, want.Glyphs = n, min(input.Glyphs(n), input.ASCIIGlyphs)
		want.Colours, want.Sound = min(input.Colours(n), input.TrueColours), min(input.Sound(n), input.BellSound)
		path := filepath.Join(t.TempDir(), "settings.toml")
		change(t, path, func(s *input.Settings) { *s = want })
		if got := readGood(t, path); got != want {
			t.Errorf("expected %+v, found %+v in\n%s", want, got, textOf(t, path))
		}
	}
}

func TestOnlyChangedSettingsAreSaved(t *testing.T) {
	path := filepath.Join(t.TempDir(), "settings.toml")
	// Another program changed the file meanwhile.
	want := input.Settings{Name: "Ann", ShipColour: 8, FrameRate: 60, Colours: input.Colours16, Theme: "gone", Keys: input.BindingsOf(input.Vi), Replays: "0"}
	change(t, path, func(s *input.Settings) { *s = want })
	was := input.Settings{Name: "Bob", Glyphs: input.ASCIIGlyphs, FrameRate: 60, Theme: "space"} // from a flag and the locale
	is := was
	is.FewerFlashes, is.ReducedMotion, is.NoKillCam, is.Mouse, is.ShipColour = true, true, true, true, 5
	is.Theme, is.ColourBlind, is.Colours = "amber", true, input.TrueColours
	if err := SaveSettings(path, was, is); err != nil {
		t.Fatal(err)
	}
	want.FewerFlashes, want.ReducedMotion, want.NoKillCam, want.Mouse, want.ShipColour = true, true, true, true, 5
	want.Theme, want.ColourBlind, want.Colours = "amber", true, input.TrueColours
	if got := readGood(t, path); got != want {
		t.Errorf("expected %+v, found %+v", want, got)
	}
}

func TestDefaultsApplyWithoutAFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "dogfight", "settings.toml")
	if got := readGood(t, path); got != input.DefaultSettings() {
		t.Errorf("expected the defaults, found %+v", got)
	}
	if _, err := os.Stat(filepath.Dir(path)); !os.IsNotExist(err) {
		t.Errorf("reading made the folder: %v", err)
	}
}

func TestMissingKeysHaveDefaults(t *testing.T) {
	for text, change := range map[string]func(*input.Settings){
		"":                                   func(*input.Settings) {},
		"frame_rate = 60":                    func(s *input.Settings) { s.FrameRate = 60 },
		"\ufefffewer_flashes = true\r\n# hm": func(s *input.Settings) { s.FewerFlashes = true },
		"name = ' Ann '":                     func(s *input.Settings) { s.Name = "Ann" },
		"name = ''\n'colours' = '16'":        func(s *input.Settings) { s.Colours = input.Colours16 },
		"palette = 'colour-blind'":           func(s *input.Settings) { s.ColourBlind = true },
	} {
		want := input.DefaultSettings()
		change(&want)
		if got := readGood(t, fileWith(t, text)); got != want {
			t.Errorf("%q: expected %+v, found %+v", text, want, got)
		}
	}
}

func TestChangePreservesTheChangesOfOthers(t *testing.T) {
	path := fileWith(t, "name = 'Ann'\n")
	change(t, path, func(s *input.Settings) { s.FewerFlashes = true })
	change(t, path, func(s *input.Settings) { s.FrameRate = 60 })
	want := input.DefaultSettings()
	want.Name, want.FewerFlashes, want.FrameRate = "Ann", true, 60
	if got := readGood(t, path); got != want {
		t.Errorf("expected %+v, found %+v", want, got)
	}
}

func TestKeysOfANewerVersionArePreserved(t *testing.T) {
	path := fileWith(t, "wings = 2\n[radar]\nlevel = 0.5\nsince = 2026-01-02\n")
	change(t, path, func(s *input.Settings) { s.Name = "Ann" })
	change(t, path, func(s *input.Settings) { s.FewerFlashes = true })
	got := textOf(t, path)
	_, others, _ := strings.Cut(got, "# Unknown to this version of the game:\n")
	if want := "wings = 2\n\n[radar]\n  level = 0.5\n  since = 2026-01-02\n"; others != want {
		t.Errorf("expected at the end\n%s\nfound\n%s", want, got)
	}
	if s, _ := ReadSettings(path); s.Name != "Ann" || !s.FewerFlashes {
		t.Errorf("the other settings are lost: %+v", s)
	}
}

func TestTheFileIsReplacedAtomicallyAndPrivate(t *testing.T) {
	path := fileWith(t, "name = 'Ann'\n")
	reader, err := os.Open(path) // another reader at that moment
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	change(t, path, func(s *input.Settings) { s.Name = "Bob" })
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

func TestALinkToTheFileRemains(t *testing.T) {
	real := fileWith(t, "")
	link := filepath.Join(t.TempDir(), "settings.toml")
	if err := os.Symlink(real, link); err != nil {
		t.Skipf("no symbolic links are to be had here: %v", err)
	}
	change(t, link, func(s *input.Settings) { s.Name = "Ann" })
	if readGood(t, real).Name != "Ann" {
		t.Error("the file behind the link was not changed")
	}
}

func TestErrorsOfWritingAreReturned(t *testing.T) {
	path := filepath.Join(fileWith(t, ""), "settings.toml") // below a file
	err := SaveSettings(path, input.Settings{}, input.Settings{FewerFlashes: true})
	if err == nil || !strings.HasPrefix(err.Error(), "could not read the file: ") || strings.Contains(err.Error(), "\n") {
		t.Errorf("expected one line with the reason, found %v", err)
	}
}

func TestErrorsOfReadingAreReturned(t *testing.T) {
	path := t.TempDir() // a folder in its place
	s, err := ReadSettings(path)
	if s != input.DefaultSettings() || err == nil {
		t.Errorf("expected the defaults and an error, found %+v, %v", s, err)
	}
	if err := SaveSettings(path, input.Settings{}, input.Settings{FewerFlashes: true}); err == nil {
		t.Error("a folder was changed")
	}
}

// bound returns the names of an action's keys.
func bound(s input.Settings, a input.Action) string { return s.Keys.Names(a, input.MostKeys) }

func TestBoundKeysReplaceThoseOfThePreset(t *testing.T) {
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

func TestABoundKeyIsRemovedFromItsOldAction(t *testing.T) {
	s := readGood(t, fileWith(t, "[bind]\nboost = ['w', 'Tab']\n"))
	if up, scores := bound(s, input.Up), bound(s, input.Scores); up != "Up k" || scores != "no key" {
		t.Errorf("up has %s and scores has %s", up, scores)
	}
}

func TestBoundKeysAreSaved(t *testing.T) {
	for preset := range input.Presets {
		want := input.DefaultSettings()
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
			change(t, path, func(s *input.Settings) { *s = want })
			if got := readGood(t, path); got != want {
				t.Errorf("%s, %s: found\n%s", preset, name, textOf(t, path))
			}
		}
	}
}

func TestOnlyBoundKeysAreInTheFile(t *testing.T) {
	path := fileWith(t, "wings = 2\n[bind]\nwarp = ['g']\n[radar]\nlevel = 1\n")
	change(t, path, func(s *input.Settings) { s.Keys.Unbind(input.Boost, 0) })
	change(t, path, func(s *input.Settings) { s.Name = "Ann" })
	_, table, _ := strings.Cut(textOf(t, path), "[bind]\n")
	if lines := strings.Fields(table); !slices.Equal(lines, []string{"boost", "=", "[]", "warp", "=", `["g"]`}) {
		t.Errorf("found\n%s", textOf(t, path))
	}
	s, _ := ReadSettings(path)
	if got := bound(s, input.Boost); got != "no key" || s.Name != "Ann" {
		t.Errorf("boost has %s, and the name is %q", got, s.Name)
	}
}

const (
	defaultsHold = "; using the defaults until it is fixed"
	othersHold   = "; the other settings apply"
)

// wrong are files with mistakes, and the errors after the file's path.
var wrong = []struct{ what, text, message string }{
	{"a word without quotes", "\n\ncolours = red\n",
		`:3: colours: must be "auto", "mono", "16", "256" or "true", got "red"` + defaultsHold},
	{"yes for true", "name = 'Ann'\nfewer_flashes = yes",
		`:2: fewer_flashes: must be true or false, got "yes"` + defaultsHold},
	{"no value", "frame_rate =\n",
		`:1: frame_rate: must be "auto", 30 or 60, got '\n'` + defaultsHold},
	{"no end of a text", "name = \"Ann\nfewer_flashes = true\n",
		`:1: name: strings cannot contain newlines` + defaultsHold},
	{"no =", "fewer_flashes = true\nname\n",
		`:2: expected '.' or '=', but got '\n' instead` + defaultsHold},
	{"a key twice", "fewer_flashes = true\n# once\nfewer_flashes = true\n",
		`:3: fewer_flashes: Key 'fewer_flashes' has already been defined.` + defaultsHold},
	{"not UTF-8", "name = 'J\xf6rg'\n",
		`:1: name: invalid UTF-8 byte: 0xf6` + defaultsHold},
	{"another program's file", "\x7fELF\x02",
		`:1: TOML files cannot contain control characters: '0x7f'` + defaultsHold},

	{"a text for a number", "# hello\nframe_rate = \"60\"",
		`:2: frame_rate: must be "auto", 30 or 60, got "60"` + defaultsHold},
	{"a number for a text", "\r\ncolours = 256\r\n",
		`:2: colours: must be "auto", "mono", "16", "256" or "true", got 256` + defaultsHold},
	{"a text for a truth", "fewer_flashes = 'true'",
		`:1: fewer_flashes: must be true or false, got "true"` + defaultsHold},
	{"a fraction", "frame_rate = 30.0",
		`:1: frame_rate: must be "auto", 30 or 60, got 30.0` + defaultsHold},
	{"a list", "\nname = ['Ann', 'Bob']",
		`:2: name: must be up to 24 printable characters in quotes, got a list` + defaultsHold},
	{"a table", "[fewer_flashes]\non = true",
		`:1: fewer_flashes: must be true or false, got a table` + defaultsHold},
	{"a table in dots", "\nfewer_flashes.on = true",
		`:2: fewer_flashes: must be true or false, got a table` + defaultsHold},

	{"a frame rate between", "fewer_flashes = true\nframe_rate = 45",
		`:2: frame_rate: must be "auto", 30 or 60, got 45` + defaultsHold},
	{"colours that there are not", "colours = '8'",
		`:1: colours: must be "auto", "mono", "16", "256" or "true", got "8"` + defaultsHold},
	{"a palette that there is not", "palette = 'colour-blinds'",
		`:1: palette: must be "standard" or "colour-blind", got "colour-blinds"` + defaultsHold},
	{"a path for a theme", "theme = '../amber'",
		`:1: theme: must be "auto" or a theme's name in quotes, got "../amber"` + defaultsHold},
	{"a name that is too long", "name = '" + strings.Repeat("x", 99) + "'",
		`:1: name: must be up to 24 printable characters in quotes, got "` + strings.Repeat("x", 39) + `…` + defaultsHold},
	{"a name that writes on the screen", `name = "\u001b[2J"`,
		`:1: name: must be up to 24 printable characters in quotes, got "\u001b[2J"` + defaultsHold},
	{"a sound that there is not", "sound = 'loud'",
		`:1: sound: must be "auto", "off" or "bell", got "loud"` + defaultsHold},
	{"a size without a unit that is known", `replays = "5 parsecs"`,
		`:1: replays: must be a size such as "200MB", "0" for none, or "unlimited", got "5 parsecs"` + defaultsHold},
	{"more than all of the volume", "volume = 101",
		`:1: volume: must be 0 to 100, got 101` + defaultsHold},

	{"two mistakes", "frame_rate = 1\nfewer_flashes = 2",
		`:1: frame_rate: must be "auto", 30 or 60, got 1` + defaultsHold},
	{"a mistake below a key that is not known", "wings = 2\nfewer_flashes = 2",
		`:2: fewer_flashes: must be true or false, got 2` + defaultsHold},

	{"a set of keys that there is not", "keys = 'qwertz'",
		`:1: keys: must be "qwerty", "azerty", "dvorak", "vi", "one-handed-left" or "one-handed-right", got "qwertz"` + defaultsHold},
	{"a wrong name of a key", "[bind]\nup = ['w']\nfire = ['Space', 'Esc']",
		`:3: bind: fire: must be a character, or a name such as Space, Enter, Up or F1, got "Esc"` + defaultsHold},
	{"a key that is none", "[bind]\nfire = ['']",
		`:2: bind: fire: must be a character, or a name such as Space, Enter, Up or F1, got ""` + defaultsHold},
	{"a key without a list", "\nbind.fire = 'x'",
		`:2: bind: fire: must be a list of up to 4 keys such as ["Space", "f"], got "x"` + defaultsHold},
	{"too many keys", "[bind]\nfire = ['1', '2', '3', '4', '5']",
		`:2: bind: fire: must be a list of up to 4 keys such as ["Space", "f"], got 5` + defaultsHold},
	{"a key that is a number", "[bind]\nfire = [1]",
		`:2: bind: fire: must be the name of a key in quotes, got 1` + defaultsHold},
	{"nothing that fires", "fewer_flashes = true\n[bind]\nfire = []",
		`:2: bind: fire must have a key` + defaultsHold},
	{"the only key that fires, bound to something else", "[bind]\nboost = ['Space']",
		`:1: bind: fire must have a key` + defaultsHold},
	{"a key that does two things", "[bind]\nboost = ['g']\nbrake = ['v', 'G']",
		`:1: bind: "g" must be bound once, got it for boost and for brake` + defaultsHold},
	{"no table", "bind = 'qwerty'",
		`:1: bind: must be a table, got "qwerty"` + defaultsHold},
	{"an action that is not known", "fewer_flashes = true\n[bind]\nfly = ['w']",
		`:3: bind: unknown action "fly": must be up, down, left, right, up_left, up_right, down_left, down_right, fire, boost, brake, scores, chat, help, figures, ready, team, closer, farther or talk` + othersHold},

	{"a key that is not known", "fewer_flashes = true\nframerate = 60",
		`:2: unknown setting "framerate": must be name, ship_colour, glyphs, fewer_flashes, reduced_motion, damage_numbers, kill_cam, frame_rate, colours, theme, palette, keys, steering, sound, volume, replays, list, relay or bind` + othersHold},
	{"a key in capitals", "fewer_flashes = true\nNAME = 'Ann'",
		`:2: unknown setting "NAME": must be name, ship_colour, glyphs, fewer_flashes, reduced_motion, damage_numbers, kill_cam, frame_rate, colours, theme, palette, keys, steering, sound, volume, replays, list, relay or bind` + othersHold},
	{"a table that is not known", "fewer_flashes = true\n\n[wings]\nspan = 3",
		`:3: unknown setting "wings": must be name, ship_colour, glyphs, fewer_flashes, reduced_motion, damage_numbers, kill_cam, frame_rate, colours, theme, palette, keys, steering, sound, volume, replays, list, relay or bind` + othersHold},
}

func TestAProblemHasOneLineWithItsPlace(t *testing.T) {
	for _, c := range wrong {
		path := fileWith(t, c.text)
		s, err := ReadSettings(path)
		if err == nil || err.Error() != path+c.message {
			t.Errorf("%s: expected\n%s\nfound\n%v", c.what, path+c.message, err)
		}
		want := input.DefaultSettings()
		want.FewerFlashes = strings.HasSuffix(c.message, othersHold)
		if s != want {
			t.Errorf("%s: expected %+v, found %+v", c.what, want, s)
		}
	}
}

func TestABrokenFileIsLeftAlone(t *testing.T) {
	for _, c := range wrong {
		path := fileWith(t, c.text)
		_, err := ReadSettings(path)
		var problem *settingsProblem
		if !errors.As(err, &problem) || !problem.broken {
			continue
		}
		message, _ := strings.CutSuffix(c.message, defaultsHold)
		want := "the file is broken and was left alone: " + path + message
		if err := SaveSettings(path, input.Settings{}, input.Settings{Name: "Ann"}); err == nil || err.Error() != want {
			t.Errorf("%s: expected\n%s\nfound\n%v", c.what, want, err)
		}
		if got := textOf(t, path); got != c.text {
			t.Errorf("%s: the file is now %q", c.what, got)
		}
	}
}
