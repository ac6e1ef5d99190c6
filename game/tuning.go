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
	MaxSpawns  = 64  // of each kind; a ship that spawns looks at all
	MaxTiles   = 256 // a side of the arena
	MaxTeams   = 4
	MaxClasses = 8
	MaxWeapons = 8
)

// The most that a Setup may ask for. Within these the rules neither overflow nor
// miss a hit.
const (
	MaxHP        = 15
	MaxDamage    = 15
	MaxSpeed     = 6 * One // nothing sends a ship faster than this a tick, less than a tile
	MaxTopSpeed  = MaxSpeed * boostDen / boostNum
	MaxShotSpeed = 30 * One // a tick, less than a sector
	MaxReach     = 16 * One
)

// Ships.
const (
	ShipRadius = 6 * One // what a shot must reach
	HullHalf   = 5 * One // half a side of the box that slides along rock
	bumpShove  = One / 2 // how far ships that overlap are moved apart in a tick

	boostTime     = TickRate / 2
	boostRecharge = 3 * TickRate
	boostNum      = 9 // 1.8 times top speed
	boostDen      = 5
	boostThrust   = 3 // times the usual acceleration

	respawnTime  = 2 * TickRate
	protectTime  = 3 * TickRate // or until the first shot
	assistWindow = 5 * TickRate
	attackers    = 4 // remembered for assists; a fifth pushes out the oldest
	maxExtraHP   = 3 // that power-ups add to the class's
)

// The part of the arena in which ships enter: the whole of "open" for up to eight
// pilots, and of one twice as wide and as high for 33.
const (
	partPilots = 8
	partWidth  = 100 * TileSize * One
	partHeight = 75 * TileSize * One
	partWider  = 4 * TileSize * One // for each pilot more
	partHigher = 3 * TileSize * One
)

// Things in space.
const (
	shieldHits    = 3
	shieldTime    = 10 * TickRate
	overdriveTime = 8 * TickRate

	padDelay   = 12 * TickRate // from a pick-up to the next on the same pad
	padSpread  = 10 * TickRate // the first ones appear within this
	dropTime   = 20 * TickRate // after which a drop that is not taken is gone
	ItemRadius = 6 * One

	BarrelRadius = 6 * One // what a shot must reach
	BarrelHP     = 3
	BlastRadius  = 40 * One // of a barrel
	BlastDamage  = 2

	barrelHalf    = 4 * One       // what turns round at rock
	barrelDelay   = 20 * TickRate // until a new one stands where it began
	barrelSpeed   = One / 8       // its drift, a tick
	dropOrbChance = 60            // per cent; otherwise a power-up
)

// Scores.
const (
	killScore    = 10
	assistScore  = 3
	barrelScore  = 1
	orbScore     = 1
	ownGoalScore = -5
)
