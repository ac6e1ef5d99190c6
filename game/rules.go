package game

import "fmt"

// Mode is a set of rules: teams, limits, how to win. Each has a file of its own with
// its special rules only.
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

// State is a part of the World that only some modes use. Their bytes, bots, drawing and
// arenas follow from it.
type State uint8

const (
	ZoneState    State = 1
	OrbState     State = 2
	RaceState    State = 3 // Heat and Racers
	TrailState   State = 4
	AssaultState State = 5 // also Drones: pilots are team 1, and the rules fly the ships of team 2
	States       State = 6 // number of states
)

// modes are the rules by number. Their functions refer to modes, so init sets it.
var modes [Trails + 1]rules

func init() {
	modes = [...]rules{
		Deathmatch: deathmatch, Teams: teams, Last: last, CaptureOrb: captureOrb,
		Race: race, Waves: waves, Trails: trails,
	}
}

// Modes returns all modes, in the order of the menus.
func Modes() []Mode {
	all := make([]Mode, len(modes))
	for i := range all {
		all[i] = Mode(i)
	}
	return all
}

// ModeNamed returns the mode with that name.
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

// Name returns the mode's name in files and on command lines; a number for a mode of
// a later version.
func (m Mode) Name() string {
	if !m.Valid() {
		return fmt.Sprintf("mode %d", uint8(m))
	}
	return modes[m].name
}

// Summary describes the mode in a few words, for menus and help. It is empty for a
// mode of a later version.
func (m Mode) Summary() string {
	if !m.Valid() {
		return ""
	}
	return modes[m].summary
}

// Sides returns the fewest (the usual number) and the most teams of the mode; 0 if
// every ship flies for itself.
func (m Mode) Sides() (fewest, most int) {
	return int(modes[m].fewest), int(max(modes[m].most, modes[m].fewest))
}

// Teams returns the usual number of teams, 0 if every ship flies for itself.
func (m Mode) Teams() int { return int(modes[m].fewest) }

// Pilots returns the number of slots for pilots, which are the first.
func (m Mode) Pilots() int {
	if n := modes[m].pilots; n > 0 {
		return int(n)
	}
	return MaxShips
}

// State returns the part of the World that the mode plays with beside Rounds, 0 for none.
func (m Mode) State() State { return modes[m].state }

// Lives returns the lives of a ship in a round, 0 without rounds.
func (m Mode) Lives() int { return int(modes[m].lives) }

// Rounds reports whether the mode has rounds, in which ships have Lives.
func (m Mode) Rounds() bool { return modes[m].lives > 0 }

// Limits returns the usual limits, 0 for none.
func (m Mode) Limits() (time Tick, score int32) { return modes[m].time, modes[m].score }

// Plays returns why the mode cannot be played in the arena by so many teams, 0 for
// the usual number; or nil.
func (m Mode) Plays(a *Arena, teams int) error {
	s := Setup{Arena: a, Mode: m, Sides: uint8(teams)}
	if plays := modes[m].plays; plays != nil {
		return plays(&s)
	}
	return nil
}

// RulesVersion counts the changes of the rules. RulesFingerprint distinguishes them
// from all others: it is a hash of the last Worlds of short matches in all modes (see
// TestRulesAreThoseOfTheirVersion). Two builds can share a match only if both are equal.
const (
	RulesVersion     = 4
	RulesFingerprint = 0x5819b50b
)

// Winner is the winner of a match. The zero Winner is a draw.
type Winner struct {
	Decided bool
	Team    uint8 // 0 without teams
	Slot    uint8 // of the ship; 0 with teams
}

// Includes reports whether a pilot in the slot, in the team, has won.
func (v Winner) Includes(slot, team uint8) bool {
	if v.Team != 0 {
		return v.Decided && v.Team == team
	}
	return v.Decided && v.Slot == slot
}

// leader finds the highest rank.
type leader struct {
	at     int // slot or team
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

// bestTeam returns the team from 1 to last with the highest score. Kills of its ships
// break ties if byKills is set; otherwise a tie is a draw.
func (w *World) bestTeam(last uint8, byKills bool) Winner {
	var kills [MaxTeams + 1]int64
	if byKills {
		for i := range w.Ships {
			kills[w.Ships[i].Team] += int64(w.Ships[i].Kills)
		}
	}
	var l leader
	for team := 1; team <= int(last); team++ {
		l.add(team, int64(w.TeamScores[team])<<32+kills[team])
	}
	if !l.any || l.shared {
		return Winner{}
	}
	return Winner{Decided: true, Team: uint8(l.at)}
}

// bestShip returns the ship with the highest score, likewise.
func (w *World) bestShip(byKills bool) Winner {
	var l leader
	for i := range w.Ships {
		ship := &w.Ships[i]
		if ship.State == Empty {
			continue
		}
		rank := int64(ship.Score) << 32
		if byKills {
			rank += int64(ship.Kills)
		}
		l.add(i, rank)
	}
	if !l.any || l.shared {
		return Winner{}
	}
	return Winner{Decided: true, Slot: uint8(l.at)}
}

// rules is a mode. A nil hook means the usual behaviour, so that a mode has only
// its special rules.
//
// A hook depends only on its arguments and draws chance from w.Rand: it runs on every
// machine, and again after a rollback.
type rules struct {
	name     string
	summary  string // a few words
	fewest   uint8  // teams; 0 if every ship may fly for itself
	most     uint8  // teams, at most MaxTeams; 0 for the same as fewest
	pilots   uint8  // slots for pilots, the first; 0 for MaxShips
	state    State
	lives    uint8 // of each ship in a round: see withRounds
	time     Tick  // the usual limits; 0 for none
	score    int32
	passing  bool // ships pass through each other
	unscored bool // kills, barrels and orbs give no points: only the mode does
	personal bool // these points are for the ship only: the mode scores for teams
	levels   bool // orbs level a ship up

	// plays returns why the mode cannot be played with the arena and number of teams of
	// the Setup, or nil. Usually it can.
	plays func(s *Setup) error
	// start is called when the match leaves Waiting, before its first tick.
	start func(w *World, s *Setup)
	// tick is called at the end of each tick, before the check of the limits.
	tick func(w *World, s *Setup, events *Events)
	// enters reports whether the ship in the slot, which has waited long enough, enters
	// space now. Usually it does.
	enters func(w *World, s *Setup, slot int) bool
	// entry returns where it enters and its course. Usually this is the safest spawn,
	// facing the middle.
	entry func(w *World, s *Setup, slot int) (Point, Course)
	// fly moves the flying ship in the slot by one tick, after its timers. Usually it
	// follows its course, and burns with the special button.
	fly func(w *World, s *Setup, slot int, events *Events)
	// topSpeed returns the top speed of the ship in the slot; top is the usual one.
	topSpeed func(w *World, s *Setup, slot int, top int32) int32
	// fires reports whether the ship in the slot may fire. Usually it may.
	fires func(w *World, s *Setup, slot int) bool
	// hit replaces the damage of a hit.
	hit func(w *World, victim int, damage uint8)
	// armour reports whether hits do nothing to the ship in the slot. Usually they do.
	armour func(w *World, s *Setup, slot int) bool
	// book counts the death of the victim, which the slot by (perhaps the victim) caused,
	// and gives points for it.
	book func(w *World, s *Setup, victim, by int)
	// kill is called after the slot by (perhaps the victim) destroyed the victim and the
	// points were given.
	kill func(w *World, s *Setup, victim, by int, events *Events)
	// leave is called before the slot is emptied.
	leave func(w *World, s *Setup, slot int, events *Events)
	// begin is called when a round begins, before ships enter.
	begin func(w *World, s *Setup)
	// play is called in each tick of a round.
	play func(w *World, s *Setup, events *Events)
	// end is called when a round was won or drawn.
	end func(w *World, s *Setup)
	// over reports whether the match ends before a limit. Usually it does not.
	over func(w *World, s *Setup) bool
	// overtime reports whether the match continues after its time limit. Usually it does
	// not. A mode must bound it.
	overtime func(w *World, s *Setup) bool
	// winner returns the winner. Usually this is the team or, without teams, the ship
	// with the highest score.
	winner func(w *World, s *Setup) Winner
}

// spawns returns the places where a ship of the team may enter: the team's, or all if
// the arena has none for it.
func (s *Setup) spawns(team uint8) []Point {
	if s.Teams() > 0 && len(s.Arena.TeamSpawns[team]) > 0 {
		return s.Arena.TeamSpawns[team]
	}
	return s.Arena.Spawns
}

// best returns the score that the score limit applies to.
func (s *Setup) best(w *World) int32 {
	if teams := uint8(s.Teams()); teams > 0 {
		best := w.TeamScores[1]
		for team := uint8(2); team <= teams; team++ {
			best = max(best, w.TeamScores[team])
		}
		return best
	}
	best := w.Ships[0].Score
	for i := range w.Ships {
		best = max(best, w.Ships[i].Score)
	}
	return best
}
