// Package bot flies the ships that no player flies, at five levels of skill.
//
// A Bot returns an Input each tick, as a player does, and knows only what a
// player can see: what is on a large screen around its ship, and a coarse radar
// of the ships beyond. Like a player it looks now and then, decides, and presses
// the keys a moment later; in between it holds what it holds.
//
//	look ──► view ──► for each of nine courses: goal, lane, rock, threats, shot
//	                  the course with the most points, after the reaction time
//
// Ships shoot along eight directions only, so aiming means getting onto a lane
// (row, column or diagonal) with where the target will be.
//
// The package is as pure as game: integers, no clock, chance from the Bot's own
// state. The levels differ only by their row of a table in tuning.go.
package bot

import "dogfight/game"

// MaxSkill is the highest level; the lowest is 1.
const MaxSkill = 5

// Bot is a pilot without a player. It belongs to the host and is no part of the
// World: what it decides travels as an order, like a player's Input.
type Bot struct {
	rand  game.Chance
	skill uint8 // index into levels
	awake bool  // its ship flies

	held game.Input // what it presses now
	next game.Input // what it will press from due on
	due  game.Tick
	look game.Tick // when it looks up again

	trail     [trailLength]vector // where it was, the newest at step-1
	step      uint8
	mark      game.Tick // when it notes the next place
	stray     vector    // where it goes when it sees nothing to do,
	strayTill game.Tick // and whatever it sees until then, for it got nowhere
}

// New returns a bot of the skill, 1 to MaxSkill; what lies outside counts as
// the nearest level. The same seed gives the same bot.
func New(skill int, seed uint64) Bot {
	return Bot{
		rand:  game.NewChance(seed),
		skill: uint8(min(max(skill, 1), MaxSkill) - 1),
	}
}

// Fly returns what the bot holds down in the tick that comes. It is called once
// a tick, before World.Step, while the bot has the slot.
func (b *Bot) Fly(w *game.World, s *game.Setup, slot int) game.Input {
	if w.Status != game.InProgress || w.Ships[slot].State != game.Flying {
		b.held, b.awake = game.Steer(game.Idle), false
		return b.held
	}
	if !b.awake {
		b.wake(w, slot)
	}
	if w.Tick >= b.look {
		b.decide(w, s, slot)
	}
	if w.Tick >= b.due {
		b.held = b.next
	}
	return b.held
}

// wake begins a life. Bots that spawn in the same tick do not look in the same.
func (b *Bot) wake(w *game.World, slot int) {
	b.awake = true
	b.next, b.due = b.held, w.Tick
	b.look = w.Tick + game.Tick(b.rand.Below(uint32(b.level().look)))
	b.mark, b.strayTill = w.Tick, 0
	here := place(w.Ships[slot].X, w.Ships[slot].Y)
	for i := range b.trail {
		b.trail[i] = here
	}
	b.stray = here
}

// decide looks, and settles what to press next and when.
func (b *Bot) decide(w *game.World, s *game.Setup, slot int) {
	level := b.level()
	b.look = w.Tick + level.look + game.Tick(b.rand.Below(uint32(level.look/4+1)))

	v := view{w: w, s: s, slot: slot, held: b.held.Course(), level: level}
	v.see()
	b.leaveTrail(&v)
	b.pickGoal(&v)
	b.next, b.due = b.choose(&v)
}

func (b *Bot) level() *level { return &levels[b.skill] }

// spread returns a number from -n to n.
func (b *Bot) spread(n int32) int32 { return int32(b.rand.Below(uint32(2*n+1))) - n }
