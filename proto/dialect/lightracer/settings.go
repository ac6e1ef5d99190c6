package lightracer

import (
	"errors"
	"fmt"
	"strings"
)

// Settings tells what is played.
type Settings struct {
	Bots  int32
	Time  int32 // seconds that a match lasts; 0 for no end
	Mode  string
	Arena string
}

// Append appends the line and its end. The arena comes last, as its name may have spaces.
func (m *Settings) Append(b []byte) []byte {
	b = appendNumber(append(b, "SETTINGS bots="...), m.Bots)
	b = appendNumber(append(b, " time="...), m.Time)
	b = append(append(b, " mode="...), m.Mode...)
	return endLine(appendText(append(b, " arena="...), m.Arena))
}

// parseSettings takes no notice of keys that it does not know.
func parseSettings(rest string) (Reply, error) {
	var m Settings
	numbers, arena, found := strings.Cut(" "+rest, " arena=")
	if !found {
		return nil, errors.New("SETTINGS: arena is missing")
	}
	m.Arena = arena
	for setting := range strings.FieldsSeq(numbers) {
		key, value, found := strings.Cut(setting, "=")
		if !found {
			return nil, fmt.Errorf("SETTINGS must be key=value, got %s", quote(setting))
		}
		var err error
		switch key {
		case BotsKey:
			m.Bots, err = number("SETTINGS bots", value)
		case TimeKey:
			m.Time, err = number("SETTINGS time", value)
		case ModeKey:
			m.Mode = value
		}
		if err != nil {
			return nil, err
		}
	}
	return &m, nil
}
