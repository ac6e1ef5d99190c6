// Package game holds the rules: a World, and how one tick changes it.
//
// A World is a value without pointers, slices, maps, strings and floats. Saving
// it is an assignment, rolling back is an assignment, and two hosts that gave it
// the same Orders can compare theirs with ==. The constant data of a match
// (arena, classes, weapons, limits) is in a Setup.
//
//	orders ──► World.Step(setup, orders, events) ──► the World one tick later
//
// World.Step is the only clock, and World.Rand the only source of chance. The
// package knows no time, input devices, names or networks. The same Orders give
// the same World on every machine.
//
// # Units
//
// One unit of length is a quarter of a terminal column. Positions are int32 in
// 1/256 unit, x to the right, y downwards, (0,0) the arena's upper left corner.
// Speeds are 1/256 unit a tick. Durations are ticks, 60 to the second.
package game

import (
	"math/bits"
	"slices"
)

// World is the whole state of a match at one tick. Unused parts are zero, so
// that equal matches are equal Worlds.
type World struct {
	Tick    Tick
	Status  Status
	Started Tick // when the match left Waiting
	Rand    Chance

	// TeamScores are by team; [0] is unused. A team keeps the points of a pilot
	// that leaves.
	TeamScores [MaxTeams + 1]int32

	Ships   [MaxShips]Ship
	Shots   [MaxShips][MaxShots]Shot // by owner's slot; Ship.Live has those in flight
	Barrels [MaxBarrels]Barrel       // by Arena.Barrels
	Items   [MaxItems]Item           // first those of Arena.Pads, then drops

	// State of the modes: see Mode.State and Mode.Rounds.
	Rounds  Rounds
	Zone    Zone
	Orb     Orb
	Heat    Heat
	Racers  [MaxRacers]Racer // by slot
	Trails  [MaxRacers]Trail // by slot
	Assault Assault
	Drones  [MaxDrones]Drone
}

// Status is the phase of a match. The numbers are the Dogfight protocol's.
type Status uint8

// The three statuses.
const (
	Waiting    Status = 0
	InProgress Status = 1
	Closed     Status = 2
)

// NewWorld returns the World before the first tick of a match.
func NewWorld(s *Setup, seed uint64) World { return NewWorldAt(s, seed, 0) }

// NewWorldAt returns the World of a match that begins after a tick.
func NewWorldAt(s *Setup, seed uint64, tick Tick) World {
	w := World{Tick: tick, Started: tick, Rand: NewChance(seed)}
	w.placeBarrels(s)
	w.stockPads(s)
	if !s.Lobby {
		w.start(s)
	}
	return w
}

// TimeLeft returns the time until the time limit; 0 without a limit or after
// the match.
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

// Chance is the state of a random generator, never 0 (xorshift64*, Vigna 2016,
// "An experimental exploration of Marsaglia's xorshift generators").
type Chance uint64

// NewChance returns the state for a seed.
func NewChance(seed uint64) Chance { return Chance(seed*0x9e3779b97f4a7c15 | 1) }

// Below returns a random number from 0 to n-1.
func (c *Chance) Below(n uint32) uint32 {
	*c ^= *c >> 12
	*c ^= *c << 25
	*c ^= *c >> 27
	return uint32(uint64(*c*0x2545f4914f6cdd1d>>32) * uint64(n) >> 32)
}

// Setup is the constant data of a match. It is read-only once a World was made
// from it.
type Setup struct {
	Arena        *Arena
	Classes      []Class  // 1 to MaxClasses; the default first, those of drones last
	Weapons      []Weapon // 1 to MaxWeapons; likewise
	Mode         Mode
	Sides        uint8 // number of teams; 0 for the mode's usual one
	FriendlyFire bool
	Lobby        bool      // the World waits for an OrderStart
	TimeLimit    Tick      // 0 for none
	ScoreLimit   int32     // 0 for none
	Campaign     *Campaign // with AssaultState; otherwise nil
}

// Teams returns the number of teams, 0 if every ship flies for itself.
func (s *Setup) Teams() int { return int(max(s.Sides, s.Mode.rules().fewest)) }

// PilotTeams returns the number of teams that pilots can join.
func (s *Setup) PilotTeams() int {
	if s.Mode.State() == AssaultState {
		return 1
	}
	return s.Teams()
}

// HasTeam reports whether a pilot may join the team: 1 and up if there are
// teams, otherwise 0.
func (s *Setup) HasTeam(team uint8) bool {
	n := s.PilotTeams()
	return int(team) <= n && (team == 0) == (n == 0)
}

// Foes reports whether two ships fight each other: those of different teams, or
// all without teams.
func (s *Setup) Foes(a, b *Ship) bool { return s.Teams() == 0 || a.Team != b.Team }

// Winner returns the winner of the match, or the side that leads now.
func (s *Setup) Winner(w *World) Winner {
	switch winner := s.Mode.rules().winner; {
	case winner != nil:
		return winner(w, s)
	case s.Teams() > 0:
		return w.bestTeam(uint8(s.Teams()), false)
	}
	return w.bestShip(false)
}

// PilotClasses returns the classes that pilots choose from.
func (s *Setup) PilotClasses() []Class {
	n := 0
	for n < len(s.Classes) && !s.Classes[n].Drone {
		n++
	}
	return s.Classes[:n]
}

// PilotWeapons returns the weapons that pilots choose from.
func (s *Setup) PilotWeapons() []Weapon {
	n := 0
	for n < len(s.Weapons) && !s.Weapons[n].Drone {
		n++
	}
	return s.Weapons[:n]
}

// PilotClass reports whether pilots can choose the class.
func (s *Setup) PilotClass(class uint8) bool {
	return int(class) < len(s.Classes) && !s.Classes[class].Drone
}

// PilotWeapon reports whether pilots can choose the weapon.
func (s *Setup) PilotWeapon(weapon uint8) bool {
	return int(weapon) < len(s.Weapons) && !s.Weapons[weapon].Drone
}

// Harms reports whether shots of one ship hurt another: always a foe, with
// friendly fire a team-mate, but never one drone another.
func (s *Setup) Harms(by, victim *Ship) bool {
	return s.Foes(by, victim) || s.FriendlyFire && !(s.Mode.State() == AssaultState && by.Team == droneTeam)
}

// Offer replaces the classes and weapons of pilots. Drones keep theirs, numbered
// after the pilots'.
func (s *Setup) Offer(classes []Class, weapons []Weapon) {
	oldClasses, oldWeapons := len(s.PilotClasses()), len(s.PilotWeapons())
	s.Classes = slices.Concat(classes, s.Classes[oldClasses:])
	s.Weapons = slices.Concat(weapons, s.Weapons[oldWeapons:])
	if s.Campaign != nil {
		s.Campaign = s.Campaign.renumbered(len(classes)-oldClasses, len(weapons)-oldWeapons)
	}
}

// Tick counts ticks, 60 to the second.
type Tick uint32

// Class is a kind of ship.
type Class struct {
	Name     string // in data files and on command lines
	Title    string // on the screen
	HP       uint8  // 1 to MaxHP, or to MaxDroneHP
	TopSpeed int32  // 1/256 unit a tick, 1 to MaxTopSpeed
	Thrust   int32  // acceleration along the course, 1/256 unit/tick², 1 to MaxSpeed
	Brake    int32  // deceleration when idle, likewise, from 0
	Drone    bool   // flown by the rules; pilots cannot choose it
}

// Weapon is a kind of gun.
type Weapon struct {
	Name     string
	Title    string
	Shots    uint8  // in flight at once, 1 to MaxShots
	Fan      uint8  // shots fired together, 1 or 3
	Speed    int32  // 1/256 unit a tick, at most MaxShotSpeed; 0 for a mine
	Damage   uint8  // at most MaxDamage
	Cooldown uint8  // ticks from one firing to the next
	Life     uint16 // ticks a shot flies, from 1
	Reach    int32  // added to the ship's radius, 1/256 unit, at most MaxReach
	Drone    bool   // for drones only
}

// Hash returns a hash of the whole World. Equal Worlds have equal hashes on every
// machine and in every build of one protocol version.
func (w *World) Hash() uint64 {
	h := hash(0x9e3779b97f4a7c15)
	h.add(uint64(w.Tick)<<32 | uint64(w.Started))
	h.add(uint64(uint32(w.TeamScores[4]))<<32 | uint64(w.Status))
	h.add(uint64(w.Rand))
	h.pair(w.TeamScores[0], w.TeamScores[1])
	h.pair(w.TeamScores[2], w.TeamScores[3])
	for i := range w.Ships {
		w.Ships[i].hash(&h)
	}
	for i := range w.Shots {
		for live := w.Ships[i].Live; live != 0; live &= live - 1 {
			w.Shots[i][bits.TrailingZeros8(live)].hash(&h)
		}
	}
	for i := range w.Barrels {
		w.Barrels[i].hash(&h)
	}
	for i := range w.Items {
		w.Items[i].hash(&h)
	}
	w.hashModes(&h)
	return h.sum()
}

// hashModes adds the state of the modes, without unused parts.
func (w *World) hashModes(h *hash) {
	w.Rounds.hash(h)
	w.Zone.hash(h)
	w.Orb.hash(h)
	w.Heat.hash(h)
	w.Assault.hash(h)
	for i := range w.Racers {
		if r := &w.Racers[i]; *r != (Racer{}) {
			h.add(uint64(i))
			r.hash(h)
		}
	}
	for i := range w.Trails {
		if t := &w.Trails[i]; t.Count|t.Jump != 0 {
			h.add(uint64(i))
			t.hash(h)
		}
	}
	for i := range w.Drones {
		if d := &w.Drones[i]; d.Wave != 0 {
			h.add(uint64(i))
			d.hash(h)
		}
	}
}

func (ship *Ship) hash(h *hash) {
	h.add(octets(uint8(ship.State), ship.Team, uint8(ship.Input), uint8(ship.Facing),
		ship.HP, ship.Live, ship.Extra, ship.Hits))
	if ship.State == Empty {
		return
	}
	h.pair(ship.X, ship.Y)
	h.pair(ship.VX, ship.VY)
	h.add(octets(ship.Class, ship.Weapon, ship.NextClass, ship.NextWeapon,
		ship.Cooldown, ship.Boost, ship.Respawn, ship.Protect))
	h.add(uint64(ship.Shield)<<16 | uint64(ship.Overdrive))
	for _, a := range ship.Attackers {
		h.add(uint64(a.Slot)<<16 | uint64(a.Left))
	}
	h.add(uint64(uint32(ship.Score))<<32 | uint64(ship.Kills)<<16 | uint64(ship.Deaths))
	h.add(quad(ship.Seekers, ship.Level, ship.Lives, ship.Wins))
	h.add(uint64(ship.Cloak)<<16 | uint64(ship.Assists))
}

func (shot *Shot) hash(h *hash) {
	h.pair(shot.X, shot.Y)
	h.pair(shot.VX, shot.VY)
	h.add(uint64(shot.Prey)<<32 | uint64(shot.Weapon)<<16 | uint64(shot.Left))
}

func (b *Barrel) hash(h *hash) {
	h.pair(b.X, b.Y)
	h.pair(b.VX, b.VY)
	h.add(uint64(b.HP)<<16 | uint64(b.Timer))
}

func (item *Item) hash(h *hash) {
	h.pair(item.X, item.Y)
	h.add(uint64(item.Kind)<<16 | uint64(item.Timer))
}

// hash mixes 64-bit words with the finaliser of MurmurHash3 (Appleby 2011), shortened
// to one round a word.
type hash uint64

func (h *hash) add(v uint64) {
	x := (uint64(*h) ^ v) * 0xff51afd7ed558ccd
	*h = hash(x ^ x>>32)
}

func (h *hash) pair(a, b int32) { h.add(uint64(uint32(a))<<32 | uint64(uint32(b))) }

func (h *hash) sum() uint64 {
	x := uint64(*h) * 0xc4ceb9fe1a85ec53
	return x ^ x>>33
}

// octets returns the number of eight bytes. A loop would not be inlined, which makes
// Hash a quarter slower.
func octets(a, b, c, d, e, f, g, h uint8) uint64 { return quad(a, b, c, d)<<32 | quad(e, f, g, h) }

func quad(a, b, c, d uint8) uint64 {
	return uint64(a)<<24 | uint64(b)<<16 | uint64(c)<<8 | uint64(d)
}
