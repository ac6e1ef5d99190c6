package net

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/bot"
	"dogfight/proto"
	"dogfight/proto/replay"
)

// balanceBots adds and removes bots until their number is right.
func (m *liveMatch) balanceBots() {
	players, bots := m.count()
	m.startScenario(players)
	want := m.botsWanted(players)
	if bots < want {
		m.addBots(bots, want)
	}
	for ; bots > want; bots-- {
		m.makeRoom()
	}
}

// addBots adds bots up to the wanted number, as far as there is room.
func (m *liveMatch) addBots(bots, want int) {
	if m.Scenario != nil {
		for ; bots < min(want, len(m.Scenario.Bots)) && m.addScenarioBot(&m.Scenario.Bots[bots]); bots++ {
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

// botsWanted returns the number of bots for so many players.
func (m *liveMatch) botsWanted(players int) int {
	if m.awaitsPlayer() {
		return 0
	}
	return min(max(m.Options.Bots, m.Options.Fill-players), m.Setup.Mode.Pilots()-players)
}

// makeRoom removes the bot that is needed least, and reports whether there was one. Removing a substitute is announced: it was a player's
// ship.
func (m *liveMatch) makeRoom() bool {
	spare := m.spareBot()
	switch {
	case spare == nil:
		return false
	case spare.isSubstitute():
		m.remove(spare, "the substitute made room")
	default:
		m.leave(spare)
	}
	return true
}

// flyBot returns a bot's input for the next tick. A peaceful one does not fire.
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

// addBot adds a bot with a ship, if there is room.
func (c *crew) addBot(s *game.Setup, w *game.World, names []string, skill int, chance *rand.Rand) bool {
	p := c.enter(c.botName(names, chance), proto.BotPilot)
	p.train(skill, chance.Uint64())
	taste := game.NewChance(chance.Uint64())
	p.Class, p.Weapon = p.Bot.Personality().Ship(s, &taste)
	p.Team = c.smallerTeam(s, w)
	c.matchShip(p)
	if !c.seat(p) {
		c.leave(p)
		return false
	}
	return true
}

// matchShip gives a bot the ship of a pilot in another team that has no match in the bot's team yet, if there is one: teams of the same
// ships are equally strong.
func (c *crew) matchShip(p *pilot) {
	surplus := func(q *pilot) (n int) { // of q's ship in its team
		for _, r := range c.seats {
			switch {
			case r == nil || r == p || r.Class != q.Class || r.Weapon != q.Weapon:
			case r.Team == q.Team:
				n++
			case r.Team == p.Team:
				n--
			}
		}
		return n
	}
	for _, q := range c.seats {
		if q != nil && q.Team > 0 && q.Team != p.Team && surplus(q) > 0 {
			p.Class, p.Weapon = q.Class, q.Weapon
			return
		}
	}
}

// botName returns one of the names, a free one if possible.
func (c *crew) botName(names []string, chance *rand.Rand) string {
	first := chance.IntN(len(names))
	for i := range names {
		if name := names[(first+i)%len(names)]; !c.names.has(name) {
			return name
		}
	}
	return names[first]
}

// longestAway returns the substitute of the player absent for the longest, or nil. held selects kept seats or the others.
func (c *crew) longestAway(held bool) (longest *pilot) {
	for _, p := range c.pilots {
		if p.isSubstitute() && p.Kept == held && (longest == nil || p.Inputs.ReceivedAt < longest.Inputs.ReceivedAt) {
			longest = p
		}
	}
	return longest
}

// spareBot returns the bot to remove first, or nil: a substitute, else the last that joined in the largest of the bots' teams, else one
// that keeps a seat.
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

// train gives the pilot a bot of a skill, with the personality of its name.
func (p *pilot) train(skill int, seed uint64) {
	p.Skill, p.Bot = skill, bot.New(skill, seed)
	if like, ok := assets.Personality(p.Name); ok {
		p.Bot = p.Bot.As(like)
	}
}

// Personality returns the personality of a bot with a known name.
func Personality(p *proto.Pilot) (like bot.Personality, ok bool) {
	like, ok = assets.Personality(p.Name)
	return like, ok && p.Flags&(proto.BotPilot|proto.Away) == proto.BotPilot
}

// trainBots replaces bots that need another skill.
func (m *liveMatch) trainBots() {
	_, bots := m.count()
	skills, at := m.botSkills(bots), 0
	for _, p := range m.pilots {
		wanted := m.substituteSkill()
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

// botSkills returns the skills of so many bots.
func (m *liveMatch) botSkills(bots int) []int {
	if m.Options.Skill == AutoSkill {
		return bot.Mix(bot.NextLevel(m.Past), bots)
	}
	if m.Setup.Mode.Lives() == 1 {
		return bot.Spread(m.Options.Skill, bots)
	}
	return slices.Repeat([]int{m.Options.Skill}, bots)
}

func (m *liveMatch) substituteSkill() int {
	if m.Options.Skill == AutoSkill {
		return max(int(bot.NextLevel(m.Past)+bot.Tenths/2)/bot.Tenths, 1)
	}
	return m.Options.Skill
}

// recordResult stores how the players did against the bots in this match: the median player.
func (m *liveMatch) recordResult() {
	bots, skills := m.botScores()
	var ranks []int
	for slot, p := range m.seats {
		if p == nil || p.is(proto.BotPilot) || m.Tally.Slots[slot].Flown < game.Tick(m.World.Tick-m.World.Started)/2 { // at least half of the match

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

// botScores returns the bots' scores, and the sum of their skills.
func (m *liveMatch) botScores() (scores []int32, skills int) {
	for slot, p := range m.seats {
		if p != nil && p.isBot() {
			scores = append(scores, m.World.Ships[slot].Score)
			skills += p.Skill
		}
	}
	return scores, skills
}

// Scenario makes the rounds of a match begin alike: the World, except for its Tick, and the bots. It is read-only. The first round begins,
// and the bots join, when the first player has a ship.
type Scenario struct {
	Seed uint64
	Bots []BotSpec // at least MatchOptions.Bots

	// Instant gives players a new ship at once whenever they choose one.
	Instant bool
}

// BotSpec describes a bot of a Scenario.
type BotSpec struct {
	Name          string
	Class, Weapon uint8
	Skill         int      // 1 to 5, or skill.Novice
	Duty          bot.Duty // only Fighter uses the skill
	Seed          uint64
}

// worldRandom returns the random source of a match with that seed.
func worldRandom(seed uint64) rand.PCG { return *rand.NewPCG(seed, 0x646f676669676874) }

// startScenario starts the scenario once there is a player.
func (m *liveMatch) startScenario(players int) {
	if m.Scenario != nil && !m.Cued && players > 0 {
		m.Cued = true
		m.startRound(m.Setup)
	}
}

// awaitsPlayer reports whether the scenario has not started.
func (m *liveMatch) awaitsPlayer() bool { return m.Scenario != nil && !m.Cued }

// addScenarioBot adds a bot of the scenario, and reports whether there was room.
func (m *liveMatch) addScenarioBot(spec *BotSpec) bool {
	p := m.enter(spec.Name, proto.BotPilot)
	p.equip(spec, m.Setup)
	p.Team = m.smallerTeam(m.Setup, &m.World)
	p.startPart(spec)
	if !m.seat(p) {
		m.leave(p)
		return false
	}
	return true
}

func (p *pilot) equip(spec *BotSpec, s *game.Setup) {
	p.Class = min(spec.Class, uint8(len(s.PilotClasses())-1))
	p.Weapon = min(spec.Weapon, uint8(len(s.PilotWeapons())-1))
}

func (p *pilot) startPart(spec *BotSpec) {
	p.train(spec.Skill, spec.Seed)
	p.Duty = spec.Duty
}

// restartBots restarts the bots of the scenario as in its first round.
func (m *liveMatch) restartBots() {
	at := 0
	for _, p := range m.pilots {
		if p.isBot() && at < len(m.Scenario.Bots) {
			p.startPart(&m.Scenario.Bots[at])
			at++
		}
	}
}

var errNotScenario = errors.New("it is not one player against the bots of the scenario, flying as they do in this version")

// Check plays a replay of the scenario, and returns the id of its one player. It fails if the replay's bots are others, or act differently.
func (s *Scenario) Check(f *replay.File) (player uint16, err error) {
	bots, player, ok := s.botsIn(f)
	if !ok {
		return 0, errNotScenario
	}
	c, err := f.Play()
	for err == nil {
		want := expectedOrders(&bots, &c.World, f.Setup)
		var orders []game.Order
		var more bool
		if orders, more, err = c.Step(nil); err != nil || !more {
			break
		}
		if !matches(&bots, orders, want) || !allPresent(&bots, &c.World) {
			err = errNotScenario
		}
	}
	return player, err
}

// botsIn returns the bots in a replay by slot, each at its start, and the id of the player. It returns false if the pilots are not exactly
// the scenario's bots, in their order, and one player. The roster may follow some ticks after the first.
func (s *Scenario) botsIn(f *replay.File) (bots [game.MaxShips]*pilot, player uint16, ok bool) {
	came := map[uint16]bool{}
	next := s.Bots
	for i := range f.Notes {
		n := &f.Notes[i]
		p := &pilot{}
		p.Pilot = n.Pilot
		isBot := p.is(proto.BotPilot) && !p.is(proto.Away)
		switch {
		case n.Kind != replay.NoteJoined || n.Pilot.Slot >= game.MaxShips || came[p.ID]:
			continue
		case !isBot && player == 0:
			player = p.ID
		case isBot && len(next) > 0 && bots[p.Slot] == nil && strings.HasPrefix(p.Name, next[0].Name): // with a number if the player has the name
			p.equip(&next[0], f.Setup)
			p.startPart(&next[0])
			bots[p.Slot], next = p, next[1:]
		default:
			return bots, 0, false
		}
		came[p.ID] = true
	}
	return bots, player, player != 0 && len(next) == 0
}

// expectedOrders returns the bots' orders for the next tick, by slot. Without a bot or a change the order is for no slot.
func expectedOrders(bots *[game.MaxShips]*pilot, w *game.World, s *game.Setup) (want [game.MaxShips]game.Order) {
	for slot, p := range bots {
		want[slot].Slot = proto.NoSlot
		if ship := &w.Ships[slot]; p != nil && ship.State != game.Empty {
			if in := p.flyBot(w, s, slot, false); in != ship.Input && ship.AcceptsInput() {
				want[slot] = game.Order{Kind: game.OrderInput, Slot: uint8(slot), Input: in}
			}
		}
	}
	return want
}

// allPresent reports whether all bots have ships if the player has one.
func allPresent(bots *[game.MaxShips]*pilot, w *game.World) bool {
	flown, waits := false, false
	for slot, p := range bots {
		empty := w.Ships[slot].State == game.Empty
		flown, waits = flown || p == nil && !empty, waits || p != nil && empty
	}
	return !flown || !waits
}

// matches reports whether the bots get their ships and the expected orders, and no others.
func matches(bots *[game.MaxShips]*pilot, orders []game.Order, want [game.MaxShips]game.Order) bool {
	for _, o := range orders {
		switch {
		case o.Kind == game.OrderStart || o.Kind == game.OrderClose || bots[o.Slot] == nil:
		case o.Kind == game.OrderJoin && o.Class == bots[o.Slot].Class && o.Weapon == bots[o.Slot].Weapon:
		case o.Kind == game.OrderInput && o == want[o.Slot]:
			want[o.Slot].Slot = proto.NoSlot
		default:
			return false
		}
	}
	return !slices.ContainsFunc(want[:], func(o game.Order) bool { return o.Slot != proto.NoSlot })
}
