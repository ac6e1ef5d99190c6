package server

import (
	"net/netip"

	"dogfight/net/lan"
	"dogfight/proto"
)

// webDoor returns the door for browsers; nil if there is none.
func (s *Server) webDoor() *webServer {
	for _, d := range s.doors {
		if w, ok := d.(*webServer); ok {
			return w
		}
	}
	return nil
}

// WebURL returns what others open in a browser to play; "" if nobody can.
func (s *Server) WebURL() string {
	if d := s.webDoor(); d != nil {
		return d.url()
	}
	return ""
}

// webAnnounced returns what is announced of the door for browsers.
func (s *Server) webAnnounced() lan.WebDoor {
	d := s.webDoor()
	if d == nil {
		return lan.WebDoor{}
	}
	return lan.WebDoor{Listen: d.Addr(), Secure: d.secure(), URL: d.url()}
}

// secure reports whether the door speaks HTTPS.
func (d *webServer) secure() bool { return d.shown != nil }

// domain returns the name by which browsers know the door, which its certificate has; "" for none.
func (d *webServer) domain() string {
	if d.shown == nil {
		return ""
	}
	return d.shown.name
}

// url returns what others open.
func (d *webServer) url() string { return webURL(d.Addr(), d.secure(), d.domain()) }

// webURL returns what others open in a browser to reach what listens at an address, by a domain if there is one.
func webURL(listen netip.AddrPort, secure bool, domain string) string {
	host := domain
	if host == "" {
		host = seenFromOutside(listen.Addr()).WithZone("").String() // which browsers do not know
	}
	return (&proto.Web{Port: listen.Port(), Secure: secure}).URL(host)
}
