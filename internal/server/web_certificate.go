package server

import (
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"

	"dogfight/net/webd"
	"dogfight/sys"
)

// webCertificate is what browsers are shown. It is never the host's own certificate, which no browser believes: our own clients
// know that by its fingerprint.
type webCertificate struct {
	name      string // that browsers know the host by; "" if the certificate has none
	config    *tls.Config
	authority *webd.ACME // nil: the certificate lies in files
}

// webCertificate returns what the options have browsers shown; nil for plain HTTP.
func (s *Server) webCertificate(o *Options) (*webCertificate, error) {
	switch {
	case o.WebDomain != "":
		a := webd.NewACME(o.WebDomain, s.dirs.WebCertificates(), o.WebAuthority)
		return &webCertificate{o.WebDomain, a.TLS(), a}, nil
	case o.WebCertificate != "":
		f, err := webd.ReadCertificate(o.WebCertificate, o.WebKey, s.log)
		if err != nil {
			return nil, fmt.Errorf("cannot show browsers the certificate: %w", err)
		}
		return &webCertificate{f.Name(), f.TLS(), nil}, nil
	}
	return nil, nil
}

// tls returns the configuration for a listener; nil for a plain one.
func (c *webCertificate) tls() *tls.Config {
	if c == nil {
		return nil
	}
	return c.config
}

// obtain gets a certificate from the authority, if it comes from there, while the match goes on.
func (d *webServer) obtain(log *slog.Logger) {
	c := d.shown
	if c == nil || c.authority == nil {
		return
	}
	d.obtaining.Go(func() {
		defer sys.Restore()
		if err := c.authority.Obtain(); err != nil {
			log.Error("browsers find no certificate", "err", err)
		}
	})
}

// checkPort warns if the authority will look elsewhere than where browsers come in, unless that leads here.
func (s *Server) checkPort(d *webServer) {
	if port := d.Addr().Port(); d.shown != nil && d.shown.authority != nil && port != webd.ACMEPort {
		warning := fmt.Errorf("--web-acme: the authority looks for %s at port %d: that must lead here, to port %d", d.shown.name, webd.ACMEPort, port)
		s.log.Warn(warning.Error())
		s.warning = errors.Join(s.warning, warning)
	}
}

// stop ends what is asked of an authority.
func (c *webCertificate) stop() {
	if c != nil && c.authority != nil {
		c.authority.Stop()
	}
}
