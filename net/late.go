package net

import (
	"fmt"
	"time"

	"dogfight/game"
	"dogfight/proto"
)

// late is the delayed view of a match. If the host has a delay, it is all that clients without a ship see, so that a spectator or a waiting
// player cannot help a pilot with others' positions. It follows the match from stored orders, as a client does, and messages to clients
// wait as long as the orders.
//
// Until the match is older than the delay the view is an empty lobby in the arena of the match.
type late struct {
	behind  game.Tick // the delay
	results game.Tick // how long results are shown

	setup  *game.Setup
	world  game.World // always behind the match's
	number uint16     // of the match
	history
	roster           // as delayed clients have it
	overAt game.Tick // when the World was closed; 0 before
	ballot []byte    // encoded, as last sent to delayed clients; empty for none
	queue  []delayed // by rising ticks
	ticks  []tickRecord

	sentBallot ballotState // last queued, without a player's vote
}

// tickRecord is a tick of the match that is still to be shown.
type tickRecord struct {
	tick   game.Tick
	orders []game.Order
	hash   uint64 // of the World after the tick
}

// delayed is a message to all clients, or the start of another match.
type delayed struct {
	tick    game.Tick
	except  *pilot // does not get it
	message []byte
	round   *lateRound
}

// lateRound is a match that starts.
type lateRound struct {
	setup  *game.Setup
	world  game.World
	number uint16
}

// newLate returns the delayed view of a match before its start, or nil without a delay.
func newLate(m *Match, delay time.Duration, results game.Tick) *late {
	behind := ticksOf(delay)
	if behind == 0 {
		return nil
	}
	empty := *m.Setup
	empty.Lobby = true
	l := &late{behind: behind, results: results, number: m.Number, ticks: make([]tickRecord, behind+1)}
	l.begin(&lateRound{&empty, game.NewWorldAt(&empty, emptySeed, m.World.Tick-min(behind, m.World.Tick)), m.Number})
	l.queueRound(m)
	return l
}

// emptySeed is the seed of a World in which nothing happens. It reveals nothing of the match's.
const emptySeed = 1

// ticksOf returns a time in ticks, rounded up.
func ticksOf(d time.Duration) game.Tick {
	return game.Tick((max(d, 0)*game.TickRate + time.Second - 1) / time.Second)
}

// postpone moves the start of a new match to a tick that leaves room for the delay before it.
func (m *Match) postpone(delay time.Duration) {
	if first := ticksOf(delay); m.World.Tick < first && m.World.Tick == m.Began && len(m.Seats) == 0 {
		m.World = game.NewWorldAt(m.Setup, m.Seed, first)
		m.Began = first
		m.Tally = game.NewTally(&m.World)
	}
}

// queueRound queues the start of a match.
func (l *late) queueRound(m *Match) {
	l.queue = append(l.queue, delayed{tick: m.World.Tick, round: &lateRound{m.Setup, m.World, m.Number}})
}

// queueMessage queues an encoded message for all clients but one.
func (l *late) queueMessage(tick game.Tick, except *pilot, message []byte) {
	l.queue = append(l.queue, delayed{tick: tick, except: except, message: append([]byte(nil), message...)})
}

// store stores a tick of the match.
func (l *late) store(tick game.Tick, orders []game.Order, hash uint64) {
	k := l.at(tick)
	k.tick, k.hash = tick, hash
	k.orders = append(k.orders[:0], orders...)
}

// at returns the record of a tick.
func (l *late) at(tick game.Tick) *tickRecord { return &l.ticks[tick%game.Tick(len(l.ticks))] }

// advance advances the World by one tick once the match is far enough ahead. It returns the messages of that tick, valid until the next
// call.
func (l *late) advance(present game.Tick) []delayed {
	for l.world.Tick+l.behind < present { // once, unless the match starts
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
		l.apply(&l.queue[n])
		n++
	}
	due := l.queue[:n]
	if l.queue = l.queue[n:]; n > 0 && len(l.queue) == 0 {
		l.queue = nil
	}
	return due
}

// apply applies a message to the view.
func (l *late) apply(a *delayed) {
	if a.round != nil {
		l.begin(a.round)
		return
	}
	m, err := proto.Parse(a.message)
	if err != nil {
		return // impossible: we have encoded it
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

func (l *late) begin(r *lateRound) {
	l.setup, l.world, l.number = r.setup, r.world, r.number
	l.restart(&l.world)
	l.overAt, l.ballot = 0, nil
}

// nextIn returns for how long delayed clients still see the results.
func (l *late) nextIn() game.Tick {
	return l.results - min(l.world.Tick-l.overAt, l.results)
}

// matchView is a match as a client sees it: present or delayed.
type matchView struct {
	number  uint16
	setup   *game.Setup
	world   *game.World
	history *history
}

func (h *Host) viewOf(p *peer) matchView {
	if p.late {
		return matchView{h.late.number, h.late.setup, &h.late.world, &h.late.history}
	}
	return matchView{h.match.Number, h.match.Setup, &h.match.World, &h.history}
}

// lateState is which view a peer has.
type lateState struct {
	late      bool      // the delayed one
	entered   game.Tick // when it joined
	requested bool      // it has asked for a ship
	explained bool      // it got a notice of the delay
	jumped    bool      // its view was switched, which it may not know yet
}

// spawnWait is how long a peer that joined to play may take to ask for a ship before it gets the delayed view.
const spawnWait = 2 * game.TickRate

// awaitsSpawn reports whether a peer may get a ship soon, so that it should not see the delayed view before.
func (p *peer) awaitsSpawn(now game.Tick) bool {
	return p.late && !p.watches && !p.requested && now-p.entered < spawnWait
}

// isLate reports whether a pilot gets the delayed view.
func (h *Host) isLate(p *pilot) bool { return h.late != nil && !p.seated() }

// updateDelay switches a peer to the present view once its pilot has a ship, and to the delayed one once it has none.
func (h *Host) updateDelay(p *peer) {
	if late := h.isLate(p.pilot); p.late != late {
		p.late, p.explained, p.jumped = late, false, true
		view := h.viewOf(p)
		p.base = base{gap: p.base.gap}
		p.keyframed, p.newestInput, p.slack, p.ballot = 0, 0, 0, ballotState{}
		p.send(&proto.MatchStart{Number: view.number, Slot: p.slot(), Setup: view.setup})
		p.send(h.rosterFor(p))
		h.sendResults(p)
		if late && p.vote.Motion != proto.NoMotion { // spectators see no votes
			p.vote = proto.VoteState{Number: p.vote.Number}
			p.send(&p.vote)
		}
	}
}

// rosterFor returns the roster as a peer has it, valid until the next call.
func (h *Host) rosterFor(p *peer) *proto.Roster {
	if p.late {
		return h.late.forNewcomer(&p.pilot.Pilot)
	}
	return h.roster.forNewcomer(&p.pilot.Pilot)
}

// sendResults sends a peer, after a match, for how long its results are shown.
func (h *Host) sendResults(p *peer) {
	over, nextIn := h.match.OverAt != 0, h.match.nextIn
	if p.late {
		over, nextIn = h.late.overAt != 0, h.late.nextIn
	}
	if over {
		p.send(&proto.MatchOver{NextIn: uint16(nextIn() * 10 / game.TickRate)})
	}
	if p.late && len(h.late.ballot) > 0 {
		p.sendBytes(h.late.ballot)
	}
}

// advanceLate advances the delayed view by one tick.
func (h *Host) advanceLate() {
	if h.late == nil {
		return
	}
	for _, a := range h.late.advance(h.match.World.Tick) {
		for _, p := range h.peers.all {
			switch {
			case p.pilot == nil || p.leaving || !p.late || p.pilot == a.except:
			case a.round == nil:
				p.sendBytes(a.message)
			default:
				p.keyframed = 0
				p.send(&proto.MatchStart{Number: a.round.number, Slot: proto.NoSlot, Setup: a.round.setup})
			}
		}
	}
}

// chat sends a pilot's line to all. Its author sees it at once; so do delayed clients if the author has had the delayed view for so long
// that they know nothing else.
func (h *Host) chat(from *pilot, text string) {
	line := &proto.Chat{Pilot: from.ID, Text: text}
	if h.late == nil {
		h.peers.broadcast(line)
		return
	}
	known := !from.seated() && h.match.World.Tick-from.watchesSince >= h.late.behind
	h.peers.sendIf(line, func(p *peer) bool { return !p.late || known || p.pilot == from })
	if !known {
		h.late.queueMessage(h.match.World.Tick, from, h.peers.out)
	}
}

// describe describes the match to strangers, as spectators see it. The number of players is the present one, for players that want to join.
func (h *Host) describe() proto.Info {
	info := h.match.info(h.conf.Title)
	if h.late != nil {
		info.Arena, info.Mode = h.late.setup.Arena.Name, h.late.setup.Mode
	}
	if most := uint16(h.conf.MaxPlayers); most > 0 {
		info.Slots = min(info.Slots, most)
	}
	return info
}

// shortTime formats a time without trailing zeros.
func shortTime(d time.Duration) string {
	switch minutes, seconds := d/time.Minute, d%time.Minute; {
	case minutes == 0:
		return fmt.Sprintf("%g s", seconds.Seconds())
	case seconds == 0:
		return fmt.Sprintf("%d min", minutes)
	default:
		return fmt.Sprintf("%d min %g s", minutes, seconds.Seconds())
	}
}
