package net

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"dogfight/game"
	"dogfight/net/link"
	"dogfight/proto"
)

// polls is the poll of a host's players, with its rules.
type polls struct {
	poll
	rules   pollRules
	allowed Motions
	off     bool // the operator has turned polls off
	recount bool // votes or voters have changed

	// The motion's subject.
	target      *pilot // to be kicked, or nil
	targetVoter voter
	next        Candidate
}

var (
	errNoVotes     = errors.New("this host has no such votes")
	errMayNotVote  = errors.New("you may vote once you have had a ship here for a minute")
	errVoting      = errors.New("a vote is under way: /yes or /no")
	errNothing     = errors.New("nothing is voted on")
	errNotNow      = errors.New("that can be voted on while a match goes on")
	errLastMatch   = errors.New("this host closes after this match")
	errOwnPilot    = errors.New("the host's own player cannot be kicked")
	errKickSelf    = errors.New("you cannot have yourself kicked: leave instead")
	errNoTeams     = errors.New("there are no teams here")
	errPickedNext  = errors.New("the operator has chosen what is next: /vote next, without a name, goes on to it")
	errNeighbour   = errors.New("you play from the network of the player who is to be kicked, which has one vote: theirs")
	errTooFewVotes = fmt.Errorf("a kick takes votes from %d networks beside that of the player, and players of fewer may vote here", minKickVotes)
)

// callVote starts a poll with its caller's vote.
func (h *Host) callVote(by *pilot, m *proto.CallVote) error {
	now, ps := h.match.World.Tick, &h.polls
	caller := h.voter(by)
	switch wait := ps.rules.mayCall(caller, now); {
	case ps.off || !ps.allowed.Has(m.Motion):
		return errNoVotes
	case !h.mayVote(by):
		return errMayNotVote
	case ps.motion != proto.NoMotion:
		return errVoting
	case wait > 0:
		return fmt.Errorf("wait %d s before you call a vote", seconds(wait))
	}
	text, err := h.prepareMotion(by, m)
	if err != nil {
		return err
	}
	ps.poll = poll{number: ps.number + 1, motion: m.Motion, text: text, endsAt: now + pollTime}
	ps.cast(h.voterOn(by, m.Motion), true)
	ps.recount = true
	ps.rules.called(caller, now)
	h.peers.noticeAll(fmt.Sprintf("%s calls a vote: %s? /yes or /no, %d s%s", by.Name, text, pollTime/game.TickRate, kickVoteNote(m.Motion)))
	h.match.report("vote", by, Event{Text: "called: " + text})
	h.log.Info("vote called", "by", by.Name, "from", by.Address, "for", text)
	return nil
}

// prepareMotion sets the subject of a motion, and describes it.
func (h *Host) prepareMotion(by *pilot, m *proto.CallVote) (text string, err error) {
	ps, match := &h.polls, &h.match
	ps.target, ps.next = nil, Candidate{}
	if err := match.mayCarryOut(m.Motion, m.Next != ""); err != nil {
		return "", err
	}
	switch {
	case m.Motion == proto.KickMotion:
		return h.prepareKick(by, m.Pilot)
	case m.Motion == proto.TeamsMotion:
		return "shuffle the teams", nil
	case m.Motion == proto.RestartMotion:
		return "restart the match", nil
	case m.Next == "":
		return "end this match and go on to the next", nil
	}
	if ps.next, err = match.parseCandidate(m.Next); err != nil {
		return "", err
	}
	return "end this match and play " + ps.next.String(), nil
}

// mayCarryOut returns why a motion cannot be carried out now, or nil. named says that it names the next match.
func (m *liveMatch) mayCarryOut(motion proto.Motion, named bool) error {
	status := m.World.Status
	switch {
	case motion == proto.KickMotion:
		return nil
	case status != game.InProgress && !(motion == proto.NextMotion && status == game.Waiting):
		return errNotNow
	case m.lastMatch:
		return errLastMatch
	case motion == proto.TeamsMotion && m.Setup.PilotTeams() < 2:
		return errNoTeams
	case named && m.Picked.Title != "":
		return errPickedNext
	}
	return nil
}

func (h *Host) prepareKick(by *pilot, id uint16) (string, error) {
	target, err := h.player(id)
	switch {
	case err != nil:
		return "", err
	case target == by:
		return "", errKickSelf
	case target.Address == link.Here:
		return "", errOwnPilot
	}
	h.polls.target, h.polls.targetVoter = target, h.voter(target)
	if !h.mayVoteOn(by, proto.KickMotion) {
		return "", errNeighbour
	}
	others := len(persons(h.votersOn(proto.KickMotion)))
	if h.mayVote(target) {
		others--
	}
	if others < minKickVotes {
		return "", errTooFewVotes
	}
	return "kick " + target.Name, nil
}

// kickVoteNote explains why a kick may count fewer votes than players.
func kickVoteNote(motion proto.Motion) string {
	if motion != proto.KickMotion {
		return ""
	}
	return "; players of one network have one vote"
}

// castVote stores a player's vote.
func (h *Host) castVote(by *pilot, yes bool) error {
	switch {
	case h.polls.motion == proto.NoMotion:
		return errNothing
	case !h.mayVote(by):
		return errMayNotVote
	case !h.mayVoteOn(by, h.polls.motion):
		return errNeighbour
	}
	h.polls.cast(h.voterOn(by, h.polls.motion), yes)
	h.polls.recount = true
	return nil
}

// mayVote reports whether a player has had a ship for long enough.
func (h *Host) mayVote(p *pilot) bool {
	return p.isPlayer() && p.seated() && !p.is(proto.Away|proto.BotPilot) && h.match.World.Tick-p.Came >= voterAfter
}

func (h *Host) voter(p *pilot) voter { return voterOf(p, h.admission.linkedKeys(p.Identity)) }

// voterOn returns the voter of a player for a motion.
func (h *Host) voterOn(p *pilot, motion proto.Motion) voter {
	v := h.voter(p)
	if motion == proto.KickMotion {
		v.Site = h.admission.kickSite(p.Address)
	}
	return v
}

// mayVoteOn reports whether a player may vote on a motion. On a kick the network of the player to be kicked has their vote only, as another
// one would replace it.
func (h *Host) mayVoteOn(p *pilot, motion proto.Motion) bool {
	if motion != proto.KickMotion || p == h.polls.target {
		return h.mayVote(p)
	}
	v, target := h.voterOn(p, motion), h.voterOn(h.polls.target, motion)
	return h.mayVote(p) && !v.is(&target)
}

// votersOn returns the voters on a motion.
func (h *Host) votersOn(motion proto.Motion) (all []voter) {
	for _, p := range h.match.seats {
		if p != nil && h.mayVoteOn(p, motion) {
			v := h.voterOn(p, motion)
			v.idle = h.match.World.Tick-p.Stirred >= idleVoter
			all = append(all, v)
		}
	}
	return all
}

// runPoll counts the poll, carries out or rejects the motion when it is decided, and else sends the count.
func (h *Host) runPoll() {
	ps, now := &h.polls, h.match.World.Tick
	if ps.motion == proto.NoMotion || !ps.recount && now%ballotEvery != 0 {
		return
	}
	ps.recount = false
	s := ps.count(h.votersOn(ps.motion))
	switch err := h.match.mayCarryOut(ps.motion, ps.next.Title != ""); {
	case err != nil && h.match.World.Status == game.Closed:
		h.endMatchPoll()
	case err != nil: // it has become impossible
		h.endPoll("the vote is over: " + err.Error())
	case s.passed(now >= ps.endsAt):
		passed := *ps
		h.endPoll("the vote passed: " + ps.text) // first, as another match would end it
		h.carryOut(&passed)
	case s.failed() || now >= ps.endsAt:
		h.endPoll(fmt.Sprintf("the vote failed: %s (%d of %d%s)", ps.text, s.yes, s.needed, kickVoteNote(ps.motion)))
	default:
		if slices.Contains(h.match.pilots, ps.target) { // the vote continues if the player left
			ps.targetVoter = h.voter(ps.target) // they may have returned from another address
		}
		h.sendPoll(s)
	}
}

// endPoll ends the poll.
func (h *Host) endPoll(why string) {
	h.polls.rules.ended(h.match.World.Tick)
	h.polls.motion, h.polls.target, h.polls.votes = proto.NoMotion, nil, nil
	h.peers.noticeAll(why)
	h.match.report("vote", nil, Event{Text: why})
	h.log.Info("vote over", "why", why)
	h.sendPoll(pollCount{})
}

// endMatchPoll ends a vote on a match that is over. A vote to kick a player continues in the next match.
func (h *Host) endMatchPoll() {
	if m := h.polls.motion; m != proto.NoMotion && m != proto.KickMotion {
		h.endPoll("the match is over, and the vote with it")
	}
}

// sendPoll sends the count to clients that do not have it.
func (h *Host) sendPoll(s pollCount) {
	ps := &h.polls
	state := proto.VoteState{Number: ps.number}
	if ps.motion != proto.NoMotion {
		state.Motion, state.Text = ps.motion, ps.text
		state.Yes, state.No, state.Needed = uint8(s.yes), uint8(s.no), uint8(s.needed)
		state.Left = uint8(seconds(ps.endsAt - min(h.match.World.Tick, ps.endsAt)))
	}
	for _, p := range h.peers.all {
		if p.pilot == nil || p.leaving || p.late {
			continue
		}
		own := state
		if own.Motion != proto.NoMotion {
			own.Own = h.voteOf(p.pilot)
		}
		if own != p.vote && (own.Motion != proto.NoMotion || p.vote.Motion != proto.NoMotion) {
			p.vote = own
			p.send(&own)
		}
	}
}

func (h *Host) voteOf(p *pilot) proto.OwnVote {
	if !h.mayVoteOn(p, h.polls.motion) {
		return proto.MayNot
	}
	for _, c := range h.polls.votes {
		if c.Pilot == p.ID && c.yes {
			return proto.VotedYes
		} else if c.Pilot == p.ID {
			return proto.VotedNo
		}
	}
	return proto.NotVoted
}

// votedOut returns how long a peer that is not in the match must stay away because it was voted out.
func (h *Host) votedOut(p *peer, keys []string) game.Tick {
	if p.link.Remote() == link.Here {
		return 0
	}
	came := &pilot{}
	came.Address = p.link.Remote()
	return h.polls.rules.waitOf(voterOf(came, keys), h.match.World.Tick)
}

func votedOutText(wait game.Tick) string {
	return "the players of this host voted you out: you may come back in " + durationText(time.Duration(seconds(wait))*time.Second)
}

// seconds returns ticks in seconds, rounded up.
func seconds(t game.Tick) int { return int((t + game.TickRate - 1) / game.TickRate) }

// Veto ends the poll, and returns the motion. Safe for concurrent use while Run runs or after it.
func (h *Host) Veto() (motion string, err error) {
	return get(&h.requests, func() (string, error) {
		if h.polls.motion == proto.NoMotion {
			return "", errNothing
		}
		h.endPoll("the operator has stopped the vote: " + h.polls.text)
		return h.polls.text, nil
	})
}

// SetVotes turns polls off, ending the current one, or on again as far as HostOptions.Motions allows. Safe as Veto is.
func (h *Host) SetVotes(on bool) error {
	return h.ask(func() error {
		if h.polls.off = !on; !on && h.polls.motion != proto.NoMotion {
			h.endPoll("the operator has stopped the vote: " + h.polls.text)
		}
		return nil
	})
}

// Votes returns the motions that players may vote on, and the current poll in words; "" for none. Safe as Veto is.
func (h *Host) Votes() (allowed Motions, underWay string, err error) {
	err = h.ask(func() error {
		if !h.polls.off {
			allowed = h.polls.allowed
		}
		if ps := &h.polls; ps.motion != proto.NoMotion {
			s := ps.count(h.votersOn(ps.motion))
			underWay = fmt.Sprintf("%s: %d for it, %d against, %d needed, %d s left", ps.text, s.yes, s.no, s.needed, seconds(ps.endsAt-min(h.match.World.Tick, ps.endsAt)))
		}
		return nil
	})
	return allowed, underWay, err
}
