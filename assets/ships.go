package assets

import (
	"slices"

	"dogfight/game"
)

// Classes returns the classes of ships, the default first.
func Classes() []game.Class { return slices.Clone(classes()) }

var classes = embedded("classes.toml", parseClasses)

// parseClasses reads a table of classes; name is the file in errors.
func parseClasses(name string, data []byte) ([]game.Class, error) {
	return readEntries(name, "class", data, game.MaxPilotClasses, func(e entry) game.Class {
		return game.Class{
			Name:     e.name(),
			Title:    e.title(),
			HP:       uint8(e.number("hp", 1, game.MaxHP)),
			TopSpeed: speed(e.number("top_speed", 1, fastestShip)),
			Thrust:   acceleration(e.number("thrust", weakestThrust, 10000)),
			Brake:    acceleration(e.number("brake", weakestThrust, 10000)),
		}
	})
}

const (
	fastestShip   = 200 // units/second; with the afterburner 360, the limit of the rules
	weakestThrust = 15  // units/second²; less rounds to 0
)

// Weapons returns the weapons, the default first.
func Weapons() []game.Weapon { return slices.Clone(weapons()) }

var weapons = embedded("weapons.toml", parseWeapons)

// parseWeapons reads a table of weapons; name is the file in errors.
func parseWeapons(name string, data []byte) ([]game.Weapon, error) {
	return readEntries(name, "weapon", data, game.MaxPilotWeapons, func(e entry) game.Weapon {
		shots := e.number("shots", 1, game.MaxShots)
		return game.Weapon{
			Name:     e.name(),
			Title:    e.title(),
			Shots:    uint8(shots),
			Fan:      uint8(e.fan(shots)),
			Speed:    speed(e.number("speed", 0, 1200)),
			Damage:   uint8(e.number("damage", 1, game.MaxDamage)),
			Cooldown: uint8(ticks(e.number("cooldown_ms", aTick, 4250))), // a byte of ticks
			Life:     uint16(ticks(e.number("life_ms", aTick, 60000))),
			Reach:    int32(e.number("reach", 0, game.MaxReach/game.One)) * game.One,
		}
	})
}

const aTick = 17 // milliseconds; less may round to no tick

// fan reads the number of shots fired together.
func (e entry) fan(shots int64) int64 {
	fan := e.number("fan", 1, 3)
	if fan == 2 || fan > shots {
		e.fail("fan", mustBe("1 or 3, and not more than shots", fan))
	}
	return fan
}
