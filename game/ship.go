package game

import "math/bits"

// Ship is what flies in one slot.
type Ship struct {
	State  ShipState
	Team   uint8 // 0 none, up to MaxTeams
	X, Y   int32
	VX, VY int32
	Input  Input  // held until an order changes it
	Facing Course // the last course that was not idle; where shots go
	HP     uint8

	Class, Weapon         uint8 // indexes into Setup
	NextClass, NextWeapon uint8 // taken at the next spawn

	Cooldown  uint8  // until it may fire
	Boost     uint8  // counts down through the burn, then the recharge
	Respawn   uint8  // while waiting: until it spawns
	Protect   uint8  // fresh from the spawn and invulnerable
	Shield    uint16 // time left of the shield power-up
	Hits      uint8  // that the shield still takes
	Overdrive uint16
	Extra     uint8 // shots in flight beyond the weapon's, until death
	Cloak     uint16
	Seekers   uint8 // shots to come that turn after a foe
	Level     uint8 // that orbs gave, until death

	Live      uint8 // bit k: World.Shots[slot][k] flies
	Attackers [attackers]Attacker

	Lives uint8 // left in this round, where the mode counts them
	Wins  uint8 // rounds

	Score                  int32
	Kills, Deaths, Assists uint16
}

// ShipState says whether a slot is in use and its ship in space.
type ShipState uint8

// The three states of a slot.
const (
	Empty  ShipState = 0
	Flying ShipState = 1
	Dead   ShipState = 2 // exploded or not yet spawned; comes back when Respawn is 0
)

// Attacker is a slot whose ship hit this one, for the assist.
type Attacker struct {
	Slot uint8
	Left uint16 // ticks until it is forgotten; 0 is none
}

// Boosting reports whether the afterburner burns.
func (ship *Ship) Boosting() bool { return ship.Boost > boostRecharge }

// AcceptsInput reports whether what the pilot holds matters to the ship in the
// coming tick.
func (ship *Ship) AcceptsInput() bool {
	return ship.State == Flying || ship.State == Dead && ship.Respawn <= 1
}

// TopSpeed returns how fast the ship in the slot can fly, more while the afterburner
// burns.
func (w *World) TopSpeed(s *Setup, slot int) int32 {
	ship := &w.Ships[slot]
	top := s.Classes[ship.Class].TopSpeed
	if ship.Boosting() {
		top = top * boostNum / boostDen
	}
	if topSpeed := s.Mode.rules().topSpeed; topSpeed != nil {
		top = topSpeed(w, s, slot, top)
	}
	return top
}

// BoostReady returns how far the afterburner is charged, 0 to 100.
func (ship *Ship) BoostReady() int {
	return 100 * (boostRecharge - int(min(ship.Boost, boostRecharge))) / boostRecharge
}

// MaxShots returns how many shots the ship may have in flight at once.
func (ship *Ship) MaxShots(s *Setup) int {
	return min(int(s.Weapons[ship.Weapon].Shots+ship.Extra), MaxShots)
}

// FreeShots returns how many more it may fire now.
func (ship *Ship) FreeShots(s *Setup) int {
	return max(ship.MaxShots(s)-bits.OnesCount8(ship.Live), 0)
}

// choose takes what the order says from the next spawn on. The team changes
// only while the ship is not in space.
func (ship *Ship) choose(o *Order) {
	ship.NextClass, ship.NextWeapon = o.Class, o.Weapon
	if ship.State == Dead {
		ship.Team = o.Team
	}
}

// tickTimers counts the ship's timers down by a tick.
func (ship *Ship) tickTimers() {
	countDown(&ship.Cooldown)
	countDown(&ship.Boost)
	countDown(&ship.Protect)
	countDown(&ship.Overdrive)
	countDown(&ship.Cloak)
	if countDown(&ship.Shield); ship.Shield == 0 {
		ship.Hits = 0
	}
	for i := range ship.Attackers {
		a := &ship.Attackers[i]
		if countDown(&a.Left); a.Left == 0 {
			*a = Attacker{}
		}
	}
}

func countDown[T uint8 | uint16](timer *T) {
	if *timer > 0 {
		*timer--
	}
}
