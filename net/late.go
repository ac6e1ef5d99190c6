package net

import (
	"time"

	"dogfight/game"
	"dogfight/proto"
)

// late is a match as it was a while ago. Where a host wants it so, that is all that is shown to who has no ship: a spectator,
// and a player who waits for one, cannot tell a pilot where others are now. It follows the match from what it has kept of
// it, as a client does from what it is told, and all that clients are told waits as long as the orders do.
//
// Before the match is as old as that there is nothing to be seen of it but where it will be played: a lobby without anybody.
type late struct {
	behind  game.Tick // by how much
	results game.Tick // how long they are shown

	setup  *game.Setup
	world  game.World // behind the match's, always
	number uint16     // of the match
	history
	roster           // as late clients were told
	overAt game.Tick // tick in which the World was closed; 0 before
	ballot []byte    // that late clients were told last, as a message; empty without one
	queue  []aired   // what they are still to be told, by rising ticks
	ticks  []keptTick

	balloted ballotState // that was told last of the match, without anybody's own vote
}

// keptTick is how a tick went that is still to be shown.
type keptTick struct {
	tick   game.Tick
	orders []game.Order
	hash   uint64 // of the World after it
}

// aired is what all clients were told in a tick, or that another match began.
type aired struct {
	tick    game.Tick
	but     *pilot // who is not told
	message []byte
	round   *lateRound
}

// lateRound is a match that begins.
type lateRound struct {
	setup  *game.Setup
	world  game.World
	number uint16
}

// newLate returns the match as it was before it began, or nil where spectators see it as it is.
func newLate(m *Match, delay time.Duration, results game.Tick) *late {
	behind := ticksOf(delay)
	if behind == 0 {
		return nil
	}
	empty := *m.Setup
	empty.Lobby = true
	l := &late{behind: behind, results: results, number: m.Number, ticks: make([]keptTick, behind+1)}
	l.begin(&lateRound{&empty, game.NewWorldAt(&empty, emptySeed, m.World.Tick-min(behind, m.World.Tick)), m.Number})
	l.note(m)
	return l
}

// emptySeed is of a World in which nothing happens. It says nothing of the match's.
const emptySeed = 1

// ticksOf returns how many ticks a time takes, at least.
func ticksOf(d time.Duration) game.Tick {
	return game.Tick((max(d, 0)*game.TickRate + time.Second - 1) / time.Second)
}

// postpone has a match that begins do so as late as that what there is to be seen of it before has a tick of its own.
func (m *Match) postpone(delay time.Duration) {
	if first := ticksOf(delay); m.World.Tick < first && m.World.Tick == m.Began && len(m.Seats) == 0 {
		m.World = game.NewWorldAt(m.Setup, m.Seed, first)
		m.Began = first
		m.Tally = game.NewTally(&m.World)
	}
}

// note keeps that another match begins.
func (l *late) note(m *Match) {
	l.queue = append(l.queue, aired{tick: m.World.Tick, round: &lateRound{m.Setup, m.World, m.Number}})
}

// tell keeps a message for all clients but one, as bytes.
func (l *late) tell(tick game.Tick, but *pilot, message []byte) {
	l.queue = append(l.queue, aired{tick: tick, but: but, message: append([]byte(nil), message...)})
}

// keep keeps how a tick of the match went.
func (l *late) keep(tick game.Tick, orders []game.Order, hash uint64) {
	k := l.at(tick)
	k.tick, k.hash = tick, hash
	k.orders = append(k.orders[:0], orders...)
}

// at returns where a tick is kept.
func (l *late) at(tick game.Tick) *keptTick { return &l.ticks[tick%game.Tick(len(l.ticks))] }

// advance brings the World one tick on once the match is as far ahead as it should be. It returns what late clients are to be
// told of that tick, which is good until the next call.
func (l *late) advance(present game.Tick) []aired {
	for l.world.Tick+l.behind < present { // one, unless the match begins
		next := l.at(l.world.Tick + 1)
		if next.tick == l.world.Tick+1 {
			l.world.Step(l.setup, next.orders, nil)
			l.record(next.orders, &l.world, next.hash)
		} else { // before the match began
			l.world.Step(l.setup, nil, nil)
			l.record(nil, &l.world, l.world.Hash())
		}
	}
	n := 0
	for n < len(l.queue) && l.queue[n].tick <= l.world.Tick {
		l.hear(&l.queue[n])
		n++
	}
	due := l.queue[:n]
	if l.queue = l.queue[n:]; n > 0 && len(l.queue) == 0 {
		l.queue = nil
	}
	return due
}

// hear takes what clients are told now.
func (l *late) hear(a *aired) {
	if a.round != nil {
		l.begin(a.round)
		return
	}
	m, err := proto.Parse(a.message)
	if err != nil {
		return // which we said ourselves
	}
	switch m := m.(type) {
	case *proto.RosterChange:
		l.pilots = m.Apply(l.pilots)
	case *proto.RTTs:
		for i := range l.pilots[:min(len(l.pilots), len(m.List))] {
			l.pilots[i].Ping = uint16(m.List[i]) * proto.RTTUnit
		}
	case *proto.MatchOver:
		l.overAt = l.world.Tick + game.Tick(m.NextIn)*game.TickRate/10 - l.results
	case *proto.Ballot:
		l.ballot = a.message
	}
}

// begin begins another match.
func (l *late) begin(r *lateRound) {
	l.setup, l.world, l.number = r.setup, r.world, r.number
	l.restart(&l.world)
	l.overAt, l.ballot = 0, nil
}

// nextIn returns how long the results that late clients see still stand.
func (l *late) nextIn() game.Tick {
	return l.results - min(l.world.Tick-l.overAt, l.results)
}
