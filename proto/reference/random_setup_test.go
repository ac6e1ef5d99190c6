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
		Mode:         rapid.SampledFrom(game.Modes()).Draw(t, "mode"),
		FriendlyFire: rapid.Bool().Draw(t, "friendly fire"),
		Lobby:        rapid.Bool().Draw(t, "lobby"),
		TimeLimit:    game.Tick(rapid.Uint32().Draw(t, "time limit")),
		ScoreLimit:   rapid.Int32Min(0).Draw(t, "score limit"),
	}
	for range rapid.IntRange(1, game.MaxClasses).Draw(t, "classes") {
		s.Classes = append(s.Classes, game.Class{
			Name: legible(t, 32), Title: legible(t, 32),
			HP:       number[uint8](t, 1, game.MaxHP),
			TopSpeed: number[int32](t, 1, game.MaxTopSpeed),
			Thrust:   number[int32](t, 1, game.MaxSpeed),
			Brake:    number[int32](t, 0, game.MaxSpeed),
		})
	}
	for range rapid.IntRange(1, game.MaxWeapons).Draw(t, "weapons") {
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
	return s
}

// randomArena draws an arena of patches with a tile each, far enough apart that
// there is room at every spawn.
func randomArena(t *rapid.T) *game.Arena {
	const patch = 4 // tiles a side; so that sizes may be powers of two, where bits end
	width := rapid.IntRange(1, 10).Draw(t, "patches a row")
	height := rapid.IntRange(1, game.MaxPads/width).Draw(t, "rows") // all might be pads
	rows := ""
	for range height {
		middles := strings.Repeat(".", patch*width)
		for i := range width {
			tile := rapid.SampledFrom([]string{".", "#", "@", "1", "2", "3", "4", "o", "+"}).Draw(t, "tile")
			if rows == "" && i == 0 {
				tile = "@" // one spawn there must be
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
