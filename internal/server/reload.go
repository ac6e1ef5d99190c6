package server

import (
	"slices"

	"dogfight/net"
	"dogfight/net/admission"
	"dogfight/net/sshd"
)

// Reload has other options hold, and reads again the files that an operator edits: who may come by SSH, and the bans. All of it
// holds afterwards or, if something is wrong, nothing. What is played holds from the next match on, the rest for those who come
// from now on. What a running server cannot change (addresses, certificates, dialects, limits, records) is left as it is. It
// must not be called twice at once, nor while Close is.
func (s *Server) Reload(o Options) error {
	o.Dirs = s.dirs
	o.Match.ArenaFolder = o.Dirs.Arenas()
	o.Match.OffRecord = s.options.Match.OffRecord // whose recorder is there or not
	door := s.sshDoor()
	var allowed *sshd.Allowed
	var err error
	if door != nil {
		o.SSHAdmins = s.options.SSHAdmins // who manages the host stays the same until its end
		if allowed, err = sshKeys(&o); err != nil {
			return err
		}
	}
	if _, err := admission.OpenBans(s.dirs.Bans()); err != nil {
		return err
	}
	if o.Match != s.options.Match {
		if _, err := s.change(o.Match); err != nil {
			return err
		}
		s.options.Match = o.Match
	}
	if err := s.host.Reconfigure(net.Reconfiguration{Title: o.Title, Welcome: slices.Clone(o.Welcome)}); err != nil {
		return err
	}
	if err := s.host.SetMotions(o.Motions); err != nil {
		return err
	}
	s.host.Demand(o.Password)
	s.member.reload(slices.Clone(o.Welcome), o.Motions, o.Password)
	if door != nil {
		door.Allow(allowed)
	}
	if o.Title != s.options.Title || o.Hidden != s.options.Hidden {
		s.announcing.as(o.Title, o.Hidden)
		s.options.Title, s.options.Hidden = o.Title, o.Hidden
	}
	return s.host.RenewBans()
}

// sshDoor returns the door for players who only have ssh; nil if there is none.
func (s *Server) sshDoor() *sshServer {
	for _, d := range s.doors {
		if ssh, ok := d.(*sshServer); ok {
			return ssh
		}
	}
	return nil
}
