package server

import (
	"errors"

	"dogfight/internal/ops"
)

// Drain has the host take no more players, and end with the match, or after the time of the options at the latest: see Drained. One of a
// fleet gives its matches to others.
func (s *Server) Drain() error {
	if s.member == nil {
		return s.host.Drain(s.drainLimit)
	}
	s.member.drain(s.drainLimit)
	return nil
}

// console is what the operator manages the host with.
func (s *Server) console() ops.Console {
	c := ops.Console{Host: s.host, DrainLimit: s.drainLimit}
	if s.member != nil {
		c.Leave = s.member.drain
	}
	return c
}

// Draining reports whether the host takes no more players.
func (s *Server) Draining() bool { return s.host.Draining() || s.member.isDraining() }

// Drained is closed when the host, which was drained, has nothing more to wait for: the server is to be closed then.
func (s *Server) Drained() <-chan struct{} { return s.drained }

var errReplaced = errors.New("another host of the fleet has gone on with the match of this one, which is to be started again")

// Err is why the host was drained if nobody has asked for that, or nil.
func (s *Server) Err() error {
	if s.member.isReplaced() {
		return errReplaced
	}
	return nil
}

// setDraining has nobody find a host that takes no more players.
func (s *Server) setDraining(on bool) {
	if on {
		s.monitor.Drain("the host ends with the match")
	} else {
		s.monitor.Refill()
	}
	s.announcing.pause(on)
	s.log.Info("draining", "on", on)
}
