package webd

import (
	"crypto/tls"
	"net"
	"net/http"
	"net/netip"
	"os"
	"slices"
	"strconv"
	"strings"

	"dogfight/net/admission"
)

// isOwn reports whether the origin that a request names is this host's, beyond what the request itself says: who is no browser
// writes what they like into Origin and Host. By what a player has said to another host, that could else speak for them here.
func (s *Server) isOwn(r *http.Request) bool {
	page := strings.ToLower(r.Header.Get("Origin"))
	if page != admission.AnyOrigin && page != admission.NullOrigin && slices.Contains(s.conf.Origins, page) {
		return true
	}
	scheme, host, _ := strings.Cut(page, "://")
	if _, through := proxyOf(r); through || !strings.EqualFold(host, r.Host) {
		return false // a proxy may pass on any name
	}
	if r.TLS != nil {
		return scheme == "https" && s.isCertified(host)
	}
	return scheme == "http" && isHere(host, connection(r).LocalAddr())
}

// isCertified reports whether there is a certificate for a name.
func (s *Server) isCertified(host string) bool {
	if s.conf.TLS.GetCertificate == nil {
		return false
	}
	name, _ := nameAndPort(host, "443")
	c, err := s.conf.TLS.GetCertificate(&tls.ClientHelloInfo{
		ServerName: name, SupportedProtos: []string{"http/1.1"}, SupportedVersions: []uint16{tls.VersionTLS13},
		SignatureSchemes: []tls.SignatureScheme{tls.ECDSAWithP256AndSHA256}, SupportedCurves: []tls.CurveID{tls.CurveP256},
		CipherSuites: []uint16{tls.TLS_AES_128_GCM_SHA256, tls.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256},
	})
	return err == nil && c.Leaf != nil && c.Leaf.VerifyHostname(name) == nil
}

// isHere reports whether a name with a port is that by which a connection came: the address, or this machine's name in its own
// network.
func isHere(host string, local net.Addr) bool {
	name, port := nameAndPort(host, "80")
	tcp, ok := local.(*net.TCPAddr)
	if !ok || port != strconv.Itoa(tcp.Port) {
		return false
	}
	here := tcp.AddrPort().Addr().Unmap().WithZone("")
	if a, err := netip.ParseAddr(name); err == nil {
		return a.Unmap() == here
	}
	if name == "localhost" {
		return here.IsLoopback()
	}
	machine, err := os.Hostname()
	first, _, _ := strings.Cut(name, ".")
	called, _, _ := strings.Cut(machine, ".")
	return err == nil && strings.EqualFold(first, called) && admission.Unrebindable(name)
}

// nameAndPort splits what a request calls a host.
func nameAndPort(host, usual string) (name, port string) {
	name, port, err := net.SplitHostPort(host)
	if err != nil {
		return strings.Trim(host, "[]"), usual
	}
	return name, port
}
