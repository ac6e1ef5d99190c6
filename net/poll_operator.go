package net

import (
	"fmt"

	"dogfight/proto"
)

// Veto ends the vote that is under way, whatever players want. Safe from any goroutine while Run runs or after it.
func (h *Host) Veto() (what string, err error) {
	err = h.ask(func() error {
		if h.polls.motion == proto.NoMotion {
			return errNothing
		}
		what = h.polls.text
		h.endPoll("the operator has stopped the vote: " + what)
		return nil
	})
	return what, err
}

// SetVotes turns votes on motions off, or on again as far as HostConfig.Motions allows. One that is under way ends. Safe as Veto is.
func (h *Host) SetVotes(on bool) error {
	return h.ask(func() error {
		if h.polls.off = !on; !on && h.polls.motion != proto.NoMotion {
			h.endPoll("the operator has stopped the vote: " + h.polls.text)
		}
		return nil
	})
}

// SetMotions says what players may vote on from now on. Safe as Veto is.
func (h *Host) SetMotions(to Motions) error {
	return h.ask(func() error {
		h.polls.allowed = to
		return nil
	})
}

// Votes tells what players may vote on, and what is voted on: "" for nothing. Safe as Veto is.
func (h *Host) Votes() (allowed Motions, underWay string, err error) {
	err = h.ask(func() error {
		if !h.polls.off {
			allowed = h.polls.allowed
		}
		if ps := &h.polls; ps.motion != proto.NoMotion {
			s := ps.count(h.present(ps.motion))
			underWay = fmt.Sprintf("%s: %d for it, %d against, %d needed, %d s left", ps.text, s.yes, s.no, s.needed, seconds(ps.until-min(h.match.World.Tick, ps.until)))
		}
		return nil
	})
	return allowed, underWay, err
}
