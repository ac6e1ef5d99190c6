package reference

import (
	"strings"

	"pgregory.net/rapid"

	"dogfight/game"
)

// legible draws a text of at most most bytes that any message takes.
func legible(t *rapid.T, most int) string {
	return rapid.StringOfN(rapid.RuneFrom([]rune("ab 12é世🚀")), 0, -1, most).Draw(t, "text")
}

// number draws one from least to most.
func number[T interface {
	~uint8 | ~uint16 | ~uint32 | ~int32
}](t *rapid.T, least, most int) T {
	return T(rapid.IntRange(least, most).Draw(t, "number"))
}

// randomSetup draws a Setup that package game can play.
func randomSetup(t *rapid.T) *game.Setup {
	s := &game.Setup{
		Arena:        randomArena(t),
		FriendlyFire: rapid.Bool().Draw(t, "friendly fire"),
		Lobby:        rapid.Bool().Draw(t, "lobby"),
		TimeLimit:    game.Tick(rapid.Uint32().Draw(t, "time limit")),
		ScoreLimit:   rapid.Int32Min(0).Draw(t, "score limit"),
	}
	var modes []game.Mode
	for _, mode := range game.Modes() {
		if _, most := mode.Sides(); mode.Plays(s.Arena, 0) == nil && (most < 2 || mode.Plays(s.Arena, most) == nil) {
			modes = append(modes, mode)
		}
	}
	s.Mode = rapid.SampledFrom(modes).Draw(t, "mode")
	for range rapid.IntRange(1, game.MaxPilotClasses).Draw(t, "classes") {
		s.Classes = append(s.Classes, game.Class{
			Name: legible(t, 32), Title: legible(t, 32),
			HP:       number[uint8](t, 1, game.MaxHP),
			TopSpeed: number[int32](t, 1, game.MaxTopSpeed),
			Thrust:   number[int32](t, 1, game.MaxSpeed),
			Brake:    number[int32](t, 0, game.MaxSpeed),
		})
	}
	for range rapid.IntRange(1, game.MaxPilotWeapons).Draw(t, "weapons") {
		s.Weapons = append(s.Weapons, game.Weapon{
			Name: legible(t, 32), Title: legible(t, 32),
			Shots:    number[uint8](t, 1, game.MaxShots),
			Fan:      rapid.SampledFrom([]uint8{1, 3}).Draw(t, "fan"),
			Damage:   number[uint8](t, 0, game.MaxDamage),
			Cooldown: number[uint8](t, 0, 255),
			Life:     number[uint16](t, 1, 1<<16-1),
			Speed:    number[int32](t, 0, game.MaxShotSpeed),
			Reach:    number[int32](t, 0, game.MaxReach),
		})
	}
	randomDrones(t, s)
	if fewest, most := s.Mode.Sides(); most > 1 && rapid.Bool().Draw(t, "other number of teams") {
		s.Sides = number[uint8](t, max(2, fewest), most)
	}
	if s.Mode == game.Waves && s.Classes[len(s.Classes)-1].Drone {
		s.Campaign = randomCampaign(t, s)
	}
	return s
}

// randomDrones adds classes and weapons that are for drones.
func randomDrones(t *rapid.T, s *game.Setup) {
	for range rapid.IntRange(0, 3).Draw(t, "classes of drones") {
		class := s.Classes[0]
		class.Drone, class.HP = true, number[uint8](t, 1, game.MaxDroneHP)
		s.Classes = append(s.Classes, class)
	}
	for range rapid.IntRange(0, 3).Draw(t, "weapons of drones") {
		weapon := s.Weapons[0]
		weapon.Drone = true
		s.Weapons = append(s.Weapons, weapon)
	}
}

// randomArena draws an arena of patches with a tile each, far enough apart that
// there is room at every spawn.
func randomArena(t *rapid.T) *game.Arena {
	const patch = 4 // tiles a side; so that sizes may be powers of two, where bits end
	width := rapid.IntRange(1, 10).Draw(t, "patches a row")
	height := rapid.IntRange(1, game.MaxPads/width).Draw(t, "rows") // all might be pads
	wells := 0
	rows := ""
	for range height {
		middles := strings.Repeat(".", patch*width)
		for i := range width {
			tile := rapid.SampledFrom([]string{".", "#", "@", "1", "2", "3", "4", "o", "+", "~", "^", "v", "<", ">", "*", "A", "B", "C", "D", "a"}).Draw(t, "tile")
			if rows == "" && i == 0 {
				tile = "@" // one spawn there must be
			}
			if tile == "*" {
				if wells++; wells > game.MaxWells {
					tile = "."
				}
			}
			at := patch*i + patch/2
			middles = middles[:at] + tile + middles[at+1:]
		}
		empty := strings.Repeat(".", patch*width) + "\n"
		rows += strings.Repeat(empty, patch/2) + middles + "\n" + strings.Repeat(empty, patch/2-1)
	}
	arena, err := game.ParseArena(legible(t, 32), rows)
	if err != nil {
		t.Fatalf("expected an arena, got %v", err)
	}
	return arena
}
