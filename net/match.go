package net

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"dogfight/game"
	"dogfight/game/bot"
	"dogfight/proto"
)

// Match is a match between two ticks, as a value: from one, a Host goes on exactly as
// another would have, given the same inputs. It holds plain data alone, so it can be
// copied, kept and sent. A Setup is read-only.
type Match struct {
	Asked   MatchOptions // by who began it, before anybody changed them
	Options MatchOptions
	Next    *MatchOptions // from the next round on; nil: Options again
	// Fixed has every round played with Setup, whatever Options.Setup would return. It
	// ends when the operator changes the Options.
	Fixed bool

	Scenario *Scenario // nil: chance decides what is not chosen
	Cued     bool      // it has begun

	Setup  *game.Setup // that World is played with
	World  game.World
	Seed   uint64    // of World,
	Began  game.Tick // and when it was new
	Round  int       // the argument of Options.Setup; a match that was replaced in the lobby has no number of its own
	Number uint16    // of the match, from 1: all are counted
	OverAt game.Tick // when the World was closed; 0 before
	Ballot Ballot    // on the next match, from then on
	Picked Candidate // the operator's, to be played next and once, if it has a Title

	Seats  []Seat       // of all pilots, in the order in which they came
	LastID uint16       // that a pilot was given
	Orders []game.Order // for the coming tick

	Past  []bot.PastMatch // how players did against bots in the last matches, the newest last; perhaps some of before this Match
	Tally game.Tally
	Left  []Flight // what pilots did in this match who are in it no more
	// LeftKills are how often they destroyed others, and others them.
	LeftKills []Kills

	Random   rand.PCG // for bots and new Worlds
	Peaceful bool     // bots hold their fire, and are there to be shot at
}

// NewMatch returns a match that begins, and is played by the options. They fail if their
// arena cannot be read.
func NewMatch(o MatchOptions, seed uint64) (Match, error) {
	if err := o.Check(); err != nil {
		return Match{}, fmt.Errorf("rotation: %w", err)
	}
	setup, err := o.Setup(0)
	if err != nil {
		return Match{}, err
	}
	m := FixedMatch(setup, o, seed)
	m.Fixed = false
	return m, nil
}

// FixedMatch returns a match that begins, of which each round is played with the setup. Of
// the options only those of bots count, until they are changed.
func FixedMatch(s *game.Setup, o MatchOptions, seed uint64) Match {
	m := Match{Asked: o, Options: o, Fixed: true, Random: worldRandom(seed)}
	m.begin(s)
	return m
}

// begin begins a round in a new World, without any pilot in it. Ticks go on counting, so
// that no packet of the last round can be taken for one of this.
func (m *Match) begin(s *game.Setup) {
	tick := m.World.Tick
	m.Setup = s
	if m.Scenario != nil {
		m.Random = worldRandom(m.Scenario.Seed)
	}
	m.Seed, m.Began = m.Random.Uint64(), tick
	m.World = game.NewWorldAt(s, m.Seed, tick)
	m.OverAt = 0
	m.Tally, m.Left, m.LeftKills = game.NewTally(&m.World), nil, nil
	m.Number++
}

// value returns the match as it is between two ticks. It shares nothing that changes.
func (m *liveMatch) value() Match {
	v := m.Match
	if m.Next != nil {
		next := *m.Next
		v.Next = &next
	}
	v.Seats = nil
	for _, p := range m.pilots {
		v.Seats = append(v.Seats, p.Seat)
	}
	v.LastID, v.Orders = m.lastID, slices.Clone(m.orders)
	v.Left, v.LeftKills, v.Past = slices.Clone(m.Left), slices.Clone(m.LeftKills), slices.Clone(m.Past)
	return v
}

// resume takes the pilots of a match. Players are away until they come back; those without
// a ship have nothing to come back to.
func (m *liveMatch) resume(v Match) {
	m.Match = v
	m.room = v.Setup.Mode.Pilots()
	m.Left, m.LeftKills, m.Past = slices.Clone(v.Left), slices.Clone(v.LeftKills), slices.Clone(v.Past)
	m.Seats, m.Orders = nil, nil // which are the crew's
	m.stale, m.recolour = true, true
	m.proof.start(m)
	m.lastID, m.orders = v.LastID, slices.Clone(v.Orders)
	for _, s := range v.Seats {
		if p := (&pilot{Seat: s, heardAt: v.World.Tick}); p.seated() {
			m.restore(p)
		}
	}
}

// restore adds a pilot who has a seat.
func (c *crew) restore(p *pilot) {
	if !p.is(proto.BotPilot) {
		p.set(proto.Away, true)
		p.Ping = 0
	}
	p.called = c.names.take(p.Name)
	p.Name = p.called.name
	if p.Choosing {
		c.choosing++
	}
	c.pilots = append(c.pilots, p)
	c.seats[p.Slot] = p
	c.stale = true
}
