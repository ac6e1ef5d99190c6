package server

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"sync"

	"dogfight/net/link"
	"dogfight/net/relay"
	"dogfight/net/webd"
	"dogfight/sys"
)

// inviting keeps the host registered at a relay under an invitation.
type inviting struct {
	// Static after begin.
	invitation relay.Invitation // zero for none
	browsers   *webServer       // that come by the relay; nil for none
	stop       context.CancelFunc
	running    sync.WaitGroup
}

// beginInviting makes an invitation at a relay, which brings its callers to the listener. It takes about a tenth of a second.
func (s *Server) beginInviting(o *Options, l *link.Listener) error {
	at, err := relay.Normalize(o.Relay)
	if err != nil {
		return err
	}
	code, nonce := relay.NewCode(s.certificate.Certificate[0])
	i := &s.inviting
	i.invitation = relay.Invitation{Relay: at, Code: code}
	known := link.NewKnownHosts(s.dirs.KnownHosts())
	r := relay.Registrar{
		Relay: at, Certificate: s.certificate, Code: code, Nonce: nonce, Once: o.InviteOnce, Take: l.Take, Changed: s.reportRelay(!o.Drains),
		Trust: func(cert []byte) error { return known.Remember(at, link.Fingerprint(cert)) },
	}
	if o.invitesBrowsers() {
		r.TakeBrowser = s.openBrought(o, code)
	}
	ctx, stop := context.WithCancel(context.Background())
	i.stop = stop
	i.running.Go(func() {
		defer sys.Restore()
		r.Run(ctx)
	})
	return nil
}

// invitesBrowsers reports whether browsers may come by an invitation.
func (o *Options) invitesBrowsers() bool { return o.Relay != "" && o.Listen != "" && !o.InviteNoWeb }

// openBrought opens the door for browsers that a relay brings by an invitation, and returns the function that takes them. It has no port, and no
// pages: the relay has those.
func (s *Server) openBrought(o *Options, code relay.Code) (take func(conn net.Conn, from netip.AddrPort)) {
	l := &brought{conns: make(chan net.Conn), closed: make(chan struct{})}
	d := &webServer{visitors: newVisitors(s.Entrance)}
	d.Server = webd.Serve(l, webd.Config{
		Limits: o.limits(), Meter: s.monitor.Meter("web"), Windows: s.windows, Log: s.log, Play: d.play, Invitation: string(code),
	})
	s.monitor.Refused("web", d.Refused)
	s.inviting.browsers = d
	return l.take
}

// brought is a listener of connections that a relay brings.
type brought struct {
	conns  chan net.Conn
	closed chan struct{}
	close  sync.Once
}

// broughtConn is a connection from the address that a relay tells.
type broughtConn struct {
	net.Conn
	from netip.AddrPort
}

func (c broughtConn) RemoteAddr() net.Addr { return net.TCPAddrFromAddrPort(c.from) }

func (l *brought) take(conn net.Conn, from netip.AddrPort) {
	select {
	case l.conns <- broughtConn{conn, from}:
	case <-l.closed:
		conn.Close()
	}
}

// Accept returns the next connection.
func (l *brought) Accept() (net.Conn, error) {
	select {
	case conn := <-l.conns:
		return conn, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

// Close ends Accept.
func (l *brought) Close() error {
	l.close.Do(func() { close(l.closed) })
	return nil
}

// Addr returns the zero address: nobody connects to it.
func (*brought) Addr() net.Addr { return &net.TCPAddr{} }

// Invitation returns the invitation of the host; zero for none.
func (s *Server) Invitation() relay.Invitation { return s.inviting.invitation }

// reportRelay returns a function that logs changes of the registration at a relay, and sends them to the host's player, if there is one.
func (s *Server) reportRelay(player bool) func(error) {
	last := "" // the zero state is not registered
	return func(err error) {
		text := "others join from anywhere: dogfight join " + s.inviting.invitation.String()
		if err != nil {
			text = "the invitation does not work now: " + reasonOf(err)
		}
		if text == last {
			return
		}
		last = text
		if err != nil {
			s.log.Warn(text)
		} else {
			s.log.Info(text)
		}
		if player {
			s.home.host.Notify(text)
		}
	}
}

// reasonOf returns an error of the registration in words for a user.
func reasonOf(err error) string {
	if errors.As(err, new(relay.Status)) || errors.As(err, new(*link.ChangedHostError)) {
		return err.Error()
	}
	return "the relay cannot be reached: " + link.Reason(err)
}

func (i *inviting) end() {
	if i.stop != nil {
		i.stop()
		i.running.Wait()
	}
}
