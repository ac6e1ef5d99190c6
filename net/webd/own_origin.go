package webd

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
)

// owns reports whether the host knows the origin of a page to be its own. What a request calls the host is no proof: whoever is no
// browser can write there the name of another host, and show here what that host's page has signed. A host knows the address at
// which it was reached, what its computer is called, the names in its certificate, and what the operator has named.
func (s *Server) owns(r *http.Request) bool {
	origin := r.Header.Get("Origin")
	page, err := url.Parse(origin)
	if err != nil || page.Host == "" {
		return false
	}
	if slices.Contains(s.conf.Origins, origin) {
		return true
	}
	if r.TLS != nil && page.Scheme == "https" && page.Hostname() == r.TLS.ServerName && s.isCertified(r.TLS.ServerName) {
		return true
	}
	at, ok := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr)
	return ok && portOf(page) == at.Port && isCalled(page.Hostname(), at.AddrPort().Addr().Unmap().WithZone(""))
}

// isCertified reports whether the host's certificate has a name, by which it was asked for already in this connection.
func (s *Server) isCertified(name string) bool {
	if s.conf.TLS == nil || s.conf.TLS.GetCertificate == nil {
		return false
	}
	cert, err := s.conf.TLS.GetCertificate(usualHello(name))
	return err == nil && cert != nil && cert.Leaf != nil && cert.Leaf.VerifyHostname(name) == nil
}

// isCalled reports whether the machine that was reached at an address is called so.
func isCalled(name string, at netip.Addr) bool {
	if ip, err := netip.ParseAddr(name); err == nil {
		return ip.Unmap() == at
	}
	if name == "localhost" {
		return at.IsLoopback()
	}
	self, err := os.Hostname()
	self = strings.ToLower(self)
	return err == nil && (name == self || name == self+".local")
}

// portOf returns the port of a page's host.
func portOf(page *url.URL) int {
	switch port := page.Port(); {
	case port != "":
		n, _ := strconv.Atoi(port)
		return n
	case page.Scheme == "https":
		return 443
	}
	return 80
}
