package bot

import "dogfight/game"

// Personality is what a bot likes, whatever its level: what it goes for, from
// how far it fights, how long it chases and when it has had enough. None is
// stronger than another; each can be learnt.
type Personality uint8

// The personalities.
const (
	Hunter    Personality = 0 // comes close, follows for long, and cares for nothing else
	Sniper    Personality = 1 // keeps away and shoots from far
	Miner     Personality = 2 // lies in wait where others have to pass
	Collector Personality = 3 // goes for power-ups, and fights who is in the way
)

// Personalities is their number.
const Personalities = 4

// traits are the numbers of a personality. Those in per cent change what the
// level or the weapon says.
type traits struct {
	name     string
	tag      string
	summary  string
	reach    int32     // per cent of the distance that suits the weapon
	greed    int32     // per cent of the way that it goes for an item
	patience game.Tick // for which it follows a foe without a shot at it
	flee     int32     // per cent of its HP at which it looks for repair rather than for foes
	roams    bool      // from pad to pad when it sees no foe
	weapon   string    // that it likes best
	class    string    // likewise
}

func (b *Bot) traits() *traits { return &personalities[b.personality] }

// String returns the personality's name, as players read it.
func (p Personality) String() string { return personalities[p].name }

// Tag returns it in six characters at most, for tables.
func (p Personality) Tag() string { return personalities[p].tag }

// Summary says in a few words what to expect of it.
func (p Personality) Summary() string { return personalities[p].summary }

// PersonalityNamed returns the personality of that name.
func PersonalityNamed(name string) (Personality, bool) {
	for i := range personalities {
		if personalities[i].name == name {
			return Personality(i), true
		}
	}
	return 0, false
}

// As returns the bot with another personality.
func (b Bot) As(p Personality) Bot {
	b.personality = p
	return b
}

// Personality returns the bot's.
func (b *Bot) Personality() Personality { return b.personality }

// Ship returns the class and the weapon that a bot of the personality takes where
// it may choose: mostly what it likes best, as indexes into the tables.
func (p Personality) Ship(s *game.Setup, chance *game.Chance) (class, weapon uint8) {
	class = uint8(chance.Below(uint32(len(s.PilotClasses()))))
	weapon = uint8(chance.Below(uint32(len(s.PilotWeapons()))))
	t := &personalities[p]
	for i := range s.PilotClasses() {
		if s.PilotClasses()[i].Name == t.class && chance.Below(100) < favourite {
			class = uint8(i)
		}
	}
	for i := range s.PilotWeapons() {
		if s.PilotWeapons()[i].Name == t.weapon && chance.Below(100) < favourite {
			weapon = uint8(i)
		}
	}
	return class, weapon
}

// Every number that makes a bot good or bad stands here.

// level is what sets bots of different skill apart.
type level struct {
	look  game.Tick // from one look to the next; a decision a look, so also how often keys change
	react game.Tick // from a look to the key press: a fifth of a second at least

	aimError int32 // units that it misjudges where its target is, either way
	slack    int32 // units beside its target at which it still fires
	lead     int32 // per cent of the target's motion that it reckons with
	careless bool  // shoots at what cannot be hurt, and with a barrel at its nose

	dodge  int32 // points that a shot coming its way takes from a course
	pickUp int32 // units that it goes out of its way for an item
	barrel bool  // shoots barrels: at foes beside them, and for what they leave
	traps  bool  // drops mines for who follows
	boost  int32 // units to its goal from which on the afterburner pays; 0 never lights it
	space  int32 // units that it keeps from ships it does not attack
	wobble int32 // points by which it misjudges each course
	scans  bool  // looks on the radar for who sits still while it has somebody to fight
}

var levels = [MaxSkill]level{
	{look: 40, react: 28, aimError: 36, slack: 30, lead: 0, careless: true, dodge: 60, pickUp: 30, space: 0, wobble: 70},
	{look: 27, react: 20, aimError: 20, slack: 16, lead: 0, careless: true, dodge: 70, pickUp: 70, space: 12, wobble: 36, scans: true},
	{look: 18, react: 16, aimError: 11, slack: 8, lead: 60, dodge: 85, pickUp: 100, barrel: true, traps: true, boost: 220, space: 16, wobble: 18, scans: true},
	{look: 11, react: 13, aimError: 5, slack: 4, lead: 100, dodge: 110, pickUp: 130, barrel: true, traps: true, boost: 180, space: 20, wobble: 8, scans: true},
	{look: 7, react: 12, aimError: 2, slack: 3, lead: 100, dodge: 160, pickUp: 150, barrel: true, traps: true, boost: 150, space: 20, wobble: 0, scans: true},
}

var personalities = [Personalities]traits{
	Hunter: {name: "hunter", tag: "hunter", summary: "comes close and follows for long",
		reach: 80, greed: 60, patience: 8 * game.TickRate, flee: 20, weapon: "cannon", class: "scout"},
	Sniper: {name: "sniper", tag: "sniper", summary: "keeps away and shoots from far",
		reach: 150, greed: 90, patience: 3 * game.TickRate, flee: 40, weapon: "rail", class: "fighter"},
	Miner: {name: "miner", tag: "miner", summary: "haunts power-ups, leaves mines there",
		reach: 90, greed: 100, patience: 4 * game.TickRate, flee: 40, roams: true, weapon: "mines", class: "bomber"},
	Collector: {name: "collector", tag: "coll.", summary: "goes for power-ups first",
		reach: 110, greed: 200, patience: 3 * game.TickRate, flee: 60, roams: true, weapon: "spread", class: "fighter"},
}

// favourite is how often, in per cent, a bot takes the ship that its personality
// likes best.
const favourite = 60

// Targets.
const (
	stillSpeed  = game.One / 4          // slower is standing still, a tick
	stillAppeal = 3                     // per cent of the distance at which a foe counts that has stood still for a while
	slowAppeal  = 8                     // likewise one that may just be turning round
	preyRange   = 800 * game.One        // how far away the radar may show one who sits still and is gone for
	sitError    = 3                     // per cent of the error in aiming at one who has sat still for a while
	stillError  = 15                    // likewise at one who hardly moves
	steady      = 20                    // ticks after a change of course at which a shot at who sits still must be good
	fastError   = 125                   // at one that flies as fast as
	fastSpeed   = 5 * game.One / 2      // a fighter's; at that the error is whole
	stickTo     = 20                    // per cent by which the target counts nearer than another
	settleTime  = game.TickRate / 2     // after which a bot aims as well as it can
	graceTime   = 5 * game.TickRate / 4 // for which one who does nothing is spared when its protection is over
	giveUpTime  = 4 * game.TickRate     // for which it leaves a foe alone that it chased in vain
	aimStep     = 3                     // ticks from one moment at which a shot is considered to the next
	vantageStep = 30 * game.One         // from one place from which it could be shot at to the next
)

// One that should rather live than fight.
const (
	waryReach = 150 // per cent of the distance at which it fights
	waryFlee  = 30  // per cent of its HP more at which it looks for repair
)

// ramSpace is how much more a bot keeps from drones, which ram.
const ramSpace = 12 * game.One

// Mines.
const (
	mineSpace   = 15 * game.One  // more that one who knows traps keeps from a mine layer
	mineBerth   = 90 * game.One  // how far to stay from one who lays mines
	trapReserve = 3              // free mines from which on one is laid for later
	trapSpace   = 60 * game.One  // no nearer to another
	trapRange   = 110 * game.One // how near one who follows must be
	padLeft     = 24 * game.One  // a miner leaves mines no farther from a pad
)

// Sight.
const (
	sightX = 240 * game.One // half a large terminal: 480 units are 120 columns,
	sightY = 160 * game.One // 320 units are 40 rows

	radarBits = 14 // of a place, 64 units, that the radar does not show
	radarBlur = 1<<radarBits - 1

	glanceTime   = game.TickRate // from one glance at the radar to the next
	stillGlances = 2             // after which a blip that does not move is noticed

	maxThreats  = 12            // shots that it keeps in mind
	threatRange = 40 * game.One // how near a shot must come to be one of them
	threatTime  = 60            // ticks ahead that it looks for shots
)

// Thinking ahead.
const (
	maxPresses = 5 // that are planned and not due: more than the longest reaction has looks

	soon  = 10 // ticks after the key press at which it looks at a course first
	later = 26 // and again

	mineTime   = 6             // ticks within which a foe must fly onto a mine,
	mineMargin = 10 * game.One // and this far inside its reach, for a mine missed is gone for long

	trailLength = 8
	trailStep   = 30            // ticks between two places of the trail
	trailRange  = 48 * game.One // how near to its trail a bot that looks for a way goes unwillingly
	nowhere     = -1 << 28      // far from every place
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
	calmLane   = 100 // per cent more that lanes count for one who takes his time
	keepCourse = 28  // for flying on
	idleCost   = 25  // for standing still
	parkWorth  = 28  // for standing still with a shot at who does so too
	blockCost  = 9   // for each step that a feeler finds no room for
	hitWorth   = 70  // for a sure shot
	nearWorth  = 40  // more for one at arm's length
	fleeingAim = 4   // times less that a shot is worth to one who flees
	bumpCost   = 40
	shunMine   = 150 // at least, for a mine that lies in the way
)
