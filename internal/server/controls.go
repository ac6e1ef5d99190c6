package server

import (
	"dogfight/net"
	"dogfight/ui"
)

// Controls returns what the player who hosts may do with the match.
func (s *Server) Controls() *ui.HostControls {
	return &ui.HostControls{
		Match:      s.match,
		Moderation: s.moderation(),
		JoinHints:  s.joinHints(),
		Web:        s.WebURL(),
		Change:     s.change,
		Start:      s.host.Start,
		End:        s.host.Finish,
	}
}

// moderation returns what the player who hosts may do with those who come; nil where nobody can.
func (s *Server) moderation() *ui.Moderation {
	if s.keys == nil {
		return nil
	}
	return &ui.Moderation{
		Pilots: s.host.Pilots, Kick: s.host.Kick, Mute: s.host.Mute,
		Ban: func(id uint16, by net.BanBy, sure bool) error {
			_, err := s.host.BanPilot(id, by, "", sure)
			return err
		},
		Bans: s.host.Bans,
		Unban: func(what string) error {
			_, err := s.host.Unban(what)
			return err
		},
	}
}
