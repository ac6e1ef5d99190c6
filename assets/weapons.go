package assets

import (
	"slices"

	"dogfight/game"
)

// Weapons returns the kinds of gun, the default first.
func Weapons() []game.Weapon { return slices.Clone(weapons()) }

var weapons = embedded("weapons.toml", parseWeapons)

// ParseWeapons reads a table of weapons, laid out as in weapons.toml; name is
// its file in errors.
func parseWeapons(name string, data []byte) ([]game.Weapon, error) {
	t := readTable(name, "weapon", data, game.MaxPilotWeapons)
	var weapons []game.Weapon
	for _, e := range t.entries {
		shots := e.number("shots", 1, game.MaxShots)
		weapons = append(weapons, game.Weapon{
			Name:     e.name(),
			Title:    e.title(),
			Shots:    uint8(shots),
			Fan:      uint8(e.fan(shots)),
			Speed:    speed(e.number("speed", 0, 1200)),
			Damage:   uint8(e.number("damage", 1, game.MaxDamage)),
			Cooldown: uint8(ticks(e.number("cooldown_ms", aTick, 4250))), // a byte of ticks
			Life:     uint16(ticks(e.number("life_ms", aTick, 60000))),
			Reach:    int32(e.number("reach", 0, game.MaxReach/game.One)) * game.One,
		})
		e.finish()
	}
	if t.err != nil {
		return nil, t.err
	}
	return weapons, nil
}

const aTick = 17 // milliseconds; less could be no tick at all

// fan takes out how many of the shots leave together.
func (e entry) fan(shots int64) int64 {
	fan := e.number("fan", 1, 3)
	if fan == 2 || fan > shots {
		e.fail("fan", mustBe("1 or 3, and not more than shots", fan))
	}
	return fan
}
