package game

// Setup is what a match is played with and what stays the same while it lasts.
// It is read-only once a World was made from it.
type Setup struct {
	Arena        *Arena
	Classes      []Class  // 1 to MaxClasses; the default first
	Weapons      []Weapon // 1 to MaxWeapons; the default first
	Mode         Mode
	FriendlyFire bool
	Lobby        bool  // the World waits for an OrderStart
	TimeLimit    Tick  // 0 for none
	ScoreLimit   int32 // 0 for none
}

// Harms reports whether what one ship fires hurts another: a foe always, a
// team-mate by friendly fire.
func (s *Setup) Harms(by, victim *Ship) bool {
	return s.FriendlyFire || s.Mode.Foes(by, victim)
}

// Tick counts ticks, 60 to the second.
type Tick uint32

// Class is a kind of ship.
type Class struct {
	Name     string // in data files and on command lines
	Title    string // on the screen
	HP       uint8  // 1 to MaxHP
	TopSpeed int32  // 1/256 unit a tick, 1 to MaxTopSpeed
	Thrust   int32  // acceleration along the course, 1/256 unit a tick a tick, 1 to MaxSpeed
	Brake    int32  // deceleration when idle, likewise, from 0
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
}
