package server

import "dogfight/net/admin"

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
		if _, operator := d.(*admin.Socket); !operator {
			all = append(all, d)
		}
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
