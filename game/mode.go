package game

import "fmt"

// Mode names the rules that say who fights whom and who has won. Each has a
// file of its own, which says what is special about it and nothing else.
type Mode uint8

// The modes. The numbers are the protocol's.
const (
	Deathmatch Mode = 0
	Teams      Mode = 1
	Last       Mode = 2
	CaptureOrb Mode = 3
	Race       Mode = 4
	Waves      Mode = 5
	Trails     Mode = 6
)

// modes are the rules by their numbers. They refer to functions that refer to
// them, so they are set before the program begins.
var modes [Trails + 1]rules

func init() {
	modes = [...]rules{
		Deathmatch: deathmatch, Teams: teams, Last: last, CaptureOrb: captureOrb,
		Race: race, Waves: waves, Trails: trails,
	}
}

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

// Sides returns the fewest and the most teams that the mode can be played with. The
// fewest, 0 where every ship flies for itself, are usual.
func (m Mode) Sides() (fewest, most int) {
	return int(modes[m].fewest), int(max(modes[m].most, modes[m].fewest))
}

// Teams returns the number of teams that is usual in the mode, 0 where every ship
// flies for itself.
func (m Mode) Teams() int { return int(modes[m].fewest) }

// Pilots returns how many pilots the mode has room for. Their slots are the first.
func (m Mode) Pilots() int {
	if n := modes[m].pilots; n > 0 {
		return int(n)
	}
	return MaxShips
}

// Rounds reports whether the mode is played in rounds, in which ships have Lives.
func (m Mode) Rounds() bool { return modes[m].rounds }

// Limits returns the limits that are usual in the mode, 0 for none.
func (m Mode) Limits() (time Tick, score int32) { return modes[m].time, modes[m].score }

// Plays returns why the mode cannot be played in the arena by so many teams, 0 for
// as many as are usual, or nil.
func (m Mode) Plays(a *Arena, teams int) error {
	s := Setup{Arena: a, Mode: m, Sides: uint8(teams)}
	if plays := modes[m].plays; plays != nil {
		return plays(&s)
	}
	return nil
}
