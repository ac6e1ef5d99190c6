package webd

import (
	"errors"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"slices"
	"strings"
)

// allows returns why a page must not open a WebSocket: browsers say whose page it is, and only the host's own may, and those of
// Config.Origins.
func (s *Server) allows(r *http.Request) error {
	origin := r.Header.Get("Origin")
	if origin == "" || strings.EqualFold(origin, "http://"+r.Host) || strings.EqualFold(origin, "https://"+r.Host) {
		return nil
	}
	if slices.Contains(s.conf.Origins, origin) {
		return nil
	}
	return errors.New("pages of another origin must not play here")
}

// owns reports whether the host knows the origin of a page to be its own. What it is called by the request is no proof: whoever is no
// browser can write there the name of another host, and show here what that host's page has signed. A host knows the address
// at which it was reached, what its computer is called, and Config.Origins.
func (s *Server) owns(r *http.Request) bool {
	origin := r.Header.Get("Origin")
	if slices.Contains(s.conf.Origins, origin) {
		return true
	}
	at, ok := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr)
	page, err := url.Parse(origin)
	if !ok || err != nil || portOf(page) != at.AddrPort().Port() {
		return false
	}
	local, name := at.AddrPort().Addr().Unmap().WithZone(""), page.Hostname()
	if ip, err := netip.ParseAddr(name); err == nil {
		return ip.Unmap() == local
	}
	if name == "localhost" {
		return local.IsLoopback()
	}
	self, err := os.Hostname()
	self = strings.ToLower(self)
	return err == nil && (name == self || name == self+".local")
}

// portOf returns the port of a page's host.
func portOf(page *url.URL) uint16 {
	given := page.Port()
	switch {
	case given != "":
	case page.Scheme == "https":
		given = "443"
	default:
		given = "80"
	}
	at, err := netip.ParseAddrPort("0.0.0.0:" + given)
	if err != nil {
		return 0
	}
	return at.Port()
}
