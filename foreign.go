package main

import (
	"dogfight/net/foreign"
	"dogfight/ui"
)

// joinForeign joins a match on a server that is none of ours, in its protocol.
func joinForeign(o ui.JoinOptions, spectate bool) (*ui.Session, error) {
	server, err := foreign.Parse(o.Address)
	if err != nil {
		return nil, err
	}
	if spectate {
		return nil, usagef("--spectate: the %s protocol has no spectators", server.Protocol)
	}
	match := foreign.Join(server, o.Pilot.Name)
	return &ui.Session{Match: match, Where: server.String(), Close: match.Close}, nil
}
