package reference

import (
	"strconv"
	"strings"

	"pgregory.net/rapid"

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
		demand(s.Mode.State() == game.AssaultState, "expected a campaign in waves, got one in %s", s.Mode.Name())
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

// campaign reads a campaign with a number of classes, of which those from drones on are of drones, and weapons.
func (o *octets) campaign(drones, classes, weapons int) *game.Campaign {
	c := &game.Campaign{Name: o.text(32), Title: o.text(32), Endless: o.among(1, 0, 1) == 1, Kinds: []game.Kind{}}
	for range classes - drones {
		k := game.Kind{Role: game.Role(o.among(1, 0, 3)), Armed: o.among(1, 0, 1) == 1, Weapon: uint8(o.among(1, 0, weapons-1)), Points: uint8(o.number(1))}
		for range o.among(1, 0, 20) {
			k.Parts = append(k.Parts, game.Part{Class: uint8(o.among(1, drones, classes-1)), X: int8(o.number(1)), Y: int8(o.number(1))})
		}
		c.Kinds = append(c.Kinds, k)
	}
	for range o.among(1, 1, 30) {
		wave := game.Wave{Title: o.text(32)}
		for range o.among(1, 1, 12) {
			wave.Groups = append(wave.Groups, o.group(drones, classes))
		}
		c.Waves = append(c.Waves, wave)
	}
	return c
}

func (o *octets) group(drones, classes int) game.Group {
	g := game.Group{At: game.Tick(o.number(2)), Class: uint8(o.among(1, drones, classes-1)), Count: uint8(o.number(1)), Gap: game.Tick(o.number(2))}
	g.End, g.Drop = game.PathEnd(o.among(1, 0, 2)), game.ItemKind(o.among(1, 0, 9))
	for range o.among(1, 1, 16) {
		g.Path = append(g.Path, game.Corner{X: int16(o.among(2, 0, 1000)), Y: int16(o.among(2, 0, 1000))})
	}
	return g
}

// randomCampaign draws one for a Setup that has classes of drones.
func randomCampaign(t *rapid.T, s *game.Setup) *game.Campaign {
	first, last := len(s.PilotClasses()), len(s.Classes)-1
	c := &game.Campaign{Name: legible(t, 32), Title: legible(t, 32), Endless: rapid.Bool().Draw(t, "endless"), Kinds: []game.Kind{}}
	for range last + 1 - first {
		k := game.Kind{
			Role: game.Role(number[uint8](t, 0, 3)), Armed: rapid.Bool().Draw(t, "armed"),
			Weapon: number[uint8](t, 0, len(s.Weapons)-1), Points: number[uint8](t, 0, 255),
		}
		for range rapid.IntRange(0, 3).Draw(t, "parts") {
			k.Parts = append(k.Parts, game.Part{Class: number[uint8](t, first, last), X: int8(number[int32](t, -128, 127)), Y: int8(number[int32](t, -128, 127))})
		}
		c.Kinds = append(c.Kinds, k)
	}
	for range rapid.IntRange(1, 3).Draw(t, "waves") {
		wave := game.Wave{Title: legible(t, 32)}
		for range rapid.IntRange(1, 3).Draw(t, "groups") {
			g := game.Group{
				At: number[game.Tick](t, 0, 1<<16-1), Class: number[uint8](t, first, last), Count: number[uint8](t, 0, 255),
				Gap: number[game.Tick](t, 0, 1<<16-1), End: game.PathEnd(number[uint8](t, 0, 2)), Drop: game.ItemKind(number[uint8](t, 0, game.ItemKinds-1)),
			}
			for range rapid.IntRange(1, 3).Draw(t, "corners") {
				g.Path = append(g.Path, game.Corner{X: int16(number[int32](t, 0, 1000)), Y: int16(number[int32](t, 0, 1000))})
			}
			wave.Groups = append(wave.Groups, g)
		}
		c.Waves = append(c.Waves, wave)
	}
	return c
}
