// Package game holds the rules: a World, and what one tick does to it.
//
// A World is a value. It has no pointer, slice, map, string or float, so that
// saving it is an assignment, rolling back is an assignment, and two hosts that
// gave it the same Orders can compare theirs with ==. What stays the same while
// a match lasts (arena, classes, weapons, limits) stands beside it in a Setup.
//
//	orders ──► World.Step(setup, orders, events) ──► the World one tick later
//
// World.Step is the only clock. Chance comes from World.Rand. Nothing here
// knows of time, input devices, names or networks, and the same Orders give the
// same World on every machine.
//
// # Units
//
// One unit of length is a quarter of a terminal column. Positions are int32 in
// 1/256 unit, x to the right, y downwards, (0,0) the arena's upper left corner.
// Speeds are 1/256 unit a tick. Durations are ticks, 60 to the second.
package game

// World is the whole state of a match at one tick.
//
// Everything that is not in use is zero, so that two Worlds are the same match
// exactly when they are ==.
type World struct {
	Tick    Tick
	Status  Status
	Started Tick // when the match left Waiting
	Rand    Chance

	// TeamScores are by team; [0] is unused. Points stay with the team when
	// their pilot leaves.
	TeamScores [MaxTeams + 1]int32

	Ships   [MaxShips]Ship
	Shots   [MaxShips][MaxShots]Shot // by owner's slot; Ship.Live says which fly
	Barrels [MaxBarrels]Barrel       // by Arena.Barrels
	Items   [MaxItems]Item           // the first by Arena.Pads, the rest are drops

	// What the modes keep.
	Rounds  Rounds           // Last, Trails
	Zone    Zone             // Last
	Orb     Orb              // CaptureOrb
	Heat    Heat             // Race
	Racers  [MaxRacers]Racer // Race, by slot
	Trails  [MaxRacers]Trail // Trails, by slot
	Assault Assault          // Waves
	Drones  [MaxDrones]Drone // Waves
}

// Status is where a match stands. The numbers are the Dogfight protocol's.
type Status uint8

// The three statuses.
const (
	Waiting    Status = 0
	InProgress Status = 1
	Closed     Status = 2
)

// NewWorld returns the World before the first tick of a match.
func NewWorld(s *Setup, seed uint64) World { return NewWorldAt(s, seed, 0) }

// NewWorldAt returns the World after a tick, with which a match begins.
func NewWorldAt(s *Setup, seed uint64, tick Tick) World {
	w := World{Tick: tick, Started: tick, Rand: NewChance(seed)}
	w.placeBarrels(s)
	w.stockPads(s)
	if !s.Lobby {
		w.start(s)
	}
	return w
}

// TimeLeft returns the time until the time limit ends the match, 0 when there
// is no limit or the match is over.
func (w *World) TimeLeft(s *Setup) Tick {
	switch w.Status {
	case Waiting:
		return s.TimeLimit
	case InProgress:
		if flown := w.Tick - w.Started; flown < s.TimeLimit {
			return s.TimeLimit - flown
		}
	}
	return 0
}

// Chance is a state of chance, never 0 (xorshift64*, Vigna 2016, "An experimental
// exploration of Marsaglia's xorshift generators").
type Chance uint64

// NewChance returns the state that the seed gives.
func NewChance(seed uint64) Chance { return Chance(seed*0x9e3779b97f4a7c15 | 1) }

// Below returns a number from 0 to n-1 and moves the state on.
func (c *Chance) Below(n uint32) uint32 {
	*c ^= *c >> 12
	*c ^= *c << 25
	*c ^= *c >> 27
	return uint32(uint64(*c*0x2545f4914f6cdd1d>>32) * uint64(n) >> 32)
}

// Setup is what a match is played with and what stays the same while it lasts.
// It is read-only once a World was made from it.
type Setup struct {
	Arena        *Arena
	Classes      []Class  // 1 to MaxClasses; the default first, those of drones last
	Weapons      []Weapon // 1 to MaxWeapons; likewise
	Mode         Mode
	Sides        uint8 // teams, if not as many as are usual in the mode; 0 for those
	FriendlyFire bool
	Lobby        bool      // the World waits for an OrderStart
	TimeLimit    Tick      // 0 for none
	ScoreLimit   int32     // 0 for none
	Campaign     *Campaign // Waves; otherwise nil
}

// Teams returns the number of teams, 0 where every ship flies for itself.
func (s *Setup) Teams() int { return int(max(s.Sides, s.Mode.rules().fewest)) }

// PilotTeams returns in how many of the teams pilots can be.
func (s *Setup) PilotTeams() int {
	if s.Mode.rules().drones {
		return 1
	}
	return s.Teams()
}

// HasTeam reports whether a pilot may be in the team: 1 and up where there are
// teams, otherwise 0.
func (s *Setup) HasTeam(team uint8) bool {
	n := s.PilotTeams()
	return int(team) <= n && (team == 0) == (n == 0)
}

// Foes reports whether two ships fight each other: those of different teams, and
// all where there are no teams.
func (s *Setup) Foes(a, b *Ship) bool { return s.Teams() == 0 || a.Team != b.Team }

// Winner returns who has won the match, or would have if it ended now.
func (s *Setup) Winner(w *World) Winner {
	switch winner := s.Mode.rules().winner; {
	case winner != nil:
		return winner(w, s)
	case s.Teams() > 0:
		return w.bestTeam(uint8(s.Teams()))
	}
	return w.bestShip()
}

// PilotClasses returns the classes that pilots choose from, which come first.
func (s *Setup) PilotClasses() []Class {
	n := 0
	for n < len(s.Classes) && !s.Classes[n].Drone {
		n++
	}
	return s.Classes[:n]
}

// PilotWeapons returns the weapons that pilots choose from, likewise.
func (s *Setup) PilotWeapons() []Weapon {
	n := 0
	for n < len(s.Weapons) && !s.Weapons[n].Drone {
		n++
	}
	return s.Weapons[:n]
}

// PilotClass reports whether there is a class of that number for pilots.
func (s *Setup) PilotClass(class uint8) bool {
	return int(class) < len(s.Classes) && !s.Classes[class].Drone
}

// PilotWeapon reports whether there is a weapon of that number for pilots.
func (s *Setup) PilotWeapon(weapon uint8) bool {
	return int(weapon) < len(s.Weapons) && !s.Weapons[weapon].Drone
}

// Harms reports whether what one ship fires hurts another: a foe always, a
// team-mate by friendly fire, unless both are drones.
func (s *Setup) Harms(by, victim *Ship) bool {
	return s.Foes(by, victim) || s.FriendlyFire && !(s.Mode.rules().drones && by.Team == droneTeam)
}

// Tick counts ticks, 60 to the second.
type Tick uint32

// Class is a kind of ship.
type Class struct {
	Name     string // in data files and on command lines
	Title    string // on the screen
	HP       uint8  // 1 to MaxHP, or to MaxDroneHP
	TopSpeed int32  // 1/256 unit a tick, 1 to MaxTopSpeed
	Thrust   int32  // acceleration along the course, 1/256 unit a tick a tick, 1 to MaxSpeed
	Brake    int32  // deceleration when idle, likewise, from 0
	Drone    bool   // flown by the rules alone: no pilot may choose it
}

// Weapon is a kind of gun.
type Weapon struct {
	Name     string
	Title    string
	Shots    uint8  // in flight at once, 1 to MaxShots
	Fan      uint8  // shots fired together, 1 or 3
	Speed    int32  // 1/256 unit a tick, at most MaxShotSpeed; 0 lies where it was dropped
	Damage   uint8  // at most MaxDamage
	Cooldown uint8  // ticks between two times of firing
	Life     uint16 // ticks a shot flies, from 1
	Reach    int32  // added to the ship's radius, 1/256 unit, at most MaxReach
	Drone    bool   // of drones alone
}
