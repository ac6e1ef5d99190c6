package server

import (
	"cmp"
	"math/rand/v2"

	"dogfight/internal/config"
	"dogfight/internal/replays"
	"dogfight/net"
)

// StartOnce is StartFor for a match whose first round is recorded as a part of an event, unless that cannot be, and no
// other.
func StartOnce(dirs config.Dirs, conf net.HostConfig, match net.Match, event string, archive *replays.Archive) *Server {
	s := newServer(dirs, discard)
	s.event = event
	conf.ID = cmp.Or(conf.ID, rand.Uint64())
	others := conf.Result
	conf.Result = nil
	s.record(&conf)
	record, recorded := conf.Result, false
	conf.Result = func(r net.Result) {
		if record != nil && !recorded {
			record(r)
		}
		recorded = true
		if others != nil {
			others(r)
		}
	}
	s.film(&conf, archive, "", nil)
	s.run(conf, match)
	return s
}

// Tell tells everybody in the match something in a line. It must not be called from what the host calls.
func (s *Server) Tell(text string) { s.host.Tell(text) }
