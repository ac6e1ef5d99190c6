package server

import (
	"cmp"
	"errors"
	"sync"

	"dogfight/net"
	"dogfight/net/link"
	"dogfight/sys"
)

// native is the door for our own clients: TLS, and UDP beside it.
type native struct {
	listener *link.Listener
	bring    func(link.Link) // new links to where they belong
	running  sync.WaitGroup
}

// listen takes the address for our own clients, and lets nobody in yet.
func (s *Server) listen(o *Options) (*link.Listener, error) {
	cert, err := link.Certificate(s.dirs.HostCertificate())
	if err := s.useUnkept("certificate", err); err != nil {
		return nil, err
	}
	s.fingerprint = link.Fingerprint(cert.Certificate[0])
	limits := limitsOf(o)
	limits.Log = s.log
	if o.Fleet.Fleet != nil {
		limits = s.fleetLimits(limits, cmp.Or(o.Fleet.Matches, UsualMatches))
	}
	var l *link.Listener
	if tcp := o.Sockets.Native; tcp != nil {
		l = link.ListenOn(tcp, o.Sockets.NativeUDP, cert, limits)
	} else if l, err = link.Listen(o.Listen, cert, limits); err != nil {
		return nil, err
	}
	if err := l.UDP(); err != nil {
		s.log.Warn(err.Error())
	}
	return l, nil
}

// openNative lets in those who connect to a listener.
func openNative(l *link.Listener, host *net.Host, bring func(link.Link)) *native {
	n := &native{listener: l, bring: bring}
	l.Answer(host.Answer)
	n.running.Go(n.accept)
	return n
}

func (*native) Name() string { return "native" }

func (n *native) Addrs() []string { return []string{n.listener.Addr().String()} }

func (n *native) Close() {
	n.listener.Close()
	n.running.Wait()
}

// accept brings each new link to the host.
func (n *native) accept() {
	defer sys.Restore()
	for {
		l, err := n.listener.Accept()
		if errors.Is(err, link.ErrClosed) {
			return
		}
		if err == nil {
			n.bring(l)
		}
	}
}

// bringer returns what brings new links to the host or, as one of a fleet has several, to the right one.
func (s *Server) bringer() func(link.Link) {
	follow := s.monitor.Native().Follow // counts what it carries
	return func(l link.Link) {
		follow(l)
		if s.member != nil {
			s.member.route(l)
			return
		}
		s.keys.meet(l)
		s.host.Add(l)
	}
}
