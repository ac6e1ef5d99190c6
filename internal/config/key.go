package config

import (
	"fmt"
	"slices"
	"strings"

	"dogfight/internal/replays"
	"dogfight/proto"
	"dogfight/ui/input"
)

// key is a line of the file.
type key struct {
	name    string
	allowed string // the values, as written in the file
	meaning string
	get     func(s *Settings) any
	set     func(s *Settings, value any) bool // false: the value is not allowed
}

// keys are all keys, in the order of the file.
var settingsKeys = []key{
	{"name", fmt.Sprintf("up to %d printable characters in quotes", proto.MaxName), `your name in matches; "" for your user name`,
		func(s *Settings) any { return s.Name },
		func(s *Settings, value any) bool {
			ok := take(&s.Name, value, fitName)
			s.Name = strings.TrimSpace(s.Name)
			return ok
		}},
	{"ship_colour", quoted(shipColours), "colour of your ship, or the nearest that is free",
		func(s *Settings) any { return s.ShipColour },
		func(s *Settings, value any) bool { return take(&s.ShipColour, value, oneOf(shipColours...)) }},
	{"glyphs", `"auto", "half", "blocks", "sextants", "octants", "braille" or "ascii"`, "what to draw with",
		func(s *Settings) any { return s.Glyphs },
		func(s *Settings, value any) bool {
			return take(&s.Glyphs, value, oneOf("auto", "half", "blocks", "sextants", "octants", "braille", "ascii"))
		}},
	{"fewer_flashes", "true or false", "less flashing",
		func(s *Settings) any { return s.FewerFlashes },
		func(s *Settings, value any) bool { return take(&s.FewerFlashes, value, anyBool) }},
	{"reduced_motion", "true or false", "less moving",
		func(s *Settings) any { return s.ReducedMotion },
		func(s *Settings, value any) bool { return take(&s.ReducedMotion, value, anyBool) }},
	{"damage_numbers", "true or false", "how much hits take, written where they happen",
		func(s *Settings) any { return s.DamageNumbers },
		func(s *Settings, value any) bool { return take(&s.DamageNumbers, value, anyBool) }},
	{"kill_cam", "true or false", "while you wait after your death, how it came about",
		func(s *Settings) any { return s.KillCam },
		func(s *Settings, value any) bool { return take(&s.KillCam, value, anyBool) }},
	{"frame_rate", `"auto", 30 or 60`, "frames per second",
		func(s *Settings) any {
			if s.FrameRate == 0 {
				return "auto"
			}
			return int64(s.FrameRate) // TOML's only kind of whole number
		},
		func(s *Settings, value any) bool {
			var rate int64
			ok := value == "auto" || take(&rate, value, oneOf[int64](30, 60))
			s.FrameRate = int(rate)
			return ok
		}},
	{"colours", `"auto", "mono", "16", "256" or "true"`, "colours to use",
		func(s *Settings) any { return s.Colours },
		func(s *Settings, value any) bool {
			return take(&s.Colours, value, oneOf("auto", "mono", "16", "256", "true"))
		}},
	{"theme", `"auto" or a theme's name in quotes`, "colour theme",
		func(s *Settings) any { return s.Theme },
		func(s *Settings, value any) bool { return take(&s.Theme, value, fitTheme) }},
	{"palette", `"standard" or "colour-blind"`, "which colours a theme uses",
		func(s *Settings) any { return s.Palette },
		func(s *Settings, value any) bool {
			return take(&s.Palette, value, oneOf("standard", "colour-blind"))
		}},
	{"keys", quoted(input.PresetNames()), "key bindings, unless [bind] says otherwise",
		func(s *Settings) any { return s.Keys.Preset().String() },
		func(s *Settings, value any) bool {
			var name string
			ok := take(&name, value, oneOf(input.PresetNames()...))
			preset, _ := input.PresetNamed(name)
			s.Keys = input.BindingsOf(preset)
			return ok
		}},
	{"steering", `"keys" or "mouse"`, "what steers the ship",
		func(s *Settings) any { return s.Steering },
		func(s *Settings, value any) bool { return take(&s.Steering, value, oneOf("keys", "mouse")) }},
	{"sound", `"auto", "off" or "bell"`, "what a match is heard by",
		func(s *Settings) any { return s.Sound },
		func(s *Settings, value any) bool { return take(&s.Sound, value, oneOf("auto", "off", "bell")) }},
	{"volume", "0 to 100", "how loud",
		func(s *Settings) any { return int64(s.Volume) },
		func(s *Settings, value any) bool {
			percent := int64(s.Volume)
			ok := take(&percent, value, func(n int64) bool { return n >= 0 && n <= 100 })
			s.Volume = int(percent)
			return ok
		}},
	{"replays", `a size such as "200MB", "0" for none, or "unlimited"`, "how much the replays of matches may take",
		func(s *Settings) any { return s.Replays },
		func(s *Settings, value any) bool {
			var size replays.Size
			return take(&s.Replays, value, func(text string) bool { return size.Set(text) == nil })
		}},
}

// shipColours are the colours that ships may have.
var shipColours = []string{"auto", "red", "yellow", "magenta", "orange", "lime", "violet", "rose", "teal"}

// wrong says that a value is not allowed.
func (k *key) wrong(found string) string {
	return fmt.Sprintf("%s: must be %s, got %s", k.name, k.allowed, found)
}

// keyNamed returns the key of that name, or nil.
func settingsKeyNamed(name string) *key {
	i := slices.IndexFunc(settingsKeys, func(k key) bool { return k.name == name })
	if i < 0 {
		return nil
	}
	return &settingsKeys[i]
}

// keyNames lists all keys.
func keyNames() string {
	var names []string
	for _, k := range settingsKeys {
		names = append(names, k.name)
	}
	return strings.Join(names, ", ") + " or " + bindTable
}

// take sets a setting to a value from the file if it has the right type and fits.
func take[T any](setting *T, value any, fit func(T) bool) bool {
	of, ok := value.(T)
	if !ok || !fit(of) {
		return false
	}
	*setting = of
	return true
}

func anyBool(bool) bool { return true }

func oneOf[T comparable](values ...T) func(T) bool {
	return func(value T) bool { return slices.Contains(values, value) }
}

// fitTheme allows what can be a theme's name. Whether there is such a theme shows when it
// is drawn with.
func fitTheme(name string) bool {
	return name != "" && len(name) <= 16 && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}

// fitName allows what a host would, and that no name is set.
func fitName(name string) bool {
	_, err := proto.CleanName(name)
	return err == nil || strings.TrimSpace(name) == ""
}
