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

// RulesVersion counts the rules that there have been, and RulesFingerprint tells
// each from all others: it is what a set of short matches ends with, in all modes
// (see rules_version_test.go). Two builds play a match together only if both are
// the same.
const (
	RulesVersion     = 3
	RulesFingerprint = 0x4c409607
)

// Winner is who has won a match. The zero Winner is a draw.
type Winner struct {
	Decided bool
	Team    uint8 // that has won; 0 where there are no teams
	Slot    uint8 // likewise, of the ship
}

// Includes reports whether a pilot who flies in the slot, for the team, has won.
func (v Winner) Includes(slot, team uint8) bool {
	if v.Team != 0 {
		return v.Decided && v.Team == team
	}
	return v.Decided && v.Slot == slot
}

// leader finds the highest of some ranks.
type leader struct {
	at     int // whose it is
	rank   int64
	any    bool
	shared bool
}

func (l *leader) add(at int, rank int64) {
	switch {
	case !l.any || rank > l.rank:
		*l = leader{at: at, rank: rank, any: true}
	case rank == l.rank:
		l.shared = true
	}
}

func (l *leader) decided() bool { return l.any && !l.shared }

// bestTeam returns the team from 1 to last with the highest score, unless it
// shares it.
func (w *World) bestTeam(last uint8) Winner {
	var l leader
	for team := 1; team <= int(last); team++ {
		l.add(team, int64(w.TeamScores[team]))
	}
	return l.team()
}

// bestShip returns the slot of the ship with the highest score, unless it shares
// it.
func (w *World) bestShip() Winner {
	var l leader
	for i := range w.Ships {
		if ship := &w.Ships[i]; ship.State != Empty {
			l.add(i, int64(ship.Score))
		}
	}
	return l.ship()
}

// bestTeamByKills is bestTeam where of those that share the score the one wins whose
// ships have destroyed the most.
func (w *World) bestTeamByKills(last uint8) Winner {
	var kills [MaxTeams + 1]int64
	for i := range w.Ships {
		kills[w.Ships[i].Team] += int64(w.Ships[i].Kills)
	}
	var l leader
	for team := 1; team <= int(last); team++ {
		l.add(team, int64(w.TeamScores[team])<<32+kills[team])
	}
	return l.team()
}

// bestShipByKills is bestShip likewise.
func (w *World) bestShipByKills() Winner {
	var l leader
	for i := range w.Ships {
		if ship := &w.Ships[i]; ship.State != Empty {
			l.add(i, int64(ship.Score)<<32+int64(ship.Kills))
		}
	}
	return l.ship()
}

func (l *leader) team() Winner {
	if !l.decided() {
		return Winner{}
	}
	return Winner{Decided: true, Team: uint8(l.at)}
}

func (l *leader) ship() Winner {
	if !l.decided() {
		return Winner{}
	}
	return Winner{Decided: true, Slot: uint8(l.at)}
}
