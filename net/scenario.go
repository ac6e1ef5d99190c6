package net

import (
	"math/rand/v2"

	"dogfight/game"
	"dogfight/game/bot"
	"dogfight/proto"
)

// Scenario is what makes the rounds of a match begin alike, whoever plays and whenever: the World, but for its Tick, and
// the bots. It is read-only. No bot comes before the first player has a ship: that is when the first round begins.
type Scenario struct {
	Seed uint64
	Bots []BotSpec // as many as MatchOptions.Bots, or more

	// Instant has players fly at once what they choose, in a new ship, and as often as they like.
	Instant bool
}

// BotSpec says who a bot is, and how it flies.
type BotSpec struct {
	Name          string
	Class, Weapon uint8
	Skill         int      // 1 to 5, or skill.Novice
	Duty          bot.Duty // of which only Fighter has a skill
	Seed          uint64
}

// worldRandom returns what Worlds and bots follow from in a match with that seed.
func worldRandom(seed uint64) rand.PCG { return *rand.NewPCG(seed, 0x646f676669676874) }

// cue begins the scenario once a player is there.
func (m *liveMatch) cue(players int) {
	if m.Scenario != nil && !m.Cued && players > 0 {
		m.Cued = true
		m.startRound(m.Setup)
	}
}

// awaitsCue reports whether no bot may be there yet.
func (m *liveMatch) awaitsCue() bool { return m.Scenario != nil && !m.Cued }

// castBot lets a bot of the scenario enter, and reports whether there was room.
func (m *liveMatch) castBot(spec *BotSpec) bool {
	p := m.enter(spec.Name, proto.BotPilot)
	p.Class = min(spec.Class, uint8(len(m.Setup.PilotClasses())-1))
	p.Weapon = min(spec.Weapon, uint8(len(m.Setup.PilotWeapons())-1))
	p.Team = m.smallerTeam(m.Setup, &m.World)
	p.play(spec)
	if !m.seat(p) {
		m.leave(p)
		return false
	}
	return true
}

// play has a bot begin with its part.
func (p *pilot) play(spec *BotSpec) {
	p.train(spec.Skill, spec.Seed)
	p.Duty = spec.Duty
}

// recast has the bots of the scenario begin as they did in its first round.
func (m *liveMatch) recast() {
	at := 0
	for _, p := range m.pilots {
		if p.isBot() && at < len(m.Scenario.Bots) {
			p.play(&m.Scenario.Bots[at])
			at++
		}
	}
}

// renew gives a player what they have chosen, in a new ship and in this tick.
func (m *liveMatch) renew(p *pilot) {
	m.orders = append(m.orders, game.Order{Kind: game.OrderLeave, Slot: p.Slot}, p.order(game.OrderJoin))
}
