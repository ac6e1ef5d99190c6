package game

// Every number of the rules that is not in a data file stands here.

// Units.
const (
	One      = 256 // 1/256 units in a unit of length
	TickRate = 60  // ticks a second
	TileSize = 8   // units a side

	tileShift = 11 // log2 of TileSize*One
)

// Room. The maxima of ships, barrels and items are 64 because the broad phase
// keeps a set of them in one machine word.
const (
	MaxShips   = 64
	MaxShots   = 8 // in flight for each ship
	MaxBarrels = 64
	MaxItems   = 64
	MaxPads    = 32  // the other items are drops
	MaxTiles   = 256 // a side of the arena
	MaxClasses = 8
	MaxWeapons = 8
)

// Ships.
const (
	ShipRadius = 6 * One // what a shot must reach
	hullHalf   = 5 * One // half a side of the box that slides along rock
	speedLimit = 6 * One // nothing sends a ship faster than this a tick, less than a tile
	bumpShove  = One / 2 // how far ships that overlap are moved apart in a tick

	boostTime     = TickRate / 2
	boostRecharge = 3 * TickRate
	boostNum      = 9 // 1.8 times top speed
	boostDen      = 5
	boostThrust   = 3 // times the usual acceleration

	respawnTime  = 2 * TickRate
	protectTime  = TickRate * 3 / 2
	assistWindow = 5 * TickRate
	attackers    = 4 // remembered for assists; a fifth pushes out the oldest
	maxExtraHP   = 3 // that power-ups add to the class's
)

// Things in space.
const (
	shieldHits    = 3
	shieldTime    = 10 * TickRate
	overdriveTime = 8 * TickRate

	padDelay   = 12 * TickRate // from a pick-up to the next on the same pad
	padSpread  = 10 * TickRate // the first ones appear within this
	dropTime   = 20 * TickRate // a drop nobody takes is gone after this
	itemRadius = 6 * One

	barrelHP      = 3
	barrelRadius  = 6 * One       // what a shot must reach
	barrelHalf    = 4 * One       // what turns round at rock
	barrelDelay   = 20 * TickRate // until a new one stands where it began
	barrelSpeed   = One / 8       // its drift, a tick
	blastRadius   = 40 * One
	blastDamage   = 2
	dropOrbChance = 60 // per cent; otherwise a power-up
)

// Scores.
const (
	killScore    = 10
	assistScore  = 3
	barrelScore  = 1
	orbScore     = 1
	ownGoalScore = -5
)

// MaxReach is the most that a Weapon's Reach may be.
const MaxReach = 16 * One
