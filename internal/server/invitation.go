package server

import (
	"net/netip"

	"dogfight/net/admission"
)

// invitation is what players tell others who may want to join.
type invitation struct {
	web  string   // what is opened in a browser; "" where nobody can
	ways []string // what is typed elsewhere
}

// invitationFor returns what a visitor from an address may tell others. To one from afar the addresses of this network mean
// nothing, and are nobody's business. Safe from any goroutine.
func (s *Server) invitationFor(remote string) func() (web string, ways []string) {
	return func() (string, []string) {
		told := s.invites.Load()
		if told == nil || !isLocal(remote) {
			return "", nil
		}
		return told.web, told.ways
	}
}

// isLocal reports whether an address, with a port or without, is of this machine or its own network.
func isLocal(remote string) bool {
	at, err := netip.ParseAddr(remote)
	if with, failed := netip.ParseAddrPort(remote); failed == nil {
		at, err = with.Addr(), nil
	}
	return err == nil && admission.IsLocal(at)
}
