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
	MaxClasses = 16
	MaxWeapons = 16

	// A pilot's choice is told in three bits.
	MaxPilotClasses = 8
	MaxPilotWeapons = 8

	MaxRacers = 16 // pilots of a race, and of a match of trails
	MaxDrones = 40 // in the last slots
	MaxGates  = 24 // the letters of checkpoints
	MaxWells  = 8
	MaxLaps   = 20
	MaxPull   = 100 // of wells, units a second a second
)

// The most that a Setup may ask for. Within these the rules neither overflow nor
// miss a hit.
const (
	MaxHP        = 15
	MaxDroneHP   = 250
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

	laneNum    = 4 // what a boost lane adds, as a part of the top speed: 1.8 times with it
	laneDen    = 5
	laneThrust = 2 // times the usual acceleration

	respawnTime  = 2 * TickRate
	protectTime  = 3 * TickRate // or until the first shot
	assistWindow = 5 * TickRate
	attackers    = 4 // remembered for assists; a fifth pushes out the oldest
	maxExtraHP   = 3 // that power-ups add to the class's
)

// Waves.
const (
	MaxGroups   = 12 // of a wave
	MaxWaves    = 30
	MaxPath     = 16 // corners of a path
	MaxParts    = 20 // of a boss
	MaxBossSize = 42 // units between the middles of its outermost parts
	maxGroup    = 60 // ships of a group, for however many pilots
	lastWave    = 250

	firstLives     = 3 // and one for each pilot
	maxSharedLives = 30
	waveLives      = 1 // more for each wave that is repelled,
	bossLives      = 2 // or for one with a boss

	firstPause = 4 * TickRate // before the first wave
	wavePause  = 4 * TickRate
	straggle   = 45 * TickRate // after which those that would leave go for pilots

	droneLook      = 8         // ticks between two looks of a drone
	droneCalm      = TickRate  // before its first shot
	droneSlack     = 12 * One  // beside a pilot at which it still fires
	droneSight     = 260 * One // farther it does not fire
	droneMineRange = 160 * One // of those that lay mines
	standOff       = 80 * One  // that one with a gun keeps from its prey
	nearCorner     = 12 * One  // so near it has reached a corner of its path
	legTime        = 2 * TickRate
	veerTime       = TickRate / 2
	roomTiles      = 60 // how far from where it is to come there is looked for room

	ramSpeed  = One // slower a touch does not hurt: 60 units a second
	ramDamage = 3   // to the drone
	ramHurt   = 1   // to the pilot

	ramProtect = 3 * TickRate / 4
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

	cloakTime   = 6 * TickRate
	seekerShots = 2
	seekRange   = 400 * One
	ShockRadius = 80 * One
	HiddenRange = 60 * One // from which what a nebula or a cloak hides is seen
	WellRadius  = 60 * One
	maxPull     = 200 // of a well, units a second a second: less than the weakest thrust

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

// The mode teams.
const (
	MaxLevel     = 4
	levelPercent = 5 // of its top speed that a ship flies faster for each level
)

// The mode orb.
const (
	orbRadius      = 6 * One
	orbLies        = 15 * TickRate // where it was dropped, before it is back home
	orbRests       = 2 * TickRate  // at home after a capture, before it can be taken
	orbOvertime    = 2 * 60 * TickRate
	carrierPercent = 60 // of its top speed that a ship with the orb flies
	heavyDamage    = 3  // of guns that it cannot fire: the rail
	escortRange    = 80 * One
)

// Rounds.
const (
	roundCall   = 3 * TickRate // from the moment at which two sides are there to the round
	roundPause  = 4 * TickRate // between two rounds
	usualRounds = 5            // of a match without a score limit
	maxRounds   = 99

	zoneDraws = 16           // times that a place for a zone is drawn before it stays where it is
	zoneSoon  = 6 * TickRate // before the zone closes from which on ships enter where it closes to
	zoneReach = 5 * TileSize * One
)

// Trails.
const (
	trailHold   = 2 * TickRate // until ships fly
	trailSpeed  = One * 3 / 2  // a tick, at first; at least a unit, for ships turn at whole ones
	trailMost   = 3 * One
	trailRise   = 40 * TickRate // until they are as fast as that
	trailClose  = 30 * TickRate // until the edges close in
	trailCreep  = One / 4       // by so much a tick
	trailLength = 600           // units
	trailBurn   = 10            // units a tick of a destroyed ship's

	JumpTime     = TickRate * 2 / 5
	jumpRecharge = 7 * TickRate / 2 // in one byte with that
)

// Scores.
const (
	killScore    = 10
	assistScore  = 3
	barrelScore  = 1
	orbScore     = 1
	ownGoalScore = -5
	captureScore = 20
)
