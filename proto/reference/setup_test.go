package reference

import (
	"strings"

	"dogfight/game"
)

func (o *octets) setup() *game.Setup {
	s := &game.Setup{Arena: o.arena()}
	for range o.among(1, 1, 8) {
		s.Classes = append(s.Classes, o.class())
	}
	for range o.among(1, 1, 8) {
		s.Weapons = append(s.Weapons, o.weapon())
	}
	s.Mode = game.Mode(o.number(1))
	demand(s.Mode.Valid(), "expected a mode of package game, got %d", s.Mode)
	flags := o.among(1, 0, 3)
	s.FriendlyFire, s.Lobby = flags&1 != 0, flags&2 != 0
	s.TimeLimit = game.Tick(o.number(4))
	s.ScoreLimit = int32(o.among(4, 0, 1<<31-1))
	return s
}

func (o *octets) class() game.Class {
	return game.Class{
		Name:     o.text(32),
		Title:    o.text(32),
		HP:       uint8(o.among(1, 1, 15)),
		TopSpeed: int32(o.among(2, 1, 853)),
		Thrust:   int32(o.among(2, 1, 1536)),
		Brake:    int32(o.among(2, 0, 1536)),
	}
}

func (o *octets) weapon() game.Weapon {
	w := game.Weapon{
		Name:     o.text(32),
		Title:    o.text(32),
		Shots:    uint8(o.among(1, 1, 8)),
		Fan:      uint8(o.number(1)),
		Damage:   uint8(o.among(1, 0, 15)),
		Cooldown: uint8(o.number(1)),
		Life:     uint16(o.among(2, 1, 1<<16-1)),
		Speed:    int32(o.among(2, 0, 7680)),
		Reach:    int32(o.among(2, 0, 4096)),
	}
	demand(w.Fan == 1 || w.Fan == 3, "expected a fan of 1 or 3, got %d", w.Fan)
	return w
}

// arena reads the arena as the text of its file, which package game then parses.
func (o *octets) arena() *game.Arena {
	name := o.text(32)
	width, height := o.among(2, 1, 256), o.among(2, 1, 256)
	tiles := o.tiles(width * height)
	text := ""
	for len(tiles) > 0 {
		text += tiles[:width] + "\n"
		tiles = tiles[width:]
	}
	arena, err := game.ParseArena(name, text)
	if err != nil {
		refuse("expected a playable arena, got one with %v", err)
	}
	return arena
}

// tiles reads runs until there are count tiles.
func (o *octets) tiles(count int) string {
	const kinds = ".#@12o+34"
	tiles := ""
	last, lastRun, most := -1, 0, 0
	for len(tiles) < count {
		b := o.number(1)
		kind, run, longest := b/32, b%32+1, 32
		if kind == 7 {
			kind, run, longest = 7+b%32/16, b%16+1, 16
		}
		demand(kind != last || lastRun == most, "expected the run of %d to go on to %d, got another", lastRun, most)
		most = longest
		tiles += strings.Repeat(kinds[kind:kind+1], run)
		last, lastRun = kind, run
	}
	demand(len(tiles) == count, "expected %d tiles, got %d", count, len(tiles))
	return tiles
}
