// Package bot flies ships without a player, at five levels of skill.
//
// A Bot returns an Input each tick, as a player does, and knows only a large
// screen around its ship, and a coarse radar of the ships beyond. Like a
// player it looks at intervals, decides, and presses the keys a fifth of a second
// later or more.
//
//	look ──► view ──► for each of nine courses: goal, lane, rock, threats, shot
//	                  the course with the most points, after the reaction time
//
// Ships shoot along eight directions only, so aiming means reaching a lane (row,
// column or diagonal) with the place where the target will be.
//
// Bots attack ships that sit still, spare those that have just entered, give up
// those that they cannot reach, and look for repair when damaged. The degrees
// depend on the personality, which makes a bot neither better nor worse, and which
// players can learn.
//
// The package is as pure as game: integers, no clock, chance from the Bot's own
// state. Levels and personalities differ only in their row of a table in tuning.go.
package bot

import "dogfight/game"

// MaxSkill is the highest level; the lowest is 1.
const MaxSkill = 5

// Bot is a pilot without a player. It belongs to the host and is not part of the
// World: its decisions become orders, like a player's Input.
type Bot struct {
	rand        game.Chance
	skill       uint8 // index into levels
	personality Personality
	awake       bool // its ship flies

	held game.Input // the keys now
	plan plan       // the coming changes of the keys
	look game.Tick  // the next look

	hunt  hunt
	radar radar
	pads  uint32    // the pads that it has seen in this match, a bit each
	match game.Tick // World.Started of this match

	trail     [trailLength]vector // its last places, the newest at step-1
	step      uint8
	mark      game.Tick // when to store the next place
	stray     vector    // where to go without a goal,
	strayTill game.Tick // and in any case until then, because it was stuck
}

// New returns a bot of a skill, which is limited to 1 to MaxSkill. The same seed
// gives the same bot.
func New(skill int, seed uint64) Bot {
	b := Bot{
		rand:  game.NewChance(seed),
		skill: uint8(min(max(skill, 1), MaxSkill) - 1),
	}
	b.rand.Below(Personalities) // the first numbers of consecutive seeds are similar
	b.personality = Personality(b.rand.Below(Personalities))
	return b
}

// Fly returns the bot's Input for the coming tick. It is called once a tick, before
// World.Step, while the bot has the slot.
func (b *Bot) Fly(w *game.World, s *game.Setup, slot int) game.Input {
	if w.Status != game.InProgress || w.Ships[slot].State != game.Flying || w.Held(s) {
		b.held, b.awake = game.Steer(game.Idle), false
		return b.held
	}
	if !b.awake {
		b.wake(w, slot)
	}
	if s.Mode.State() == game.TrailState { // ships fly by other rules there
		b.held = flyTrail(b, w, s, slot)
		return b.held
	}
	if w.Tick >= b.look {
		b.decide(w, s, slot)
	}
	b.plan.press(&b.held, w.Tick)
	return b.held
}

// wake begins a life. Bots that spawn in the same tick look at different ones.
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

// decide looks, and decides on the next keys and their time.
func (b *Bot) decide(w *game.World, s *game.Setup, slot int) {
	level := b.level()
	b.look = w.Tick + level.look + game.Tick(b.rand.Below(uint32(level.look/4+1)))

	b.plan.revise(w.Tick + level.react)
	v := &view{w: w, s: s, slot: slot, held: b.held.Course(), plan: &b.plan, level: level, hunt: b.hunt, radar: &b.radar}
	v.see()
	b.hunt.after(v.foe, w.Tick)
	b.leaveTrail(v)
	v.stuck = w.Tick < b.strayTill
	b.learnPads(v)
	b.pickGoal(v)
	in, due := b.choose(v)
	b.plan.add(in, due)
	if in.Holds(game.Fire) {
		b.plan.add(in&^game.Fire, due+level.hold)
	}
}

func (b *Bot) level() *level { return &levels[b.skill] }

// spread returns a number from -n to n.
func (b *Bot) spread(n int32) int32 { return int32(b.rand.Below(uint32(2*n+1))) - n }
