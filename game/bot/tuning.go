package bot

import "dogfight/game"

// Every number that makes a bot good or bad stands here.

// level is what sets bots of different skill apart.
type level struct {
	look  game.Tick // from one look to the next; a decision a look, so also how often keys change
	react game.Tick // from a look to the key press, no more than look

	aimError int32 // units that it misjudges where its target is, either way
	slack    int32 // units beside its target at which it still fires
	lead     int32 // per cent of the target's motion that it reckons with
	careless bool  // shoots at what cannot be hurt, and with a barrel at its nose

	dodge  int32 // points that a shot coming its way takes from a course
	pickUp int32 // units that it goes out of its way for an item
	barrel bool  // shoots barrels: at foes beside them, and for what they leave
	boost  int32 // units to its goal from which on the afterburner pays; 0 never lights it
	space  int32 // units that it keeps from ships it does not attack
	wobble int32 // points by which it misjudges each course
}

var levels = [MaxSkill]level{
	{look: 40, react: 28, aimError: 36, slack: 30, lead: 0, careless: true, dodge: 0, pickUp: 30, space: 0, wobble: 70},
	{look: 26, react: 18, aimError: 20, slack: 16, lead: 0, careless: true, dodge: 0, pickUp: 70, space: 12, wobble: 36},
	{look: 18, react: 12, aimError: 10, slack: 8, lead: 60, dodge: 70, pickUp: 100, barrel: true, boost: 220, space: 16, wobble: 18},
	{look: 12, react: 7, aimError: 5, slack: 4, lead: 100, dodge: 90, pickUp: 130, barrel: true, boost: 180, space: 20, wobble: 8},
	{look: 9, react: 4, aimError: 1, slack: 1, lead: 100, dodge: 160, pickUp: 150, barrel: true, boost: 150, space: 20, wobble: 0},
}

// Sight.
const (
	sightX = 240 * game.One // half a large terminal: 480 units are 120 columns,
	sightY = 160 * game.One // 320 units are 40 rows

	radarBlur = 64*game.One - 1 // the bits of a place that the radar does not show

	maxThreats  = 12            // shots that it keeps in mind
	threatRange = 40 * game.One // how near a shot must come to be one of them
	threatTime  = 60            // ticks ahead that it looks for shots
)

// Thinking ahead.
const (
	soon  = 10 // ticks after the key press at which it looks at a course first
	later = 26 // and again

	mineTime   = 12           // ticks within which a foe must fly onto a mine,
	mineMargin = 4 * game.One // and this far inside its reach, for a mine missed is gone for long

	trailLength = 8
	trailStep   = 30            // ticks between two places of the trail
	trailRange  = 48 * game.One // how near to its trail a bot that looks for a way goes unwillingly
	strayTime   = 150           // ticks that it flies elsewhere when it got nowhere
	strayMove   = 20 * game.One // what is "nowhere"

	feel      = 8 // how many steps a feeler has
	feelStep  = game.TileSize * game.One
	feelWidth = game.HullHalf  // to either side
	nearShots = 12             // ticks of flight at which a gun is at its best
	passBy    = 40 * game.One  // how far beyond its target a mine layer aims
	maxWant   = 150 * game.One // no weapon wants its foe farther away
)

// Points of a course. One point is worth a unit nearer to the goal.
const (
	keepCourse = 6  // for flying on
	idleCost   = 25 // for standing still
	blockCost  = 9  // for each step that a feeler finds no room for
	hitWorth   = 70 // for a sure shot
	nearWorth  = 40 // more for one at arm's length
	bumpCost   = 40
)
