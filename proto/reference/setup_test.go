package reference

import (
	"strconv"
	"strings"

	"dogfight/game"
)

func (o *octets) setup() *game.Setup {
	s := &game.Setup{Arena: o.arena()}
	for range o.among(1, 1, 16) {
		s.Classes = append(s.Classes, o.class())
	}
	for range o.among(1, 1, 16) {
		s.Weapons = append(s.Weapons, o.weapon())
	}
	classes, weapons := "", ""
	for _, class := range s.Classes {
		classes += map[bool]string{false: "p", true: "d"}[class.Drone]
	}
	for _, weapon := range s.Weapons {
		weapons += map[bool]string{false: "p", true: "d"}[weapon.Drone]
	}
	demandPilotsFirst(classes)
	demandPilotsFirst(weapons)
	s.Mode = game.Mode(o.number(1))
	demand(s.Mode.Valid(), "expected a mode of package game, got %d", s.Mode)
	fewest, most := s.Mode.Sides()
	s.Sides = uint8(o.number(1))
	demand(s.Sides == 0 || max(2, fewest) <= int(s.Sides) && int(s.Sides) <= most, "expected a number of teams of the mode, got %d", s.Sides)
	if err := s.Mode.Plays(s.Arena, int(s.Sides)); err != nil {
		refuse("expected an arena that the mode can be played in, got one with %v", err)
	}
	flags := o.among(1, 0, 7)
	s.FriendlyFire, s.Lobby = flags&1 != 0, flags&2 != 0
	s.TimeLimit = game.Tick(o.number(4))
	s.ScoreLimit = int32(o.among(4, 0, 1<<31-1))
	if flags&4 != 0 {
		demand(s.Mode == game.Waves, "expected a campaign in waves, got one in %s", s.Mode.Name())
		s.Campaign = o.campaign(len(strings.TrimRight(classes, "d")), len(classes), len(weapons))
	}
	return s
}

// demandPilotsFirst wants one to eight of pilots, and then those of drones.
func demandPilotsFirst(table string) {
	pilots := strings.TrimRight(table, "d")
	fine := len(pilots) >= 1 && len(pilots) <= 8 && !strings.Contains(pilots, "d")
	demand(fine, "expected what is for pilots first, 1 to 8, got %s", table)
}

func (o *octets) class() game.Class {
	class := game.Class{
		Name:     o.text(32),
		Title:    o.text(32),
		HP:       uint8(o.number(1)),
		TopSpeed: int32(o.among(2, 1, 853)),
		Thrust:   int32(o.among(2, 1, 1536)),
		Brake:    int32(o.among(2, 0, 1536)),
		Drone:    o.among(1, 0, 1) == 1,
	}
	most := map[bool]uint8{false: 15, true: 250}[class.Drone]
	demand(1 <= class.HP && class.HP <= most, "expected 1 to %d hp, got %d", most, class.HP)
	return class
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
		Drone:    o.among(1, 0, 1) == 1,
	}
	demand(w.Fan == 1 || w.Fan == 3, "expected a fan of 1 or 3, got %d", w.Fan)
	return w
}

// arena reads the arena as the text of its file, which package game then parses.
func (o *octets) arena() *game.Arena {
	name := o.text(32)
	width, height := o.among(2, 1, 256), o.among(2, 1, 256)
	laps, pull := o.among(1, 0, 20), o.among(1, 0, 100)
	tiles := o.tiles(width * height)
	text := ""
	if laps > 0 {
		text += "laps = " + strconv.Itoa(laps) + "\n"
	}
	if pull > 0 {
		text += "pull = " + strconv.Itoa(pull) + "\n"
	}
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
	const others = "@1234o+~^v<>*ABCDabcdefghijklmnpqrstuwxyz"
	tiles := ""
	last, lastRun, most := byte(0), 0, 0
	for len(tiles) < count {
		b := o.number(1)
		kind, run, longest := byte('.'), b%64+1, 64
		switch {
		case b >= 128:
			kind, run, longest = byte(b-128), o.number(1)+1, 256
			demand(strings.IndexByte(others, kind) >= 0, "expected a tile, got %q", kind)
		case b >= 64:
			kind = '#'
		}
		demand(kind != last || lastRun == most, "expected the run of %d to go on to %d, got another", lastRun, most)
		most = longest
		tiles += strings.Repeat(string(rune(kind)), run)
		last, lastRun = kind, run
	}
	demand(len(tiles) == count, "expected %d tiles, got %d", count, len(tiles))
	return tiles
}
