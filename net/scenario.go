package net

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"

	"dogfight/game"
	"dogfight/game/bot"
	"dogfight/proto"
	"dogfight/proto/replay"
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
	p.equip(spec, m.Setup)
	p.Team = m.smallerTeam(m.Setup, &m.World)
	p.play(spec)
	if !m.seat(p) {
		m.leave(p)
		return false
	}
	return true
}

// equip gives a bot its ship.
func (p *pilot) equip(spec *BotSpec, s *game.Setup) {
	p.Class = min(spec.Class, uint8(len(s.PilotClasses())-1))
	p.Weapon = min(spec.Weapon, uint8(len(s.PilotWeapons())-1))
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

var errOtherCast = errors.New("it is not one player against the bots of the scenario, flying as they do in this version")

// Check plays a replay of the scenario from its beginning, and returns the id of its one player. There is an error if its bots are others,
// or did anything else than these would have done.
func (s *Scenario) Check(f *replay.File) (player uint16, err error) {
	bots, player, ok := s.castOf(f)
	if !ok {
		return 0, errOtherCast
	}
	c, err := f.Play()
	for err == nil {
		want := wantedBy(&bots, &c.World, f.Setup)
		var orders []game.Order
		var more bool
		if orders, more, err = c.Step(nil); err != nil || !more {
			break
		}
		if !obeys(&bots, orders, want) || !together(&bots, &c.World) {
			err = errOtherCast
		}
	}
	return player, err
}

// castOf returns the bots in a replay, by slot, each at the beginning of its part, and the id of the player. It reports false if these are
// not all bots of the scenario, in that order, and one player. The roster comes a moment after the first tick.
func (s *Scenario) castOf(f *replay.File) (bots [game.MaxShips]*pilot, player uint16, ok bool) {
	came := map[uint16]bool{}
	next := s.Bots
	for i := range f.Notes {
		n := &f.Notes[i]
		p := &pilot{}
		p.Pilot = n.Pilot
		isBot := p.is(proto.BotPilot) && !p.is(proto.Away)
		switch {
		case n.Kind != replay.NoteCame || n.Pilot.Slot >= game.MaxShips || came[p.ID]:
			continue
		case !isBot && player == 0:
			player = p.ID
		case isBot && len(next) > 0 && bots[p.Slot] == nil && strings.HasPrefix(p.Name, next[0].Name): // and a number, if the player has the name
			p.equip(&next[0], f.Setup)
			p.play(&next[0])
			bots[p.Slot], next = p, next[1:]
		default:
			return bots, 0, false
		}
		came[p.ID] = true
	}
	return bots, player, player != 0 && len(next) == 0
}

// wantedBy returns what bots order in the tick after the World, by slot. Where they hold on, and where there is no bot, it is an order for no
// slot.
func wantedBy(bots *[game.MaxShips]*pilot, w *game.World, s *game.Setup) (want [game.MaxShips]game.Order) {
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

// together reports whether all bots have a ship if the player has.
func together(bots *[game.MaxShips]*pilot, w *game.World) bool {
	flown, waits := false, false
	for slot, p := range bots {
		empty := w.Ships[slot].State == game.Empty
		flown, waits = flown || p == nil && !empty, waits || p != nil && empty
	}
	return !flown || !waits
}

// obeys reports whether bots get their ships, the orders that they want, and no others.
func obeys(bots *[game.MaxShips]*pilot, orders []game.Order, want [game.MaxShips]game.Order) bool {
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
