package bot

import "dogfight/game"

// All numbers that decide how good a bot is.

// level is the numbers of a skill.
type level struct {
	look  game.Tick // between looks, and so between changes of keys
	react game.Tick // from a look to the key press: at least a fifth of a second
	hold  game.Tick // of the trigger, unless it decides to fire again; the worst hold it until they look

	aimError int32 // error of the target's place, units in any direction
	slack    int32 // fires at misses up to so many units; more with a gun that reloads fast
	lead     int32 // per cent of the target's motion that it considers
	careless bool  // shoots at protected foes, and with a barrel at its nose

	dodge  int32 // cost of an approaching shot
	pickUp int32 // detour for an item, units
	barrel bool  // shoots barrels: at foes beside them, and for their drops
	traps  bool  // drops mines for foes that come near
	boost  int32 // least distance to its goal for the afterburner, units; 0 for never
	space  int32 // distance from ships that it does not attack, units
	wobble int32 // error in judging a course, points
	scans  bool  // checks the radar for sitting ships during a fight
	relief int32 // in waves, while mates fly: per cent added to the HP at which it prefers repair to fights
}

var levels = [MaxSkill]level{
	{look: 40, react: 28, hold: 50, aimError: 36, slack: 30, lead: 0, careless: true, dodge: 60, pickUp: 30, space: 0, wobble: 70, relief: 35},
	{look: 27, react: 20, hold: 15, aimError: 20, slack: 16, lead: 0, careless: true, dodge: 70, pickUp: 70, space: 12, wobble: 36, scans: true, relief: 35},
	{look: 18, react: 16, hold: 15, aimError: 11, slack: 8, lead: 60, dodge: 85, pickUp: 100, barrel: true, traps: true, boost: 220, space: 16, wobble: 18, scans: true},
	{look: 11, react: 13, hold: 15, aimError: 5, slack: 4, lead: 100, dodge: 110, pickUp: 130, barrel: true, traps: true, boost: 180, space: 20, wobble: 8, scans: true, relief: -25},
	{look: 7, react: 12, hold: 15, aimError: 2, slack: 3, lead: 100, dodge: 160, pickUp: 150, barrel: true, traps: true, boost: 150, space: 20, wobble: 0, scans: true, relief: -25},
}

var personalities = [Personalities]traits{
	Hunter: {name: "hunter", summary: "comes close and follows for long",
		reach: 80, greed: 60, patience: 8 * game.TickRate, flee: 20, weapon: "cannon", class: "scout"},
	Sniper: {name: "sniper", summary: "keeps away and shoots from far",
		reach: 150, greed: 90, patience: 3 * game.TickRate, flee: 40, weapon: "rail", class: "fighter"},
	Miner: {name: "miner", summary: "haunts power-ups, leaves mines there",
		reach: 90, greed: 100, patience: 4 * game.TickRate, flee: 40, roams: true, weapon: "mines", class: "bomber"},
	Collector: {name: "collector", summary: "goes for power-ups first",
		reach: 110, greed: 200, patience: 3 * game.TickRate, flee: 60, roams: true, weapon: "spread", class: "fighter"},
}

// favourite is how often a bot chooses its personality's favourite, in per cent.
const favourite = 60

// Targets.
const (
	stillSpeed  = game.One / 4          // slower counts as still, a tick
	stillAppeal = 3                     // per cent of its distance that count for a foe that has been still for some time
	slowAppeal  = 8                     // likewise for one that may only be turning round
	preyRange   = 800 * game.One        // bots chase sitting ships on the radar up to here
	sitError    = 3                     // per cent of the aiming error at a foe that has been still for some time
	stillError  = 15                    // likewise at one that hardly moves
	steady      = 20                    // ticks after a change of course at which a shot at a sitting ship must be good
	fastError   = 125                   // likewise at one as fast as
	fastSpeed   = 5 * game.One / 2      // a fighter
	stickTo     = 20                    // per cent by which the present target counts as nearer
	settleTime  = game.TickRate / 2     // before a bot aims at its best
	usualReload = 42                    // ticks; faster guns are aimed worse, slower ones better,
	calm        = 48                    // ticks added to both: the error is not inverse to the time
	graceTime   = 5 * game.TickRate / 4 // an idle ship is spared for so long after its protection
	giveUpTime  = 4 * game.TickRate     // it ignores a foe for so long after a chase in vain
	aimStep     = 3                     // ticks between the moments at which it considers a shot
	vantageStep = 30 * game.One         // between the places that vantage checks
)

// A wary bot.
const (
	waryReach = 150 // per cent of its distance in fights
	waryFlee  = 30  // added to flee
)

// aloneFlee is added to flee in waves while no mate flies: drones follow the ship to the pad.
const aloneFlee = -20

// plateRoom is the distance from an armoured drone at which a shot passes it.
const plateRoom = 6 * game.One

// ramSpace is added to the distance from drones, which ram.
const ramSpace = 12 * game.One

// Mines.
const (
	mineSpace   = 15 * game.One  // added to the distance from a mine layer, if it knows traps
	mineBerth   = 90 * game.One  // distance from a mine layer in a fight
	trapReserve = 3              // least number of free mines for a trap
	trapSpace   = 60 * game.One  // between its mines
	trapRange   = 110 * game.One // to a foe that comes near
	padLeft     = 24 * game.One  // a miner leaves mines so near to a pad
)

// Sight.
const (
	sightX = 240 * game.One // half a large terminal: 480 units are 120 columns,
	sightY = 160 * game.One // 320 units are 40 rows

	radarBits = 14 // low bits of a place, 64 units, that the radar does not show
	radarBlur = 1<<radarBits - 1

	glanceTime   = game.TickRate // between glances at the radar
	stillGlances = 2             // before a blip counts as still

	maxThreats  = 12             // shots that it considers
	threatRange = 40 * game.One  // that come so near
	threatTime  = 60             // within so many ticks
	mineSight   = 130 * game.One // mines that it considers: as far as a ship flies until the end of its plan
)

// Thinking ahead.
const (
	maxPresses = 5 // planned: more than there are looks in the longest reaction

	soon  = 10 // ticks after the key press at which it judges a course,
	later = 26 // and judges it again

	mineTime   = 6            // a foe must fly onto a mine within so many ticks,
	mineMargin = 4 * game.One // and so far inside its reach, as a lost mine is missing for long

	trailLength = 8
	trailStep   = 30            // ticks between places of the trail
	trailRange  = 48 * game.One // places so near to its trail cost points while it looks for a way
	nowhere     = -1 << 28      // far from every place
	strayTime   = 150           // ticks to fly elsewhere after it was stuck
	strayMove   = 20 * game.One // less motion counts as stuck

	feel      = 8 // steps in which it checks a course for rock
	feelStep  = game.TileSize * game.One
	feelWidth = game.HullHalf  // to either side
	nearShots = 12             // ticks of flight for the best distance of a gun
	passBy    = 40 * game.One  // a mine layer aims so far beyond its target
	maxWant   = 150 * game.One // largest distance in a fight
)

// Points of a course. One point is worth one unit to the goal.
const (
	calmLane    = 100 // per cent more for lanes without haste
	keepCourse  = 28  // for not turning
	stuckWobble = 100 // error in judging a course, to get out of a place where it has been stuck
	idleCost    = 25  // for sitting still
	parkWorth   = 28  // for sitting still with a shot at a sitting ship
	blockCost   = 9   // for each step blocked by rock
	hitWorth    = 70  // for a sure shot
	nearWorth   = 40  // more for one from very near
	fleeingAim  = 4   // divides the worth of shots while fleeing
	bumpCost    = 40
	shunMine    = 150 // at least, for a mine in the way
)
