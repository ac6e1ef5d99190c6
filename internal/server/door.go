package server

import (
	"cmp"

	"dogfight/internal/ops"
	"dogfight/net/link"
	"dogfight/net/window"
)

// Door is a way into a match: something listens, and what comes in there becomes a client of the host
// like any other or, at the operator's, manages it.
type Door interface {
	Name() string    // of what is spoken there
	Addrs() []string // where; an address as Go writes them, or a path
	Close()          // returns when nothing of it runs any more
}

// Doors returns the ways into the match for players, in the order in which they were opened.
func (s *Server) Doors() (all []Door) {
	for _, d := range s.doors {
		if _, operator := d.(*ops.AdminSocket); !operator {
			all = append(all, d)
		}
	}
	return all
}

// Listening returns the ways into the match, and after them that to what is told of it, if there is one.
func (s *Server) Listening() []Door {
	all := s.Doors()
	if s.ops != nil {
		all = append(all, s.ops)
	}
	return all
}

// open adds a door, or returns why there is none.
func (s *Server) open(d Door, err error) error {
	if err == nil {
		s.doors = append(s.doors, d)
	}
	return err
}

// openDoors opens the doors that the options name.
func (s *Server) openDoors(o *Options, listener *link.Listener) error {
	if err := s.openOps(o); err != nil {
		return err
	}
	if listener != nil {
		s.open(openNative(listener, s.host, s.bringer()), nil)
		s.monitor.Refused("native", listener.Refused)
		if err := s.openAdmin(o.Admin); err != nil {
			return err
		}
	}
	if o.SSH != "" || o.Web != "" {
		s.windows = window.NewPool(windowLimitsOf(o))
	}
	if o.SSH != "" {
		if err := s.open(s.openSSH(o)); err != nil {
			return err
		}
	}
	if o.Web != "" {
		if err := s.open(s.openWeb(o)); err != nil {
			return err
		}
	}
	return s.openGateways(o)
}

// answerSocket answers a request at the operator's socket, and logs one that changes something.
func (s *Server) answerSocket(by, request string) ([]string, error) {
	log := s.log
	if !ops.CommandActs(request) {
		log = discard
	}
	log = log.With("by", by, "command", request)
	log.Info("admin by socket") // before it is done, for it may end the host
	lines, err := s.console().Answer(request)
	if err != nil {
		log.Info("admin by socket failed", "why", err)
	}
	return lines, err
}

// openAdmin opens the operator's socket at path or, without one, at the usual place, where another
// host may be already.
func (s *Server) openAdmin(path string) error {
	socket, err := ops.ListenAdmin(cmp.Or(path, s.dirs.AdminSocket()), s.log, s.answerSocket)
	if err != nil && path == "" {
		s.log.Warn(err.Error())
		return nil
	}
	return s.open(socket, err)
}
