package config

import (
	"fmt"
	"slices"
	"strings"

	"dogfight/internal/replays"
	"dogfight/net/listing"
	"dogfight/net/relay"
	"dogfight/proto"
	"dogfight/ui/input"
)

// setting is a key of settings.toml.
type setting struct {
	name    string
	allowed string // the values, as written in the file
	meaning string
	get     func(s *input.Settings) any
	set     func(s *input.Settings, value any) bool // false: the value is not allowed
}

// settings are all keys, in the order of the file.
var settings = []setting{
	text("name", fmt.Sprintf("up to %d printable characters in quotes", proto.MaxName), `your name in matches; "" for your user name`,
		func(s *input.Settings) *string { return &s.Name }, fitName),
	word("ship_colour", "colour of your ship, or the nearest that is free", func(s *input.Settings) *uint8 { return &s.ShipColour },
		[]string{"auto", "red", "yellow", "magenta", "orange", "lime", "violet", "rose", "teal"}),
	word("glyphs", "characters to draw with", func(s *input.Settings) *input.Glyphs { return &s.Glyphs }, []string{
		input.BestGlyphs: "auto", input.HalfGlyphs: "half", input.BlockGlyphs: "blocks", input.SextantGlyphs: "sextants",
		input.OctantGlyphs: "octants", input.BrailleGlyphs: "braille", input.ASCIIGlyphs: "ascii",
	}),
	either("fewer_flashes", trueOrFalse, "less flashing", func(s *input.Settings) *bool { return &s.FewerFlashes }, false, true),
	either("reduced_motion", trueOrFalse, "less motion", func(s *input.Settings) *bool { return &s.ReducedMotion }, false, true),
	either("damage_numbers", trueOrFalse, "the damage of hits is shown where they happen", func(s *input.Settings) *bool { return &s.NoDamageNumbers }, true, false),
	either("kill_cam", trueOrFalse, "your death is shown again while you wait", func(s *input.Settings) *bool { return &s.NoKillCam }, true, false),
	{"frame_rate", `"auto", 30 or 60`, "frames per second",
		func(s *input.Settings) any {
			if s.FrameRate == 0 {
				return "auto"
			}
			return int64(s.FrameRate) // TOML's only kind of whole number
		},
		func(s *input.Settings, value any) bool {
			var rate int64
			ok := value == "auto" || assign(&rate, value, func(n int64) bool { return n == 30 || n == 60 })
			s.FrameRate = int(rate)
			return ok
		}},
	word("colours", "colours to use", func(s *input.Settings) *input.Colours { return &s.Colours }, []string{
		input.AutoColours: "auto", input.NoColours: "mono", input.Colours16: "16", input.Colours256: "256", input.TrueColours: "true",
	}),
	text("theme", `"auto" or a theme's name in quotes`, "colour theme", func(s *input.Settings) *string { return &s.Theme }, fitTheme),
	either("palette", `"standard" or "colour-blind"`, "colours of the theme", func(s *input.Settings) *bool { return &s.ColourBlind }, "standard", "colour-blind"),
	{"keys", quoted(input.PresetNames()), "key bindings, unless [bind] says otherwise",
		func(s *input.Settings) any { return s.Keys.Preset().String() },
		func(s *input.Settings, value any) bool {
			name, _ := value.(string)
			preset, _ := input.PresetNamed(name)
			s.Keys = input.BindingsOf(preset)
			return slices.Contains(input.PresetNames(), name)
		}},
	either("steering", `"keys" or "mouse"`, "control of the ship", func(s *input.Settings) *bool { return &s.Mouse }, "keys", "mouse"),
	word("sound", "output of sounds", func(s *input.Settings) *input.Sound { return &s.Sound },
		[]string{input.AutoSound: "auto", input.NoSound: "off", input.BellSound: "bell"}),
	{"volume", "0 to 100", "loudness",
		func(s *input.Settings) any { return int64(s.Volume) },
		func(s *input.Settings, value any) bool {
			percent := int64(s.Volume)
			ok := assign(&percent, value, func(n int64) bool { return n >= 0 && n <= 100 })
			s.Volume = int(percent)
			return ok
		}},
	text("replays", `a size such as "200MB", "0" for none, or "unlimited"`, "size of all replays of matches",
		func(s *input.Settings) *string { return &s.Replays }, func(text string) bool { return new(replays.Size).Set(text) == nil }),
	text("list", `a URL such as "https://list.example.org", or "" for none`, "public list of matches, to join one or show yours",
		func(s *input.Settings) *string { return &s.List }, func(text string) bool { return listing.CheckURL(text) == nil }),
	text("relay", `HOST or HOST:PORT in quotes, or "" for none`, "relay for invitations to matches that you host",
		func(s *input.Settings) *string { return &s.Relay }, func(text string) bool { return relay.CheckAddress(strings.TrimSpace(text)) == nil }),
}

// text returns a setting of any text that fits.
func text(name, allowed, meaning string, field func(*input.Settings) *string, fits func(string) bool) setting {
	return setting{name, allowed, meaning, func(s *input.Settings) any { return *field(s) }, func(s *input.Settings, value any) bool {
		ok := assign(field(s), value, fits)
		*field(s) = strings.TrimSpace(*field(s))
		return ok
	}}
}

// word returns a setting with a word for each number of its field.
func word[T ~uint8](name, meaning string, field func(*input.Settings) *T, words []string) setting {
	return setting{name, quoted(words), meaning, func(s *input.Settings) any { return words[*field(s)] }, func(s *input.Settings, value any) bool {
		word, _ := value.(string)
		number := slices.Index(words, word)
		*field(s) = T(max(number, 0))
		return number >= 0
	}}
}

const trueOrFalse = "true or false"

// either returns a setting of two values: no if its field is false, and yes if it is true.
func either(name, allowed, meaning string, field func(*input.Settings) *bool, no, yes any) setting {
	return setting{name, allowed, meaning,
		func(s *input.Settings) any {
			if *field(s) {
				return yes
			}
			return no
		},
		func(s *input.Settings, value any) bool {
			*field(s) = value == yes
			return value == yes || value == no
		}}
}

// merge changes the settings that differ between was and is.
func merge(s, was, is *input.Settings) {
	for _, k := range settings {
		if value := k.get(is); value != k.get(was) {
			k.set(s, value)
		}
	}
	if is.Keys != was.Keys { // also in keys that the preset lacks
		s.Keys = is.Keys
	}
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
