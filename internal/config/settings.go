package config

import (
	"fmt"
	"slices"
	"strings"

	"dogfight/internal/replays"
	"dogfight/proto"
	"dogfight/ui/input"
)

// Settings are the player's settings. Those that are words have the words of the file.
type Settings struct {
	Name          string // "": the user's
	ShipColour    string
	Glyphs        string
	FewerFlashes  bool
	ReducedMotion bool
	DamageNumbers bool
	KillCam       bool
	FrameRate     int // 30 or 60 a second; 0 for "auto"
	Colours       string
	Theme         string // "auto" or a name, which need not exist
	Palette       string
	Keys          input.Bindings // keys and [bind]
	Steering      string
	Sound         string
	Volume        int    // 0 to 100
	Replays       string // for replays.Size
}

// DefaultSettings returns the settings without a file.
func DefaultSettings() Settings {
	return Settings{
		DamageNumbers: true, KillCam: true,
		ShipColour: "auto", Glyphs: "auto", Colours: "auto", Theme: "auto", Palette: "standard", Steering: "keys",
		Sound: "auto", Volume: 70, Replays: "200MB",
	}
}

// setting is a key of settings.toml.
type setting struct {
	name    string
	allowed string // the values, as written in the file
	meaning string
	get     func(s *Settings) any
	set     func(s *Settings, value any) bool // false: the value is not allowed
}

// settings are all keys, in the order of the file.
var settings = []setting{
	text("name", fmt.Sprintf("up to %d printable characters in quotes", proto.MaxName), `your name in matches; "" for your user name`,
		func(s *Settings) *string { return &s.Name }, fitName),
	word("ship_colour", "colour of your ship, or the nearest that is free", func(s *Settings) *string { return &s.ShipColour },
		"auto", "red", "yellow", "magenta", "orange", "lime", "violet", "rose", "teal"),
	word("glyphs", "characters to draw with", func(s *Settings) *string { return &s.Glyphs }, "auto", "half", "blocks", "sextants", "octants", "braille", "ascii"),
	onOff("fewer_flashes", "less flashing", func(s *Settings) *bool { return &s.FewerFlashes }),
	onOff("reduced_motion", "less motion", func(s *Settings) *bool { return &s.ReducedMotion }),
	onOff("damage_numbers", "the damage of hits is shown where they happen", func(s *Settings) *bool { return &s.DamageNumbers }),
	onOff("kill_cam", "your death is shown again while you wait", func(s *Settings) *bool { return &s.KillCam }),
	{"frame_rate", `"auto", 30 or 60`, "frames per second",
		func(s *Settings) any {
			if s.FrameRate == 0 {
				return "auto"
			}
			return int64(s.FrameRate) // TOML's only kind of whole number
		},
		func(s *Settings, value any) bool {
			var rate int64
			ok := value == "auto" || assign(&rate, value, func(n int64) bool { return n == 30 || n == 60 })
			s.FrameRate = int(rate)
			return ok
		}},
	word("colours", "colours to use", func(s *Settings) *string { return &s.Colours }, "auto", "mono", "16", "256", "true"),
	text("theme", `"auto" or a theme's name in quotes`, "colour theme", func(s *Settings) *string { return &s.Theme }, fitTheme),
	word("palette", "colours of the theme", func(s *Settings) *string { return &s.Palette }, "standard", "colour-blind"),
	{"keys", quoted(input.PresetNames()), "key bindings, unless [bind] says otherwise",
		func(s *Settings) any { return s.Keys.Preset().String() },
		func(s *Settings, value any) bool {
			name, _ := value.(string)
			preset, _ := input.PresetNamed(name)
			s.Keys = input.BindingsOf(preset)
			return slices.Contains(input.PresetNames(), name)
		}},
	word("steering", "control of the ship", func(s *Settings) *string { return &s.Steering }, "keys", "mouse"),
	word("sound", "output of sounds", func(s *Settings) *string { return &s.Sound }, "auto", "off", "bell"),
	{"volume", "0 to 100", "loudness",
		func(s *Settings) any { return int64(s.Volume) },
		func(s *Settings, value any) bool {
			percent := int64(s.Volume)
			ok := assign(&percent, value, func(n int64) bool { return n >= 0 && n <= 100 })
			s.Volume = int(percent)
			return ok
		}},
	text("replays", `a size such as "200MB", "0" for none, or "unlimited"`, "size of all replays of matches",
		func(s *Settings) *string { return &s.Replays }, func(text string) bool { return new(replays.Size).Set(text) == nil }),
}

// text returns a setting of any text that fits.
func text(name, allowed, meaning string, field func(*Settings) *string, fits func(string) bool) setting {
	return setting{name, allowed, meaning, func(s *Settings) any { return *field(s) }, func(s *Settings, value any) bool {
		ok := assign(field(s), value, fits)
		*field(s) = strings.TrimSpace(*field(s))
		return ok
	}}
}

// word returns a setting of one of some words.
func word(name, meaning string, field func(*Settings) *string, words ...string) setting {
	return text(name, quoted(words), meaning, field, func(text string) bool { return slices.Contains(words, text) })
}

// onOff returns a setting of true or false.
func onOff(name, meaning string, field func(*Settings) *bool) setting {
	return setting{name, "true or false", meaning, func(s *Settings) any { return *field(s) }, func(s *Settings, value any) bool {
		return assign(field(s), value, func(bool) bool { return true })
	}}
}

// assign sets a field to a value from the file, if it has the right type and fits.
func assign[T any](field *T, value any, fits func(T) bool) bool {
	of, ok := value.(T)
	if !ok || !fits(of) {
		return false
	}
	*field = of
	return true
}

// refusal returns the text of a value that is not allowed.
func (k *setting) refusal(found string) string {
	return fmt.Sprintf("%s: must be %s, got %s", k.name, k.allowed, found)
}

// settingNamed returns the key of that name, or nil.
func settingNamed(name string) *setting {
	i := slices.IndexFunc(settings, func(k setting) bool { return k.name == name })
	if i < 0 {
		return nil
	}
	return &settings[i]
}

// fitTheme accepts the name of a theme, which need not exist.
func fitTheme(name string) bool {
	return name != "" && len(name) <= 16 && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}

// fitName accepts the names that hosts accept, and no name.
func fitName(name string) bool {
	_, err := proto.CleanName(name)
	return err == nil || strings.TrimSpace(name) == ""
}

// quoted lists words as they are written in the file.
func quoted(words []string) string {
	last := len(words) - 1
	return `"` + strings.Join(words[:last], `", "`) + `" or "` + words[last] + `"`
}
