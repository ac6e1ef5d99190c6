package net

import (
	"slices"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/bot"
	"dogfight/proto"
)

// train makes the pilot's bot one of a skill, and like what its name stands for.
func (p *pilot) train(skill int, seed uint64) {
	p.Skill, p.Bot = skill, bot.New(skill, seed)
	if like, ok := assets.Personality(p.Name); ok {
		p.Bot = p.Bot.As(like)
	}
}

// Personality returns what a pilot is like if it is a bot whose name tells.
func Personality(p *proto.Pilot) (like bot.Personality, ok bool) {
	like, ok = assets.Personality(p.Name)
	return like, ok && p.Flags&(proto.BotPilot|proto.Away) == proto.BotPilot
}

// trainBots makes those bots anew that are to have another skill from now on.
func (m *liveMatch) trainBots() {
	_, bots := m.count()
	skills, at := m.botSkills(bots), 0
	for _, p := range m.pilots {
		wanted := m.standInSkill()
		switch {
		case !p.is(proto.BotPilot):
			continue
		case p.isBot() && at < len(skills):
			wanted = skills[at]
			at++
		}
		if wanted != p.Skill {
			p.train(wanted, m.Random.Uint64())
		}
	}
}

// botSkills returns the skill of each of so many bots.
func (m *liveMatch) botSkills(bots int) []int {
	if m.Options.Skill == AutoSkill {
		return bot.Mix(bot.NextLevel(m.Past), bots)
	}
	return slices.Repeat([]int{m.Options.Skill}, bots)
}

// standInSkill is the skill of a bot that stands in for a player.
func (m *liveMatch) standInSkill() int {
	if m.Options.Skill == AutoSkill {
		return max(int(bot.NextLevel(m.Past)+bot.Tenths/2)/bot.Tenths, 1)
	}
	return m.Options.Skill
}

// notePast remembers how the players did among the bots in the match that is over: as the one in their middle, where
// there are several.
func (m *liveMatch) notePast() {
	bots, skills := m.botScores()
	var ranks []int
	for slot, p := range m.seats {
		if p == nil || p.is(proto.BotPilot) || !m.flewHalf(slot) {
			continue
		}
		rank := 1
		for _, score := range bots {
			if score > m.World.Ships[slot].Score {
				rank++
			}
		}
		ranks = append(ranks, rank)
	}
	if len(bots) == 0 || len(ranks) == 0 {
		return
	}
	slices.Sort(ranks)
	m.Past = append(m.Past, bot.PastMatch{
		Rank: ranks[len(ranks)/2], Ships: len(bots) + 1, Level: bot.Level(skills * bot.Tenths / len(bots)),
	})
	m.Past = m.Past[max(len(m.Past)-bot.Considered, 0):]
}

// botScores returns the score of each bot, and the sum of their skills.
func (m *liveMatch) botScores() (scores []int32, skills int) {
	for slot, p := range m.seats {
		if p != nil && p.isBot() {
			scores = append(scores, m.World.Ships[slot].Score)
			skills += p.Skill
		}
	}
	return scores, skills
}

// flewHalf reports whether there was a ship in the slot for at least half of the match.
func (m *liveMatch) flewHalf(slot int) bool {
	return m.Tally.Slots[slot].Flown >= game.Tick(m.World.Tick-m.World.Started)/2
}
