package server

import (
	"context"
	"net/netip"
	"sync"

	"dogfight/net/admission"
	"dogfight/net/webd"
)

// webServer is the door for players who only have a browser.
type webServer struct {
	*webd.Server
	visitors *visitors
	shown    *webCertificate // nil: plain

	obtaining sync.WaitGroup // a certificate
}

// openWeb opens the door.
func (s *Server) openWeb(o *Options) (*webServer, error) {
	shown, err := s.webCertificate(o)
	if err != nil {
		return nil, err
	}
	d := &webServer{visitors: newVisitors(s), shown: shown}
	conf := webd.Config{
		Limits: webLimitsOf(o), Meter: s.monitor.Meter("web"), Windows: s.windows, Log: s.log, Pages: s.webPages(o), Play: d.play,
		TLS: shown.tls(), Origins: o.WebOrigins, Proxies: o.WebProxies,
	}
	if s.keys != nil {
		conf.Vouched = s.keys.vouched
	}
	if tcp := o.Sockets.Web; tcp != nil {
		d.Server = webd.Serve(tcp, conf)
	} else {
		d.Server, err = webd.Listen(o.Web, conf)
	}
	if err != nil {
		d.visitors.forget()
		return nil, err
	}
	s.monitor.Refused("web", d.Refused)
	s.checkPort(d)
	d.obtain(s.log)
	return d, nil
}

// Name is a Door's.
func (*webServer) Name() string { return "web" }

// Addrs is a Door's.
func (d *webServer) Addrs() []string { return []string{d.Addr().String()} }

// Close sends all visitors away.
func (d *webServer) Close() {
	d.shown.stop()
	d.Server.Close()
	d.obtaining.Wait()
	d.visitors.forget()
}

// play has a visitor play in their browser.
func (d *webServer) play(ctx context.Context, t *webd.Terminal) error {
	page := &webTerminal{Terminal: t}
	t.OnWish(page.wish)
	err := d.visitors.play(ctx, &visitor{
		Device: page, speaker: page.open, getenv: t.Getenv, user: t.Name, watches: t.Watch, remote: t.Remote, near: isNear(t.Remote), identity: t.Identity, linked: t.Linked, naming: &page.naming,
		still: t.Still, touch: t.Touch, input: tellInput(t), feel: tellFelt(t),
		cutOff: func() bool { return cutOff(ctx, webd.ErrLost) },
	})
	if context.Cause(ctx) == webd.ErrLost { // nobody is there to read another error
		return webd.ErrLost
	}
	return err
}

// isNear reports whether an address is of this machine's own network. What browsers are sent there may be as much as a local
// terminal is; SSH keeps to little, for its clients are often behind another line than the one that the host sees.
func isNear(remote string) bool {
	at, err := netip.ParseAddrPort(remote)
	return err == nil && admission.IsLocal(at.Addr())
}
