// Package bot flies the ships that no player flies, at five levels of skill.
//
// A Bot returns an Input each tick, as a player does, and knows only what a
// player can see: what is on a large screen around its ship, and a coarse radar
// of the ships beyond. Like a player it looks now and then, decides, and presses
// the keys a fifth of a second later or more; in between it holds what it holds.
//
//	look ──► view ──► for each of nine courses: goal, lane, rock, threats, shot
//	                  the course with the most points, after the reaction time
//
// Ships shoot along eight directions only, so aiming means getting onto a lane
// (row, column or diagonal) with where the target will be.
//
// It goes for who sits still, leaves alone who has just entered, gives up whom it
// cannot get, and looks for repair when it is hurt. How much of each depends on its
// personality, which makes it neither better nor worse, and can be learnt.
//
// The package is as pure as game: integers, no clock, chance from the Bot's own
// state. Levels, and personalities, differ only by their row of a table in tuning.go.
package bot

import (
	"fmt"

	"dogfight/game"
)

// MaxSkill is the highest level; the lowest is 1.
const MaxSkill = 5

// Bot is a pilot without a player. It belongs to the host and is no part of the
// World: what it decides travels as an order, like a player's Input.
type Bot struct {
	rand        game.Chance
	skill       uint8 // index into levels
	personality Personality
	awake       bool // its ship flies

	held game.Input // what it presses now
	plan plan       // what it will press
	look game.Tick  // when it looks up again

	hunt  hunt
	radar radar
	pads  uint32    // by their number: where it has seen a pad in this match
	match game.Tick // when that began

	trail     [trailLength]vector // where it was, the newest at step-1
	step      uint8
	mark      game.Tick // when it notes the next place
	stray     vector    // where it goes when it sees nothing to do,
	strayTill game.Tick // and whatever it sees until then, for it got nowhere
}

// New returns a bot of the skill, 1 to MaxSkill; what lies outside counts as
// the nearest level. The same seed gives the same bot.
func New(skill int, seed uint64) Bot {
	b := Bot{
		rand:  game.NewChance(seed),
		skill: uint8(min(max(skill, 1), MaxSkill) - 1),
	}
	b.rand.Below(Personalities) // the first numbers of seeds in a row are much alike
	b.personality = Personality(b.rand.Below(Personalities))
	return b
}

// Fly returns what the bot holds down in the tick that comes. It is called once
// a tick, before World.Step, while the bot has the slot.
func (b *Bot) Fly(w *game.World, s *game.Setup, slot int) game.Input {
	if w.Status != game.InProgress || w.Ships[slot].State != game.Flying || w.Held(s) {
		b.held, b.awake = game.Steer(game.Idle), false
		return b.held
	}
	if !b.awake {
		b.wake(w, slot)
	}
	if s.Mode == game.Trails { // in which ships fly by other rules
		b.held = flyTrail(b, w, s, slot)
		return b.held
	}
	if w.Tick >= b.look {
		b.decide(w, s, slot)
	}
	b.plan.press(&b.held, w.Tick)
	return b.held
}

// wake begins a life. Bots that spawn in the same tick do not look in the same.
func (b *Bot) wake(w *game.World, slot int) {
	b.awake = true
	if w.Started != b.match || w.Tick < b.look {
		b.pads, b.radar, b.match = 0, radar{}, w.Started // another match, perhaps in another arena
	}
	b.hunt = hunt{}
	b.plan = plan{}
	b.look = w.Tick + game.Tick(b.rand.Below(uint32(b.level().look)))
	b.mark, b.strayTill = w.Tick, 0
	for i := range b.trail {
		b.trail[i] = vector{nowhere, nowhere}
	}
	b.stray = place(w.Ships[slot].X, w.Ships[slot].Y)
}

// decide looks, and settles what to press next and when.
func (b *Bot) decide(w *game.World, s *game.Setup, slot int) {
	level := b.level()
	b.look = w.Tick + level.look + game.Tick(b.rand.Below(uint32(level.look/4+1)))

	b.plan.revise(w.Tick + level.react)
	v := &view{w: w, s: s, slot: slot, held: b.held.Course(), plan: &b.plan, level: level, hunt: b.hunt, radar: &b.radar}
	v.see()
	b.hunt.after(v.foe, w.Tick)
	b.leaveTrail(v)
	b.learnPads(v)
	b.pickGoal(v)
	b.plan.add(b.choose(v))
}

func (b *Bot) level() *level { return &levels[b.skill] }

// spread returns a number from -n to n.
func (b *Bot) spread(n int32) int32 { return int32(b.rand.Below(uint32(2*n+1))) - n }

// Level is how good the bots of a match are on average, in tenths of the levels of package bot.
type Level int

const (
	Tenths = 10 // of one of the bots' levels

	Least Level = 0                 // all are novices, which fly and hardly shoot
	Most  Level = MaxSkill * Tenths // all are of the highest level
	First Level = 17                // for players of whom nothing is known
)

// Novice is the skill of a bot below those of package bot: it flies as the lowest does, and shoots as bot.Hesitant says.
const Novice = 0

// String writes the level as players read it.
func (l Level) String() string { return fmt.Sprintf("%d.%d", l/Tenths, l%Tenths) }

// A novice shoots for one part in noviceParts of the time, half a second at once.
const (
	noviceParts = 6
	noviceBurst = game.TickRate / 2
)

// Hesitant returns what a bot holds that hardly ever shoots: it is for players who have never flown. Those of different
// slots do not shoot at the same time.
func Hesitant(in game.Input, tick game.Tick, slot int) game.Input {
	if (tick/noviceBurst+game.Tick(slot))%noviceParts != 0 {
		in &^= game.Fire
	}
	return in
}

// leastMixed is how many bots there must be for one to be better, and one worse, than the rest.
const leastMixed = 4

// Mix returns the skill of each of so many bots that are of the level on average. They are of the two skills next to it,
// but for one below and one above those: there is always one to beat and one to fear. The first few of them are much
// like all.
func Mix(level Level, bots int) []int {
	level = min(max(level, Least), Most)
	low := int(level / Tenths)
	higher := (int(level)*bots+Tenths/2)/Tenths - low*bots
	mix := make([]int, bots)
	for i := range mix {
		if mix[i] = low; i >= bots-higher {
			mix[i]++
		}
	}
	if bots >= leastMixed {
		widen(mix)
	}
	return alternate(mix)
}

// widen makes the last of rising skills better and the first worse, where there are such skills; another one that can be
// worse, if the first cannot.
func widen(mix []int) {
	worse, best := 0, len(mix)-1
	if mix[worse] == Novice {
		worse = best - 1
	}
	if mix[best] < MaxSkill && mix[worse] > Novice {
		mix[best]++
		mix[worse]--
	}
}

// alternate takes skills from both ends in turn.
func alternate(rising []int) []int {
	mixed := make([]int, 0, len(rising))
	for i, j := 0, len(rising)-1; i <= j; i, j = i+1, j-1 {
		mixed = append(mixed, rising[i])
		if i < j {
			mixed = append(mixed, rising[j])
		}
	}
	return mixed
}
