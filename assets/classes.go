package assets

import (
	"slices"

	"dogfight/game"
)

// Classes returns the kinds of ship, the default first.
func Classes() []game.Class { return slices.Clone(classes()) }

var classes = embedded("classes.toml", parseClasses)

// ParseClasses reads a table of classes, laid out as in classes.toml; name is
// its file in errors.
func parseClasses(name string, data []byte) ([]game.Class, error) {
	t := readTable(name, "class", data, game.MaxPilotClasses)
	var classes []game.Class
	for _, e := range t.entries {
		classes = append(classes, game.Class{
			Name:     e.name(),
			Title:    e.title(),
			HP:       uint8(e.number("hp", 1, game.MaxHP)),
			TopSpeed: speed(e.number("top_speed", 1, fastestShip)),
			Thrust:   acceleration(e.number("thrust", weakestThrust, 10000)),
			Brake:    acceleration(e.number("brake", weakestThrust, 10000)),
		})
		e.finish()
	}
	if t.err != nil {
		return nil, t.err
	}
	return classes, nil
}

const (
	fastestShip   = 200 // units a second; with the afterburner 360, the game's speed limit
	weakestThrust = 15  // units a second, each second; less is nothing in the game's units
)
