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
		Change: func(o net.MatchOptions) (atOnce bool, err error) {
			atOnce, err = s.change(o)
			return atOnce, s.acted("set", o, err)
		},
		Start: func() error { return s.acted("start", "the match", s.host.Start()) },
		End:   func() error { return s.acted("finish", "the match", s.host.Finish()) },
	}
}

// moderation returns what the player who hosts may do with those who come; nil where nobody can.
func (s *Server) moderation() *ui.Moderation {
	if s.keys == nil {
		return nil
	}
	return &ui.Moderation{
		Pilots: s.host.Pilots,
		Kick: func(id uint16, reason string) error {
			return s.acted("kick", id, s.host.Kick(id, reason))
		},
		Mute: func(id uint16, on bool) error {
			return s.acted(map[bool]string{true: "mute", false: "unmute"}[on], id, s.host.Mute(id, on))
		},
		Ban: func(id uint16, by net.BanBy, sure bool) error {
			_, err := s.host.BanPilot(id, by, "", sure)
			return s.acted("ban", id, err)
		},
		Bans: s.host.Bans,
		Unban: func(what string) error {
			_, err := s.host.Unban(what)
			return s.acted("unban", what, err)
		},
	}
}

// acted logs an act of the player who hosts, and returns its error.
func (s *Server) acted(command string, on any, err error) error {
	s.log.Info("admin by the host's player", "command", command, "on", on, "err", err)
	return err
}
