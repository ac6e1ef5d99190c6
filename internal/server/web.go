package server

import (
	"context"

	"dogfight/net/webd"
	"dogfight/net/webd/page"
)

// webServer is the door for players who only have a browser.
type webServer struct {
	*webd.Server
	visitors *visitors
}

// openWeb opens the door.
func (s *Server) openWeb(o *Options) (*webServer, error) {
	d := &webServer{visitors: newVisitors(s)}
	conf := webd.Config{Limits: webLimitsOf(o), Windows: s.windows, Log: s.log, Pages: page.Handler(), Play: d.play}
	if s.keys != nil {
		conf.Vouched = s.keys.vouched
	}
	var err error
	d.Server, err = webd.Listen(o.Web, conf)
	if err != nil {
		d.visitors.forget()
		return nil, err
	}
	return d, nil
}

// Name is a Door's.
func (*webServer) Name() string { return "web" }

// Addrs is a Door's.
func (d *webServer) Addrs() []string { return []string{d.Addr().String()} }

// Close sends all visitors away.
func (d *webServer) Close() {
	d.Server.Close()
	d.visitors.forget()
}

// play has a visitor play in their browser.
func (d *webServer) play(ctx context.Context, t *webd.Terminal) error {
	err := d.visitors.play(ctx, &visitor{
		Device: t, getenv: t.Getenv, user: t.Name, watches: t.Watch, remote: t.Remote, identity: t.Identity, linked: t.Linked,
		cutOff: func() bool { return cutOff(ctx, webd.ErrLost) },
	})
	if context.Cause(ctx) == webd.ErrLost { // nobody is there to read another error
		return webd.ErrLost
	}
	return err
}
