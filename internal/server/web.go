package server

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"sync"

	"dogfight/net/lan"
	"dogfight/net/webd"
	"dogfight/proto"
	"dogfight/sys"
	"dogfight/ui"
)

// webServer is the door for players with a browser alone.
type webServer struct {
	*webd.Server
	visitors    *visitors
	certificate *webCertificate // nil: plain HTTP
	obtaining   sync.WaitGroup  // a certificate
}

// invited returns the stream to the host of an invitation, for a browser.
type invited func(code string, from netip.AddrPort) (net.Conn, error)

// openWeb opens the door with its pages. Without a lobby no page can play but those of a relay, which play at another host.
func (e *Entrance) openWeb(o *Options, pages http.Handler, elsewhere invited) (*webServer, error) {
	certificate, err := e.webCertificate(o)
	if err != nil {
		return nil, err
	}
	d := &webServer{visitors: newVisitors(e), certificate: certificate}
	conf := webd.Config{
		Limits: o.limits(),
		Meter:  e.monitor.Meter("web"), Windows: e.windows, Log: e.log, Pages: pages, Play: d.play, Origins: o.WebOrigins, Proxies: o.WebProxies,
		Invited: elsewhere,
	}
	if certificate != nil {
		conf.TLS = certificate.config
	}
	if e.keys != nil {
		conf.Vouched = e.keys.vouched
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
	e.monitor.Refused("web", d.Refused)
	if authority := d.authority(); authority != nil {
		e.warnOfPort(d)
		d.obtaining.Go(func() {
			defer sys.Restore()
			if err := authority.Obtain(); err != nil {
				e.log.Error("browsers find no certificate", "err", err)
			}
		})
	}
	return d, nil
}

// webDoor returns the door for browsers; nil if there is none.
func (e *Entrance) webDoor() *webServer {
	return doorOf[*webServer](e)
}

// WebURL returns the URL at which others play in a browser; "" if there is no door for that.
func (e *Entrance) WebURL() string {
	if d := e.webDoor(); d != nil {
		return d.url()
	}
	return ""
}

// webAnnounced returns the announcement of the door for browsers.
func (e *Entrance) webAnnounced() lan.WebDoor {
	d := e.webDoor()
	if d == nil {
		return lan.WebDoor{}
	}
	return lan.WebDoor{Listen: d.Addr(), Secure: d.secure(), URL: d.url()}
}

// Name returns "web".
func (*webServer) Name() string { return "web" }

// Close disconnects all visitors.
func (d *webServer) Close() {
	if authority := d.authority(); authority != nil {
		authority.Stop()
	}
	d.Server.Close()
	d.obtaining.Wait()
	d.visitors.forget()
}

// secure reports whether the door speaks HTTPS.
func (d *webServer) secure() bool { return d.certificate != nil }

// authority returns the source of the certificate; nil if that is a file, or there is none.
func (d *webServer) authority() *webd.ACME {
	if d.certificate == nil {
		return nil
	}
	return d.certificate.authority
}

// url returns the URL of the door.
func (d *webServer) url() string {
	domain := ""
	if d.certificate != nil {
		domain = d.certificate.domain
	}
	return webURL(d.Addr(), d.secure(), domain)
}

// webURL returns the URL of a door that listens at an address, by its domain if it has one.
func webURL(listen netip.AddrPort, secure bool, domain string) string {
	host := domain
	if host == "" {
		host = reachableAddress(listen.Addr()).WithZone("").String() // browsers know no zones
	}
	return (&proto.Web{Port: listen.Port(), Secure: secure}).URL(host)
}

var errNoMatch = errors.New("no match is played here")

// play lets a visitor play in their browser. Browsers on this network may get as many bytes as a local
// terminal; SSH stays sparse, as its clients are often behind another line than the host sees.
func (d *webServer) play(ctx context.Context, t *webd.Terminal) error {
	if d.visitors.lobby == nil {
		return errNoMatch
	}
	page := &webTerminal{Terminal: t}
	t.OnRequest(page.request)
	err := d.visitors.play(ctx, &visitor{
		Device: page, speaker: page.open, getenv: t.Getenv, user: t.Name, watches: t.Watch, remote: t.Remote, near: isLocal(t.Remote), identity: t.Identity, linked: t.Linked, renames: &page.renames,
		still: t.Still, touch: t.Touch, input: func(in ui.Input) { t.SendText(inputText{keyMeanings{in.For, in.A, in.B, in.X, in.Y}}) }, feel: func(f ui.Felt) { t.SendText(feltText{f}) },
		cutOff: func() bool { return cutOff(ctx, webd.ErrLost) },
	})
	if context.Cause(ctx) == webd.ErrLost { // no other error can be read
		return webd.ErrLost
	}
	return err
}

// inputText is the message with the meaning of the keys: see net/webd/doc.go.
type inputText struct {
	Input keyMeanings `json:"input"`
}

type keyMeanings struct {
	For ui.Purpose `json:"for"`
	A   string     `json:"a,omitempty"`
	B   string     `json:"b,omitempty"`
	X   string     `json:"x,omitempty"`
	Y   string     `json:"y,omitempty"`
}

// feltText is the message of an effect on the player, such as a hit.
type feltText struct {
	Felt ui.Felt `json:"felt"`
}

// webCertificate is the certificate for browsers. It is never the host's own certificate, which our clients
// know by its fingerprint, and browsers do not trust.
type webCertificate struct {
	domain    string // "" if the certificate has none
	config    *tls.Config
	authority *webd.ACME // nil: the certificate is in files
}

// webCertificate returns the certificate of the options; nil for plain HTTP.
func (e *Entrance) webCertificate(o *Options) (*webCertificate, error) {
	switch {
	case o.WebDomain != "":
		a := webd.NewACME(o.WebDomain, e.dirs.WebCertificates(), o.WebAuthority)
		return &webCertificate{o.WebDomain, a.TLS(), a}, nil
	case o.WebCertificate != "":
		f, err := webd.ReadCertificate(o.WebCertificate, o.WebKey, e.log)
		if err != nil {
			return nil, fmt.Errorf("cannot show browsers the certificate: %w", err)
		}
		return &webCertificate{f.Name(), f.TLS(), nil}, nil
	}
	return nil, nil
}

// warnOfPort warns if the authority connects to another port than the door's.
func (e *Entrance) warnOfPort(d *webServer) {
	if port := d.Addr().Port(); port != webd.ACMEPort {
		warning := fmt.Errorf("--web-acme: the authority looks for %s at port %d: that must lead here, to port %d", d.certificate.domain, webd.ACMEPort, port)
		e.log.Warn(warning.Error())
		e.warning = errors.Join(e.warning, warning)
	}
}
