package game

// All numbers of the rules that are not in a data file.

// Units.
const (
	One      = 256 // 1/256 units in a unit of length
	TickRate = 60  // ticks a second
	TileSize = 8   // units a side

	tileShift = 11 // log2 of TileSize*One
)

// Limits. Those of ships, barrels and items are 64 because the broad phase keeps a set of
// them in one machine word.
const (
	MaxShips   = 64
	MaxShots   = 8 // in flight for each ship
	MaxBarrels = 64
	MaxItems   = 64
	MaxPads    = 32  // the other items are drops
	MaxSpawns  = 64  // of each kind; a ship that spawns checks all
	MaxTiles   = 256 // a side of the arena
	MaxTeams   = 4
	MaxClasses = 16
	MaxWeapons = 16

	// The wire has three bits for a pilot's choice.
	MaxPilotClasses = 8
	MaxPilotWeapons = 8

	MaxRacers = 16 // pilots of a race or a match of trails
	MaxDrones = 40 // in the last slots
	MaxGates  = 24 // the letters of gates
	MaxWells  = 8
	MaxLaps   = 20
	MaxPull   = 100 // of wells, units/second²
)

// Limits of a Setup. Within these the rules neither overflow nor miss a hit.
const (
	MaxHP        = 15
	MaxDroneHP   = 250
	MaxDamage    = 15
	MaxSpeed     = 6 * One // of anything but shots, a tick: less than a tile
	MaxTopSpeed  = MaxSpeed * boostDen / boostNum
	MaxShotSpeed = 30 * One // a tick, less than a sector
	MaxReach     = 16 * One
)

// Ships.
const (
	ShipRadius = 6 * One // hit by shots within it
	HullHalf   = 5 * One // half a side of the box that slides along rock
	bumpShove  = One / 2 // move apart, a tick, of overlapping ships

	boostTime     = TickRate / 2
	boostRecharge = 3 * TickRate
	boostNum      = 9 // 1.8 times top speed
	boostDen      = 5
	boostThrust   = 3 // times the usual acceleration

	laneNum    = 4 // push of a boost lane, as a fraction of the top speed: 1.8 times with it
	laneDen    = 5
	laneThrust = 2 // times the usual acceleration

	respawnTime  = 2 * TickRate
	protectTime  = 3 * TickRate // or until the first shot
	assistWindow = 5 * TickRate
	attackers    = 4 // stored for assists; a fifth replaces the oldest
	maxExtraHP   = 3 // by power-ups
)

// Waves.
const (
	MaxGroups   = 12 // of a wave
	MaxWaves    = 30
	MaxPath     = 16 // corners of a path
	MaxParts    = 20 // of a boss
	MaxBossSize = 42 // units between the middles of its outermost parts
	maxGroup    = 60 // drones of a group, for any number of pilots
	lastWave    = 250

	firstLives = 3 // and
	pilotLives = 1 // for each pilot
	waveLives  = 1 // given back for a repelled wave,
	bossLives  = 2 // or one with a boss

	firstPause = 4 * TickRate // before the first wave
	wavePause  = 4 * TickRate
	rageTime   = 60 * TickRate // from then on in a wave, its drones attack pilots

	siegeTime = 180 * TickRate // from then on in a wave, pilots lose a life
	siegeStep = 5 * TickRate   // each time

	droneLook      = 8         // ticks between two checks for targets
	droneCalm      = TickRate  // before the first shot
	droneSlack     = 12 * One  // fires at pilots so near to its line of fire
	droneSight     = 260 * One // fires up to here
	droneMineRange = 160 * One // lays mines up to here
	standOff       = 80 * One  // distance of an armed drone to its prey
	nearCorner     = 12 * One  // counts as having reached a corner of its path
	legTime        = 2 * TickRate
	veerTime       = TickRate / 2
	roomTiles      = 60 // radius of the search for room at its entry

	ramSpeed  = One // slower impacts do no harm: 60 units a second
	ramDamage = 3   // to the drone
	ramHurt   = 1   // to the pilot

	ramProtect = 3 * TickRate / 4
)

// The part of the arena in which ships enter: the whole of "open" for up to eight pilots, and
// of an arena twice as wide and high for 33.
const (
	partPilots = 8
	partWidth  = 100 * TileSize * One
	partHeight = 75 * TileSize * One
	partWider  = 4 * TileSize * One // for each further pilot
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
	HiddenRange = 60 * One // ships in a nebula or with a cloak are visible up to here
	WellRadius  = 60 * One
	maxPull     = 200 // of a well, units/second²: less than the weakest thrust

	padDelay   = 12 * TickRate // from a pick-up to the next on the same pad
	padSpread  = 10 * TickRate // the first ones appear within this
	dropTime   = 20 * TickRate // a drop vanishes after this
	ItemRadius = 6 * One

	BarrelRadius = 6 * One // hit by shots within it
	BarrelHP     = 3
	BlastRadius  = 40 * One // of a barrel
	BlastDamage  = 2

	barrelHalf    = 4 * One       // turns round at rock so near
	barrelDelay   = 20 * TickRate // until a new one appears at its tile
	barrelSpeed   = One / 8       // drift, a tick
	dropOrbChance = 60            // per cent; otherwise a power-up
)

// The mode teams.
const (
	MaxLevel     = 4
	levelPercent = 5 // more top speed for each level
)

// The mode orb.
const (
	orbRadius      = 6 * One
	orbLies        = 15 * TickRate // before a dropped orb returns home
	orbRests       = 8 * TickRate  // at home after a capture, before it can be taken: both teams are back by then
	maxOrbOvertime = 2 * 60 * TickRate
	carrierPercent = 50 // of the top speed, for the carrier: most can be caught
	heavyDamage    = 3  // the carrier cannot fire guns of this damage: the rail
	escortRange    = 80 * One
)

// Rounds.
const (
	roundCall   = 3 * TickRate // from the second side's arrival to the round
	roundPause  = 4 * TickRate // between two rounds
	usualRounds = 5            // of a match without a score limit
	maxRounds   = 99

	zoneDraws = 16           // attempts to draw the next place of a zone
	zoneSoon  = 6 * TickRate // before the zone closes, ships enter in the next one
	zoneReach = 5 * TileSize * One
)

// Trails.
const (
	trailPause  = 2 * TickRate // between two rounds
	trailHold   = 4 * TickRate // before ships fly
	trailSpeed  = One * 3 / 2  // a tick, at first; at least a unit, since ships turn at whole ones
	trailMost   = 3 * One
	trailRise   = 40 * TickRate // until trailMost
	trailClose  = 20 * TickRate // until the edges close in, or until half of the ships are out
	trailCreep  = One * 3 / 8   // of the edges, a tick
	trailLength = 600           // units
	trailBurn   = 10            // units a tick

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
