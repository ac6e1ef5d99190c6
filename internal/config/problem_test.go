package config

import (
	"errors"
	"strings"
	"testing"
)

const (
	defaultsHold = "; using the defaults until it is fixed"
	othersHold   = "; the other settings apply"
)

// wrong are files that are not as they should be, with what is said after the
// file's path.
var wrong = []struct{ what, text, said string }{
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
		`:2: unknown setting "framerate": must be name, ship_colour, glyphs, fewer_flashes, reduced_motion, damage_numbers, kill_cam, frame_rate, colours, theme, palette, keys, steering, sound, volume, replays or bind` + othersHold},
	{"a key in capitals", "fewer_flashes = true\nNAME = 'Ann'",
		`:2: unknown setting "NAME": must be name, ship_colour, glyphs, fewer_flashes, reduced_motion, damage_numbers, kill_cam, frame_rate, colours, theme, palette, keys, steering, sound, volume, replays or bind` + othersHold},
	{"a table that is not known", "fewer_flashes = true\n\n[wings]\nspan = 3",
		`:3: unknown setting "wings": must be name, ship_colour, glyphs, fewer_flashes, reduced_motion, damage_numbers, kill_cam, frame_rate, colours, theme, palette, keys, steering, sound, volume, replays or bind` + othersHold},
}

func TestProblemIsSaidInOneLineWithItsPlace(t *testing.T) {
	for _, c := range wrong {
		path := fileWith(t, c.text)
		s, err := ReadSettings(path)
		if err == nil || err.Error() != path+c.said {
			t.Errorf("%s: expected\n%s\nfound\n%v", c.what, path+c.said, err)
		}
		want := DefaultSettings()
		want.FewerFlashes = strings.HasSuffix(c.said, othersHold)
		if s != want {
			t.Errorf("%s: expected %+v, found %+v", c.what, want, s)
		}
	}
}

func TestBrokenFileIsLeftAsItIs(t *testing.T) {
	for _, c := range wrong {
		path := fileWith(t, c.text)
		_, err := ReadSettings(path)
		var problem *settingsProblem
		if !errors.As(err, &problem) || !problem.Broken {
			continue
		}
		said, _ := strings.CutSuffix(c.said, defaultsHold)
		want := "the file is broken and was left alone: " + path + said
		if err := ChangeSettings(path, func(s *Settings) { s.Name = "Ann" }); err == nil || err.Error() != want {
			t.Errorf("%s: expected\n%s\nfound\n%v", c.what, want, err)
		}
		if got := textOf(t, path); got != c.text {
			t.Errorf("%s: the file is now %q", c.what, got)
		}
	}
}
