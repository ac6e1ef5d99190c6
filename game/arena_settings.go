package game

import "strconv"

// arenaSetting is a number that stands above the rows of an arena file.
type arenaSetting struct {
	name        string
	least, most int
	get         func(a *Arena) int
	set         func(a *Arena, v int)
}

// arenaSettings are all of them, in the order in which Arena.Text writes them.
var arenaSettings = []arenaSetting{
	{"laps", 1, MaxLaps, func(a *Arena) int { return a.Laps }, func(a *Arena, v int) { a.Laps = v }},
	{"pull", 1, MaxPull, func(a *Arena) int { return int(a.Pull) }, func(a *Arena, v int) { a.Pull = int32(v) }},
}

// What an arena has that does not say.
const (
	usualLaps = 3
	usualPull = 40
)

// set reads a setting that stands in the line above the first row that is looked at.
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
