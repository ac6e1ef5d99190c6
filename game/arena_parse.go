package game

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// ParseArena reads an arena file: a line for each row of tiles, a character for each
// tile. Short lines are filled with space. Before the first row there may be comments,
// which begin with ';', empty lines, and settings such as "laps = 3": see arenaSettings.
// Empty lines after the last row are ignored. Lines may end as on Windows. Without any
// '@', ships spawn at the spawns of teams.
//
// name is the name of the arena. An error is an *ArenaError with name as its File.
func ParseArena(name, text string) (*Arena, error) {
	p := arenaParser{text: text, arena: Arena{Name: name}}
	for _, step := range []func() error{p.split, p.measure, p.fill, p.checkSpawns, p.findGates} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	p.arena.findMiddle()
	return &p.arena, nil
}

type arenaParser struct {
	text  string
	rows  []string
	above int // lines of the file before the first row
	arena Arena
}

// tileChars are all characters of rows, plainTiles those without the gates.
const (
	plainTiles = " .#@1234o+~^v<>*ABCD"
	tileChars  = plainTiles + gateTiles
)

// split finds the rows of the file and reads the settings above them.
func (p *arenaParser) split() error {
	text := strings.TrimPrefix(p.text, "\ufeff") // Windows editors add it
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	for ; p.above < len(lines); p.above++ {
		line := lines[p.above]
		name, value, setting := strings.Cut(line, "=")
		if setting && line[0] != ';' {
			if err := p.set(strings.TrimSpace(name), strings.TrimSpace(value)); err != nil {
				return err
			}
		} else if line != "" && line[0] != ';' {
			break
		}
	}
	end := len(lines)
	for end > p.above && lines[end-1] == "" {
		end--
	}
	p.rows = lines[p.above:max(end, p.above)]
	return nil
}

// measure sets the size of the arena and checks that every character is a tile.
func (p *arenaParser) measure() error {
	if len(p.rows) == 0 {
		p.above = 0 // report line 1
		return p.problem(0, 0, "empty arena: must have rows of tiles")
	}
	for y, row := range p.rows {
		if y == MaxTiles {
			return p.problem(0, y, "too tall: must be at most %d rows, got %d", MaxTiles, len(p.rows))
		}
		for x, char := range row {
			if x == MaxTiles {
				return p.problem(x, y, "too wide: must be at most %d tiles, got %d", MaxTiles, utf8.RuneCountInString(row))
			}
			if char != rune(Space) && !strings.ContainsRune(tileChars, char) {
				return p.problem(x, y, "unknown tile: must be one of %q or a gate 'a' to 'z', got %q", plainTiles, char)
			}
		}
		p.arena.Width = max(p.arena.Width, len(row))
	}
	p.arena.Height = len(p.rows)
	return nil
}

// fill fills in the tiles and the things on them.
func (p *arenaParser) fill() error {
	a := &p.arena
	a.Tiles = slices.Repeat([]Tile{Space}, a.Width*a.Height)
	for y, row := range p.rows {
		for x := range len(row) {
			if row[x] == ' ' {
				continue
			}
			tile := Tile(row[x])
			if err := p.place(x, y, tile); err != nil {
				return err
			}
			a.Tiles[y*a.Width+x] = tile
		}
	}
	return nil
}

// place records the thing on a tile.
func (p *arenaParser) place(x, y int, tile Tile) error {
	a := &p.arena
	switch tile {
	case SpawnTile:
		return p.note(x, y, &a.Spawns, MaxSpawns, "spawns")
	case Team1Tile, Team2Tile, Team3Tile, Team4Tile:
		team := 1 + tile - Team1Tile
		return p.note(x, y, &a.TeamSpawns[team], MaxSpawns, fmt.Sprintf("spawns of team %d", team))
	case BarrelTile:
		return p.note(x, y, &a.Barrels, MaxBarrels, "barrels")
	case PadTile:
		return p.note(x, y, &a.Pads, MaxPads, "pads")
	case WellTile:
		return p.note(x, y, &a.Wells, MaxWells, "wells")
	case Base1Tile, Base2Tile, Base3Tile, Base4Tile:
		a.Bases[tile.Base()] = append(a.Bases[tile.Base()], tileCentre(x, y))
	}
	return nil
}

// note adds a tile to those of its kind, at most so many.
func (p *arenaParser) note(x, y int, kind *[]Point, most int, name string) error {
	if len(*kind) == most {
		return p.problem(x, y, "too many %s: must be at most %d, got one more", name, most)
	}
	*kind = append(*kind, tileCentre(x, y))
	return nil
}

// checkSpawns checks that there are spawns, with room for a ship.
func (p *arenaParser) checkSpawns() error {
	a := &p.arena
	if len(a.Spawns) == 0 {
		if len(a.TeamSpawns[1]) == 0 || len(a.TeamSpawns[2]) == 0 {
			return p.problem(0, 0, "no spawn: must have '@', or both '1' and '2'")
		}
		a.Spawns = slices.Concat(a.TeamSpawns[1:]...)
	}
	for i, tile := range a.Tiles {
		if !tile.spawns() {
			continue
		}
		x, y := i%a.Width, i/a.Width
		if at := tileCentre(x, y); !a.HullFits(at.X, at.Y) {
			return p.problem(x, y, "no room for a ship at spawn %q: must have space on its eight sides, got rock or the edge", tile)
		}
	}
	return nil
}

// problem returns an error about column x of row y.
func (p *arenaParser) problem(x, y int, format string, args ...any) error {
	return &ArenaError{
		File:    p.arena.Name,
		Line:    p.above + y + 1,
		Column:  x + 1,
		Problem: fmt.Sprintf(format, args...),
	}
}

// ArenaError is a problem in an arena file.
type ArenaError struct {
	File         string
	Line, Column int // from 1, in characters
	Problem      string
}

func (e *ArenaError) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Problem)
}

// arenaSetting is a number above the rows of an arena file.
type arenaSetting struct {
	name        string
	least, most int
	get         func(a *Arena) int
	set         func(a *Arena, v int)
}

// arenaSettings has all settings, in the order of Arena.Text.
var arenaSettings = []arenaSetting{
	{"laps", 1, MaxLaps, func(a *Arena) int { return a.Laps }, func(a *Arena, v int) { a.Laps = v }},
	{"pull", 1, MaxPull, func(a *Arena) int { return int(a.Pull) }, func(a *Arena, v int) { a.Pull = int32(v) }},
}

// Defaults of the settings.
const (
	usualLaps = 3
	usualPull = 40
)

// set reads the setting in the current line.
func (p *arenaParser) set(name, value string) error {
	for _, set := range arenaSettings {
		if set.name != name {
			continue
		}
		v, err := strconv.Atoi(value)
		if err != nil || v < set.least || v > set.most {
			return p.problem(0, 0, "%s: must be %d to %d, got %q", name, set.least, set.most, value)
		}
		set.set(&p.arena, v)
		return nil
	}
	return p.problem(0, 0, "unknown setting: must be laps or pull, got %q", name)
}
