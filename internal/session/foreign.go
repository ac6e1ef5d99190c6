package session

import (
	"errors"
	"fmt"

	"dogfight/net/foreign"
	"dogfight/ui"
)

// ErrNoSpectators is why a match cannot be watched.
var ErrNoSpectators = errors.New("has no spectators")

// joinForeign joins a match on a server that is none of ours, in its protocol.
func joinForeign(o ui.JoinOptions, spectate bool) (*ui.Session, error) {
	server, err := foreign.Parse(o.Address)
	if err != nil {
		return nil, err
	}
	if spectate {
		return nil, fmt.Errorf("the %s protocol %w", server.Protocol, ErrNoSpectators)
	}
	match := foreign.Join(server, o.Pilot.Name)
	return &ui.Session{Match: match, Where: server.String(), Close: match.Close}, nil
}
