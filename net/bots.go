package net

import (
	"math/rand/v2"
	"slices"

	"dogfight/game"
	"dogfight/game/bot"
	"dogfight/proto"
)

// balanceBots lets bots come and go until their number is right.
func (m *liveMatch) balanceBots() {
	players, bots := m.count()
	m.cue(players)
	want := m.botsWanted(players)
	if bots < want {
		m.addBots(bots, want)
	}
	for ; bots > want; bots-- {
		m.makeRoom()
	}
}

// addBots adds bots, of which there are some, until there are as many as wanted or no more room.
func (m *liveMatch) addBots(bots, want int) {
	if m.Scenario != nil {
		for ; bots < min(want, len(m.Scenario.Bots)) && m.castBot(&m.Scenario.Bots[bots]); bots++ {
		}
		return
	}
	skills, chance := m.botSkills(want), rand.New(&m.Random)
	for ; bots < want; bots++ {
		if !m.addBot(m.Setup, &m.World, m.botNames, skills[bots], chance) {
			return
		}
	}
}

// botsWanted returns how many bots should fly along with so many players.
func (m *liveMatch) botsWanted(players int) int {
	if m.awaitsCue() {
		return 0
	}
	return min(max(m.Options.Bots, m.Options.Fill-players), m.Setup.Mode.Pilots()-players)
}

// makeRoom lets the bot go that is needed least, and reports whether there was
// one. That a stand-in goes is worth telling: it was a player's ship.
func (m *liveMatch) makeRoom() bool {
	spare := m.spareBot()
	switch {
	case spare == nil:
		return false
	case spare.standIn():
		m.part(spare, "the stand-in made room")
	default:
		m.leave(spare)
	}
	return true
}

// flyBot returns what a bot holds in the tick after the World. A peaceful one holds its fire.
func (p *pilot) flyBot(w *game.World, s *game.Setup, slot int, peaceful bool) game.Input {
	if p.Duty == bot.Target || p.Duty == bot.Circler {
		return p.Duty.Hold(w, s, slot)
	}
	in := p.Bot.Fly(w, s, slot)
	switch {
	case peaceful, p.Duty == bot.Drone:
		in &^= game.Fire
	case p.Skill == bot.Novice:
		in = bot.Hesitant(in, w.Tick-w.Started, slot)
	}
	return in
}

// addBot lets a bot enter and gives it a ship, if there is room.
func (c *crew) addBot(s *game.Setup, w *game.World, names []string, skill int, chance *rand.Rand) bool {
	p := c.enter(c.botName(names, chance), proto.BotPilot)
	p.train(skill, chance.Uint64())
	taste := game.NewChance(chance.Uint64())
	p.Class, p.Weapon = p.Bot.Personality().Ship(s, &taste)
	p.Team = c.smallerTeam(s, w)
	if !c.seat(p) {
		c.leave(p)
		return false
	}
	return true
}

// botName returns one of the names, one that nobody has as long as there is one.
func (c *crew) botName(names []string, chance *rand.Rand) string {
	first := chance.IntN(len(names))
	for i := range names {
		if name := names[(first+i)%len(names)]; !c.names.has(name) {
			return name
		}
	}
	return names[first]
}

// longestAway returns the stand-in whose pilot has been gone for the longest, or
// nil. Seats that are kept for a player are either all that is looked at, or left
// out.
func (c *crew) longestAway(held bool) (longest *pilot) {
	for _, p := range c.pilots {
		if p.standIn() && p.Kept == held && (longest == nil || p.Inputs.CameAt < longest.Inputs.CameAt) {
			longest = p
		}
	}
	return longest
}

// spareBot returns the bot that should leave first, or nil: a stand-in if there
// is one, otherwise the last that came in the largest of the bots' teams. Only if
// there is none of either it is one that keeps a seat.
func (c *crew) spareBot() (spare *pilot) {
	if p := c.longestAway(false); p != nil {
		return p
	}
	sizes, _ := c.teamSizes()
	for _, p := range slices.Backward(c.pilots) {
		if p.isBot() && (spare == nil || sizes[p.Team] > sizes[spare.Team]) {
			spare = p
		}
	}
	if spare == nil {
		return c.longestAway(true)
	}
	return spare
}
