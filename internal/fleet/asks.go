package fleet

import (
	"context"
	"errors"
	"fmt"
)

// LeaseAsk is asked of a standby with every piece of a log.
type LeaseAsk struct {
	Match  ID     `json:"match"`
	Host   ID     `json:"host"` // who asks
	Epoch  uint32 `json:"epoch"`
	Number uint64 `json:"number"` // of the ask, from 1
}

// LeaseGrant answers it.
type LeaseGrant struct {
	Number uint64 `json:"number"` // of what was asked
	Whole  bool   `json:"whole"`  // the standby has the log without a gap; otherwise the host tells the same file again
	Epoch  uint32 `json:"epoch"`  // that the standby knows; only that which was asked for is a grant
	// Draining says that the standby would have no room for the match: another is to be named, if there is one.
	Draining bool `json:"draining,omitempty"`
}

// Ask asks a host to do something.
type Ask struct {
	Open  *Open  `json:"open,omitempty"` // one of these
	Take  *Take  `json:"take,omitempty"`
	Leave *Leave `json:"leave,omitempty"`
}

// Open asks for a new match. In which arena is for the host to say, which would have to open a file that another has named.
type Open struct {
	Mode  string `json:"mode,omitempty"` // "" for what the host likes
	Title string `json:"title,omitempty"`
}

// Take asks a host to go on with a match that another hands over. Its log is in the stream up to that piece.
type Take struct {
	Match  Match  `json:"match"` // as it stands in the directory
	Chunks uint32 `json:"chunks"`
	Tick   uint32 `json:"tick"`
	Hash   uint64 `json:"hash"` // of the World at that tick
	Life   uint32 `json:"life"` // epoch that the match's clients were welcomed with
}

// Leave asks a host to let a player go who is sent to another match.
type Leave struct {
	Match ID     `json:"match"`
	Seat  string `json:"seat"` // SeatKey of the player
	At    int64  `json:"at"`   // Unix s by the door's clock: tickets that it made up to then are for nothing
}

// Answer is what came of an Ask. Without a Match and an Error, a player has left.
type Answer struct {
	Match *Match `json:"match,omitempty"` // that was opened, or taken
	Error string `json:"error,omitempty"` // why not
}

func (a *LeaseAsk) check() error {
	return first(id("match", a.Match), id("host", a.Host), epoch(a.Epoch))
}

func (g *LeaseGrant) check() error { return nil }

func (a *Ask) check() error {
	asked := 0
	for _, is := range []bool{a.Open != nil, a.Take != nil, a.Leave != nil} {
		if is {
			asked++
		}
	}
	switch {
	case asked != 1:
		return fmt.Errorf("must ask for one thing")
	case a.Open != nil:
		return first(text("mode", a.Open.Mode, 16), text("title", a.Open.Title, MaxTitle))
	case a.Leave != nil:
		return first(id("match", a.Leave.Match), text("seat", a.Leave.Seat, maxKey))
	}
	return a.Take.Match.check()
}

func (a *Answer) check() error {
	if a.Match != nil {
		return a.Match.check()
	}
	return text("error", a.Error, MaxError)
}

var errOtherHost = errors.New("the match in its answer is not its own")

// AskForMatch asks a host for something of which a match comes that it plays, and returns that.
func AskForMatch(ctx context.Context, b Bus, host ID, a *Ask) (*Match, error) {
	said, err := b.Ask(ctx, AskSubject+host.String(), Append(nil, a))
	if err != nil {
		return nil, err
	}
	answer, err := Parse[Answer](said)
	switch {
	case err != nil:
		return nil, err
	case answer.Match == nil:
		return nil, errors.New(answer.Error)
	case answer.Match.Host != host:
		return nil, errOtherHost
	}
	return answer.Match, nil
}
