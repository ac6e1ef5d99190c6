package server

import (
	"log/slog"
	"net/netip"

	"dogfight/internal/ops"
	"dogfight/net/link"
	"dogfight/net/window"
	"dogfight/proto"
)

// Front is what visitors come to where nothing is hosted in this process: the front door of a fleet. Their clients are sent on from
// there.
type Front struct {
	Addr   netip.AddrPort                          // where clients of our own reach the door
	Add    func(link.Link)                         // hears the client of a visitor, as a host does
	Follow func(proto.Place, netip.Addr) link.Link // dials the host to which it is sent
	Who    func() string                           // what is answered to "who"
	Scores func() (string, error)                  // and to "scores"; nil for none
	Told   func() proto.Info                       // of all that is played
}

// FrontDoors are the doors for visitors of a Front.
type FrontDoors struct{ server *Server }

// OpenFront opens the doors for SSH and for browsers that the options name.
func OpenFront(f *Front, o Options, log *slog.Logger) (*FrontDoors, error) {
	s := newServer(o.Dirs, log)
	s.front, s.monitor = f, ops.New(o.Program)
	s.windows = window.NewPool(windowLimitsOf(&o))
	if o.SSH != "" {
		if err := s.open(s.openSSH(&o)); err != nil {
			s.closeFront()
			return nil, err
		}
	}
	if o.Web != "" {
		if err := s.open(s.openWeb(&o)); err != nil {
			s.closeFront()
			return nil, err
		}
	}
	s.invites.Store(&invitation{web: s.WebURL(), ways: s.joinHints()})
	return &FrontDoors{s}, nil
}

// Doors returns those that are open.
func (f *FrontDoors) Doors() []Door { return f.server.Doors() }

// WebURL returns where browsers may play; "" for nowhere.
func (f *FrontDoors) WebURL() string { return f.server.WebURL() }

// Close sends all visitors away.
func (f *FrontDoors) Close() { f.server.closeFront() }

func (s *Server) closeFront() {
	for _, d := range s.doors {
		d.Close()
	}
	s.windows.Stop()
}

// add brings the link of a visitor's client to the host, or to what stands for it.
func (s *Server) add(l link.Link) {
	if s.front != nil {
		s.front.Add(l)
		return
	}
	s.host.Add(l)
}

// likely is net.Host.Likely, nil where there is no host.
func (s *Server) likely() func(password string) bool {
	if s.front != nil {
		return nil
	}
	return s.host.Likely
}

// follow dials where a visitor's client is sent; nil where it is sent nowhere.
func (s *Server) follow() func(proto.Place, netip.Addr) link.Link {
	if s.front == nil {
		return nil
	}
	return s.front.Follow
}

// told tells what is told to those who ask what is played.
func (s *Server) told() (proto.Info, proto.Progress) {
	if s.front != nil {
		return s.front.Told(), proto.Progress{Left: proto.NoLimit}
	}
	return s.host.Told()
}

// who tells in text who is there.
func (s *Server) who() (string, error) {
	if s.front != nil {
		return s.front.Who(), nil
	}
	a, err := s.host.Who()
	return attendance(a), err
}

// closed reports whether a password is asked for.
func (s *Server) closed() bool { return s.front == nil && s.host.Closed() }

// suspended reports whether the host's match goes on when it is started again.
func (s *Server) suspended() bool { return s.front == nil && s.host.Suspended() }
