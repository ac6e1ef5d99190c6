package game

import "math/bits"

// Ship is the state of one slot.
type Ship struct {
	State  ShipState
	Team   uint8 // 0 none, up to MaxTeams
	X, Y   int32
	VX, VY int32
	Input  Input  // held until an order changes it
	Facing Course // the last course that was not idle; the direction of shots
	HP     uint8

	Class, Weapon         uint8 // indexes into Setup
	NextClass, NextWeapon uint8 // from the next spawn on

	Cooldown  uint8  // ticks until it may fire
	Boost     uint8  // counts down through the burn, then the recharge
	Respawn   uint8  // while waiting: ticks until it spawns
	Protect   uint8  // ticks of spawn protection left
	Shield    uint16 // ticks left of the shield power-up
	Hits      uint8  // that the shield still takes
	Overdrive uint16
	Extra     uint8 // shots in flight beyond the weapon's, until death
	Cloak     uint16
	Seekers   uint8 // coming shots that turn after a foe
	Level     uint8 // from orbs, until death

	Live      uint8 // bit k: World.Shots[slot][k] is in flight
	Attackers [attackers]Attacker

	Lives uint8 // left in this round, in modes with rounds
	Wins  uint8 // rounds

	Score                  int32
	Kills, Deaths, Assists uint16
}

// ShipState is the state of a slot.
type ShipState uint8

// The three states of a slot.
const (
	Empty  ShipState = 0
	Flying ShipState = 1
	Dead   ShipState = 2 // exploded or not yet spawned; enters when Respawn is 0
)

// Attacker is the slot of a ship that hit this one, for the assist.
type Attacker struct {
	Slot uint8
	Left uint16 // ticks until it is forgotten; 0 for an empty entry
}

// Boosting reports whether the afterburner burns.
func (ship *Ship) Boosting() bool { return ship.Boost > boostRecharge }

// AcceptsInput reports whether the pilot's input matters in the coming tick.
func (ship *Ship) AcceptsInput() bool {
	return ship.State == Flying || ship.State == Dead && ship.Respawn <= 1
}

// TopSpeed returns the top speed of the ship in the slot.
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

// BoostReady returns the charge of the afterburner, 0 to 100.
func (ship *Ship) BoostReady() int {
	return 100 * (boostRecharge - int(min(ship.Boost, boostRecharge))) / boostRecharge
}

// MaxShots returns the most shots of the ship in flight at once.
func (ship *Ship) MaxShots(s *Setup) int {
	return min(int(s.Weapons[ship.Weapon].Shots+ship.Extra), MaxShots)
}

// FreeShots returns how many more shots it may fire now.
func (ship *Ship) FreeShots(s *Setup) int {
	return max(ship.MaxShots(s)-bits.OnesCount8(ship.Live), 0)
}

// choose sets class and weapon from the next spawn on, and the team of a ship that
// is not in space.
func (ship *Ship) choose(o *Order) {
	ship.NextClass, ship.NextWeapon = o.Class, o.Weapon
	if ship.State == Dead {
		ship.Team = o.Team
	}
}

// tickTimers counts the ship's timers down.
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

// Input is the buttons that a pilot holds in a tick, in one byte: bits 0-3 the
// course, bit 4 fire, bit 5 special.
type Input uint8

// The buttons beside the course.
const (
	Fire    Input = 1 << 4
	Special Input = 1 << 5
)

const courseBits Input = 1<<4 - 1

// Steer returns an Input with course c and no button.
func Steer(c Course) Input { return Input(c) }

// Course returns the held course.
func (in Input) Course() Course { return Course(in & courseBits) }

// Holds reports whether a button, Fire or Special, is held.
func (in Input) Holds(button Input) bool { return in&button != 0 }

// Valid reports whether in has one of the nine courses and no unknown button.
func (in Input) Valid() bool {
	return in&courseBits < Courses && in&^(courseBits|Fire|Special) == 0
}

// flyShips moves all ships by one tick.
func (w *World) flyShips(s *Setup, manned uint64, events *Events) {
	fly := s.Mode.rules().fly
	if fly == nil {
		fly = (*World).flyShip
	}
	for i := range slots(manned) {
		ship := &w.Ships[i]
		if ship.State != Flying {
			continue
		}
		ship.tickTimers()
		fly(w, s, i, events)
	}
}

// flyShip moves the ship in a slot by one tick.
func (w *World) flyShip(s *Setup, slot int, events *Events) {
	ship := &w.Ships[slot]
	if ship.Input.Holds(Special) && ship.Boost == 0 {
		ship.Boost = boostTime + boostRecharge
		events.add(Event{Kind: EventBoost, Slot: uint8(slot), By: uint8(slot), X: ship.X, Y: ship.Y})
	}
	ship.steer(&s.Classes[ship.Class], w.TopSpeed(s, slot), s.Arena.At(ship.X, ship.Y).Lane())
	ship.pull(s.Arena, s.Classes[ship.Class].Thrust)
	ship.moveX(s.Arena, ship.VX)
	ship.moveY(s.Arena, ship.VY)
}

// steer turns the velocity towards the course. Each axis has the full thrust, so a
// ship drifts through its turns. A lane pushes the ship along.
func (ship *Ship) steer(class *Class, top int32, lane Course) {
	course, thrust := ship.Input.Course(), class.Thrust
	if course != Idle {
		ship.Facing = course
	}
	if ship.Boosting() {
		course = ship.Facing
		thrust *= boostThrust
	}
	if course == Idle {
		thrust = class.Brake
	}
	x, y := course.Vector()
	x, y = x*top/One, y*top/One
	if lane != Idle {
		pushX, pushY := lane.Vector()
		push := class.TopSpeed * laneNum / laneDen
		x, y = clampSpeed(x+pushX*push/One), clampSpeed(y+pushY*push/One)
		thrust = max(thrust, class.Thrust*laneThrust)
	}
	ship.VX = approach(ship.VX, x, thrust)
	ship.VY = approach(ship.VY, y, thrust)
}

// approach returns v moved towards goal by at most step.
func approach(v, goal, step int32) int32 {
	if v < goal {
		return min(v+step, goal)
	}
	return max(v-step, goal)
}

// moveX moves the ship sideways until its hull touches rock. The hull is higher
// than a tile, so its middle is checked too.
func (ship *Ship) moveX(a *Arena, d int32) {
	if d == 0 {
		return
	}
	x := ship.X + d
	side := x + sign(d)*HullHalf
	if a.Solid(side, ship.Y-HullHalf) || a.Solid(side, ship.Y) || a.Solid(side, ship.Y+HullHalf) {
		x, ship.VX = flush(side, d), 0
	}
	ship.X = x
}

// moveY moves the ship up or down.
func (ship *Ship) moveY(a *Arena, d int32) {
	if d == 0 {
		return
	}
	y := ship.Y + d
	side := y + sign(d)*HullHalf
	if a.Solid(ship.X-HullHalf, side) || a.Solid(ship.X, side) || a.Solid(ship.X+HullHalf, side) {
		y, ship.VY = flush(side, d), 0
	}
	ship.Y = y
}

// flush returns the middle of a hull that touches, but does not enter, the tile at
// side, which it ran into by moving d.
func flush(side, d int32) int32 {
	if d > 0 {
		return side>>tileShift<<tileShift - 1 - HullHalf
	}
	return (side>>tileShift+1)<<tileShift + HullHalf
}
