package game

import "fmt"

// Mode names the rules that say who fights whom and who has won. Each has a
// file of its own, which says what is special about it and nothing else.
type Mode uint8

// The modes. The numbers are the protocol's.
const (
	Deathmatch Mode = 0
	Teams      Mode = 1
)

var modes = [...]rules{Deathmatch: deathmatch, Teams: teams}

// Modes returns all modes, in the order in which a menu lists them.
func Modes() []Mode {
	all := make([]Mode, len(modes))
	for i := range all {
		all[i] = Mode(i)
	}
	return all
}

// ModeNamed returns the mode of that name.
func ModeNamed(name string) (Mode, bool) {
	for i := range modes {
		if modes[i].name == name {
			return Mode(i), true
		}
	}
	return 0, false
}

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

// Summary says in a few words what the mode is about, for menus and help. It is
// empty for one that only a later version knows.
func (m Mode) Summary() string {
	if !m.Valid() {
		return ""
	}
	return modes[m].summary
}

// Foes reports whether two ships fight each other: those of different teams, and
// all where there are no teams.
func (m Mode) Foes(a, b *Ship) bool { return modes[m].teams == 0 || a.Team != b.Team }

// Teams returns the number of teams, 0 where every ship flies for itself.
func (m Mode) Teams() int { return int(modes[m].teams) }

// HasTeam reports whether a pilot may be in the team: 1 and up where there are
// teams, otherwise 0.
func (m Mode) HasTeam(team uint8) bool {
	n := modes[m].teams
	return team <= n && (team == 0) == (n == 0)
}

// Winner returns who has won the match, or would have if it ended now.
func (m Mode) Winner(w *World) Winner { return modes[m].winnerOf(w) }
