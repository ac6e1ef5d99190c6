package game

import "fmt"

// Mode names the rules that say who fights whom and who has won. Each has a
// file of its own, which says what its rules are and nothing else.
type Mode uint8

// The modes.
const (
	Deathmatch Mode = 0
	Teams      Mode = 1
)

// rules is what a mode decides.
type rules struct {
	name  string
	teams uint8 // at most MaxTeams; 0: everybody for himself

	// foes reports whether two ships fight each other.
	foes func(a, b *Ship) bool
	// spawns returns where a ship of the team may enter.
	spawns func(a *Arena, team uint8) []Point
	// best returns the score that the score limit is held against.
	best func(w *World) int32
}

var modes = [...]rules{Deathmatch: deathmatch, Teams: teams}

func (m Mode) rules() *rules { return &modes[m] }

// Valid reports whether m is one of the modes.
func (m Mode) Valid() bool { return int(m) < len(modes) }

// Name returns the mode's name in files and on command lines, and a number for
// one that only a later version knows.
func (m Mode) Name() string {
	if !m.Valid() {
		return fmt.Sprintf("mode %d", uint8(m))
	}
	return modes[m].name
}

// Foes reports whether two ships fight each other.
func (m Mode) Foes(a, b *Ship) bool { return modes[m].foes(a, b) }

// Teams returns the number of teams, 0 where everybody flies for himself.
func (m Mode) Teams() int { return int(modes[m].teams) }

// HasTeam reports whether a pilot may be in the team: 1 and up where there are
// teams, otherwise 0.
func (m Mode) HasTeam(team uint8) bool {
	n := modes[m].teams
	return team <= n && (team == 0) == (n == 0)
}
