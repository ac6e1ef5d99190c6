package settings

import (
	"fmt"
	"slices"
	"strings"

	"dogfight/proto"
	keyboard "dogfight/ui/keys"
)

// key is a line of the file.
type key struct {
	name    string
	allowed string // values, as they are written in the file
	meaning string
	get     func(s *Settings) any
	set     func(s *Settings, value any) bool // false: the value is not allowed
}

// keys are all there are, in the order in which they are written.
var keys = []key{
	{"name", fmt.Sprintf("up to %d legible characters in quotes", proto.MaxName), `in the match; "" takes your user name`,
		func(s *Settings) any { return s.Name },
		func(s *Settings, value any) bool {
			ok := take(&s.Name, value, fitName)
			s.Name = strings.TrimSpace(s.Name)
			return ok
		}},
	{"glyphs", `"auto", "braille", "blocks" or "ascii"`, "what things are drawn with",
		func(s *Settings) any { return s.Glyphs },
		func(s *Settings, value any) bool {
			return take(&s.Glyphs, value, oneOf("auto", "braille", "blocks", "ascii"))
		}},
	{"fewer_flashes", "true or false", "for eyes that flashes hurt",
		func(s *Settings) any { return s.FewerFlashes },
		func(s *Settings, value any) bool { return take(&s.FewerFlashes, value, anyBool) }},
	{"frame_rate", `"auto", 30 or 60`, "pictures a second",
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
	{"colours", `"auto", "mono", "16", "256" or "true"`, "how many the terminal is sent",
		func(s *Settings) any { return s.Colours },
		func(s *Settings, value any) bool {
			return take(&s.Colours, value, oneOf("auto", "mono", "16", "256", "true"))
		}},
	{"theme", `"auto" or a theme's name in quotes`, "what the screen looks like",
		func(s *Settings) any { return s.Theme },
		func(s *Settings, value any) bool { return take(&s.Theme, value, fitTheme) }},
	{"palette", `"standard" or "colour-blind"`, "colours that the colour-blind can tell apart",
		func(s *Settings) any { return s.Palette },
		func(s *Settings, value any) bool {
			return take(&s.Palette, value, oneOf("standard", "colour-blind"))
		}},
	{"keys", quoted(keyboard.PresetNames()), "which keys do what, but for what [bind] says",
		func(s *Settings) any { return s.Keys.Preset().String() },
		func(s *Settings, value any) bool {
			var name string
			ok := take(&name, value, oneOf(keyboard.PresetNames()...))
			preset, _ := keyboard.PresetNamed(name)
			s.Keys = keyboard.BindingsOf(preset)
			return ok
		}},
	{"steering", `"keys" or "mouse"`, "what steers the ship",
		func(s *Settings) any { return s.Steering },
		func(s *Settings, value any) bool { return take(&s.Steering, value, oneOf("keys", "mouse")) }},
}

// wrong says that a value is not allowed.
func (k *key) wrong(found string) string {
	return fmt.Sprintf("%s: expected %s, found %s", k.name, k.allowed, found)
}

// keyNamed returns the key of that name, or nil.
func keyNamed(name string) *key {
	i := slices.IndexFunc(keys, func(k key) bool { return k.name == name })
	if i < 0 {
		return nil
	}
	return &keys[i]
}

// keyNames lists the keys there are.
func keyNames() string {
	var names []string
	for _, k := range keys {
		names = append(names, k.name)
	}
	return strings.Join(names, ", ") + " or " + bindTable
}

// take sets a setting to a value out of the file if that is of its type and fit.
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

// fitTheme allows what can be a theme's name. Whether there is such a theme is
// found out by those who draw.
func fitTheme(name string) bool {
	return name != "" && len(name) <= 16 && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}

// fitName allows what a host would, and that no name is set.
func fitName(name string) bool {
	_, err := proto.CleanName(name)
	return err == nil || strings.TrimSpace(name) == ""
}
