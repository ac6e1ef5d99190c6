package net

import (
	"fmt"
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
	queue  []delayed // what they are still to be told, by rising ticks
	ticks  []tickRecord

	sentBallot ballotState // that was told last of the match, without anybody's own vote
}

// keptTick is how a tick went that is still to be shown.
type tickRecord struct {
	tick   game.Tick
	orders []game.Order
	hash   uint64 // of the World after it
}

// aired is what all clients were told in a tick, or that another match began.
type delayed struct {
	tick    game.Tick
	except  *pilot // who is not told
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
	l := &late{behind: behind, results: results, number: m.Number, ticks: make([]tickRecord, behind+1)}
	l.begin(&lateRound{&empty, game.NewWorldAt(&empty, emptySeed, m.World.Tick-min(behind, m.World.Tick)), m.Number})
	l.queueRound(m)
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
func (l *late) queueRound(m *Match) {
	l.queue = append(l.queue, delayed{tick: m.World.Tick, round: &lateRound{m.Setup, m.World, m.Number}})
}

// tell keeps a message for all clients but one, as bytes.
func (l *late) queueMessage(tick game.Tick, except *pilot, message []byte) {
	l.queue = append(l.queue, delayed{tick: tick, except: except, message: append([]byte(nil), message...)})
}

// keep keeps how a tick of the match went.
func (l *late) store(tick game.Tick, orders []game.Order, hash uint64) {
	k := l.at(tick)
	k.tick, k.hash = tick, hash
	k.orders = append(k.orders[:0], orders...)
}

// at returns where a tick is kept.
func (l *late) at(tick game.Tick) *tickRecord { return &l.ticks[tick%game.Tick(len(l.ticks))] }

// advance brings the World one tick on once the match is as far ahead as it should be. It returns what late clients are to be
// told of that tick, which is good until the next call.
func (l *late) advance(present game.Tick) []delayed {
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
		l.apply(&l.queue[n])
		n++
	}
	due := l.queue[:n]
	if l.queue = l.queue[n:]; n > 0 && len(l.queue) == 0 {
		l.queue = nil
	}
	return due
}

// hear takes what clients are told now.
func (l *late) apply(a *delayed) {
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

// shown is a match as a client sees it: as it is, or as it was.
type matchView struct {
	setup   *game.Setup
	world   *game.World
	history *history
}

// shown returns what a peer is shown.
func (h *Host) viewOf(p *peer) matchView {
	if p.late {
		return matchView{h.late.setup, &h.late.world, &h.late.history}
	}
	return matchView{h.match.Setup, &h.match.World, &h.history}
}

// sight is whether a peer sees the match as it is.
type sight struct {
	late      bool      // it sees it as it was
	entered   game.Tick // when it came in
	requested bool      // a ship
	explained bool      // that it sees what was
	jumped    bool      // it was shown another time than now, and may not have noticed yet
}

// askTime is how long a peer that came to play may take to ask for a ship before it is shown what spectators are.
const spawnWait = 2 * game.TickRate

// undecided reports whether a peer may have a ship in a moment, so that it would see what was for as long at most.
func (p *peer) awaitsSpawn(now game.Tick) bool {
	return p.late && !p.watches && !p.requested && now-p.entered < spawnWait
}

// isLate reports whether a pilot is shown the match as it was.
func (h *Host) isLate(p *pilot) bool { return h.late != nil && !p.seated() }

// place shows a peer the match as it is once its pilot has a ship, and as it was once it has none.
func (h *Host) updateDelay(p *peer) {
	if late := h.isLate(p.pilot); p.late != late {
		p.late, p.explained, p.jumped = late, false, true
		p.base = base{gap: p.base.gap}
		p.keyframed, p.newestInput, p.slack, p.ballot = 0, 0, 0, ballotState{}
		p.send(&proto.MatchStart{Number: h.numberFor(p), Slot: p.slot(), Setup: h.viewOf(p).setup})
		p.send(h.rosterFor(p))
		h.sendResults(p)
		if late && p.vote.Motion != proto.NoMotion { // spectators see no votes, nor the end of this one
			p.vote = proto.VoteState{Number: p.vote.Number}
			p.send(&p.vote)
		}
	}
}

func (h *Host) numberFor(p *peer) uint16 {
	if p.late {
		return h.late.number
	}
	return h.match.Number
}

// rosterFor returns who is there, as a peer is told it. It is good until the next call.
func (h *Host) rosterFor(p *peer) *proto.Roster {
	if p.late {
		return h.late.forNewcomer(&p.pilot.Pilot)
	}
	return h.roster.forNewcomer(&p.pilot.Pilot)
}

// sayResults tells a peer, after a match, how long its results stand.
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

// showLate brings what spectators see one tick on.
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

// chat has everybody read what a pilot says. Who says it sees at once that it was said; so do all who see what was, if that
// holds for who says it for so long that they know nothing else.
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

// describe describes the match to strangers, who are told no more of what is played than spectators see. How many are there is
// told as it is, for who wants to come in.
func (h *Host) describe() proto.Info {
	info := h.match.info(h.conf.Title)
	if h.late != nil {
		info.Arena, info.Mode = h.late.setup.Arena.Name, h.late.setup.Mode
	}
	return info
}

// lateText tells spectators that they see what was.
func lateText(behind game.Tick) string {
	return fmt.Sprintf("spectators see this match %s late; with a ship you see it as it is", shortTime(tickTime(int64(behind))))
}

// shortTime writes a time without the zeros that time.Duration has at the end.
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
