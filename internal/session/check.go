package session

import (
	"bytes"
	"errors"
	"fmt"

	"dogfight/internal/records"
	"dogfight/net"
	"dogfight/proto"
	"dogfight/proto/replay"
)

// Why a try does not hold.
var (
	errChallengeRules  = errors.New("played by other rules than this program's")
	errChallengePart   = errors.New("its replay is not of the match from its beginning to its end")
	errOtherChallenge  = errors.New("its replay is not of the challenge of that day")
	errChallengePlayed = errors.New("its replay is not what was played")
	errScore           = errors.New("another score than in its replay")
)

// Check plays a try again by its replay, and returns why it does not hold, or nil.
func CheckChallenge(t *records.RatedTry) error {
	f, err := replay.Parse(t.Replay)
	switch {
	case err != nil:
		return fmt.Errorf("its replay cannot be read: %w", err)
	case f.Unplayable != nil:
		return errChallengeRules
	case !f.Head.Whole || f.Torn != nil || f.Result == nil:
		return errChallengePart
	}
	day, err := t.Date()
	if err != nil {
		return err
	}
	c := ChallengeOf(day)
	match, err := c.Match()
	if err != nil {
		return err
	}
	if f.Head.Seed != match.Seed || !bytes.Equal(proto.AppendSetup(nil, f.Setup), proto.AppendSetup(nil, match.Setup)) {
		return errOtherChallenge
	}
	if err := f.Verify(nil); err != nil {
		return fmt.Errorf("%w: %w", errChallengePlayed, err)
	}
	r, err := net.Recount(f)
	if err != nil {
		return err
	}
	player, err := match.Scenario.Check(f)
	if err != nil {
		return fmt.Errorf("%w: %w", errOtherChallenge, err)
	}
	for i := range r.Flights {
		if (r.Flights[i].Skill == 0) != (r.Flights[i].Pilot == player) {
			return errOtherChallenge
		}
	}
	got := tryOf(&r, t.Day)
	if got.Score != t.Score || got.Kills != t.Kills || got.Deaths != t.Deaths || got.Place != t.Place || got.Ships != t.Ships || got.Finished != t.Finished {
		return errScore
	}
	return nil
}
