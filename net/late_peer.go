package net

import (
	"fmt"
	"time"

	"dogfight/game"
	"dogfight/proto"
)

// shown is a match as a client sees it: as it is, or as it was.
type shown struct {
	setup   *game.Setup
	world   *game.World
	history *history
}

// shown returns what a peer is shown.
func (h *Host) shown(p *peer) shown {
	if p.late {
		return shown{h.late.setup, &h.late.world, &h.late.history}
	}
	return shown{h.match.Setup, &h.match.World, &h.history}
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
const askTime = 2 * game.TickRate

// undecided reports whether a peer may have a ship in a moment, so that it would see what was for as long at most.
func (p *peer) undecided(now game.Tick) bool {
	return p.late && !p.watches && !p.requested && now-p.entered < askTime
}

// isLate reports whether a pilot is shown the match as it was.
func (h *Host) isLate(p *pilot) bool { return h.late != nil && !p.seated() }

// place shows a peer the match as it is once its pilot has a ship, and as it was once it has none.
func (h *Host) place(p *peer) {
	if late := h.isLate(p.pilot); p.late != late {
		p.late, p.explained, p.jumped = late, false, true
		p.base = base{gap: p.base.gap}
		p.keyframed, p.heard, p.slack, p.ballot = 0, 0, 0, ballotState{}
		p.say(&proto.MatchStart{Number: h.numberFor(p), Slot: p.slot(), Setup: h.shown(p).setup})
		p.say(h.rosterFor(p))
		h.sayResults(p)
		if late && p.motion.Motion != proto.NoMotion { // spectators see no votes, nor the end of this one
			p.motion = proto.VoteState{Number: p.motion.Number}
			p.say(&p.motion)
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
	return h.told.forNewcomer(&p.pilot.Pilot)
}

// sayResults tells a peer, after a match, how long its results stand.
func (h *Host) sayResults(p *peer) {
	over, nextIn := h.match.OverAt != 0, h.match.nextIn
	if p.late {
		over, nextIn = h.late.overAt != 0, h.late.nextIn
	}
	if over {
		p.say(&proto.MatchOver{NextIn: uint16(nextIn() * 10 / game.TickRate)})
	}
	if p.late && len(h.late.ballot) > 0 {
		p.pass(h.late.ballot)
	}
}

// showLate brings what spectators see one tick on.
func (h *Host) showLate() {
	if h.late == nil {
		return
	}
	for _, a := range h.late.advance(h.match.World.Tick) {
		for _, p := range h.peers.all {
			switch {
			case p.pilot == nil || p.leaving || !p.late || p.pilot == a.but:
			case a.round == nil:
				p.pass(a.message)
			default:
				p.keyframed = 0
				p.say(&proto.MatchStart{Number: a.round.number, Slot: proto.NoSlot, Setup: a.round.setup})
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
		h.late.tell(h.match.World.Tick, from, h.peers.out)
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
