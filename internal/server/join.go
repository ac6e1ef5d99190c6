package server

import (
	"dogfight/net"
	"dogfight/net/link"
	"dogfight/ui"
)

// dial connects the user of this process to the host.
func (s *Server) dial() link.Link {
	near, far := link.PipeOf(link.Here, s.dirs.Identity())
	s.host.Add(far)
	return near
}

// dialFrom connects a player to the host who comes in by a door that this process holds.
func (s *Server) dialFrom(remote string) link.Link {
	near, far := link.PipeOf(remote, "")
	s.host.Add(far)
	return near
}

// Join gives the user of this process a seat. To close the session closes the server.
func (s *Server) Join(p ui.Pilot) *ui.Session {
	client := net.NewClient(net.ClientConfig{Dial: s.dial, Name: p.Name, Class: p.Class, Weapon: p.Weapon, Colour: p.Colour, Wait: true})
	return &ui.Session{
		Match: client, Reel: s.reel, Unrecorded: s.unrecorded, Warning: s.warning, Own: s.ownResult(s.dirs.Identity()), Recorded: s.replays.LastWords,
		Close: func() {
			client.Leave()
			s.Close()
		},
	}
}
