package webd

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"

	"dogfight/net/admission"
)

// hsts limits the name of the host to TLS in browsers, for a month: a name is for a whole machine, and its other services should not
// be lost for longer if TLS is given up here. Browsers obey it only with a trusted certificate.
const hsts = "max-age=2592000"

// secure reports whether the visitor's browser has checked a certificate for the name in the request.
func secure(r *http.Request) bool {
	p, _ := proxyOf(r)
	return r.TLS != nil || p.secure
}

// named refuses requests with a name that a stranger can own. If such a name points to this host by now (DNS rebinding), a page from
// there could else read here, and play from its visitors' addresses.
func (s *Server) named(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, through := proxyOf(r); r.TLS != nil && !through { // a proxy sets its own
			w.Header().Set("Strict-Transport-Security", hsts)
		}
		if !s.isCalled(r) {
			http.Error(w, fmt.Sprintf(strangeName, r.Host, r.Host), http.StatusMisdirectedRequest)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// strangeName is the answer for a visitor, and for the operator.
const strangeName = `This host does not know that it is called %s.

Open it by its address. Or, if it is yours: start it with --web-origin http://%s, or with a certificate (--web-acme, --web-tls).
Without, any page could say that it is this one.
`

// isCalled reports whether the name in a request is safe. Browsers always send one.
func (s *Server) isCalled(r *http.Request) bool {
	return s.conf.Invitation != "" || r.Host == "" || secure(r) || admission.Unrebindable(r.Host) || s.conf.Origins.Names(r.Host)
}

// allows returns why a page must not open a WebSocket. Browsers send the origin of the page, which must be the host's own, or one
// that the operator has named. Programs send none. named has checked the name in Host; if the origin is https, the browser has
// checked a certificate.
func (s *Server) allows(r *http.Request) error {
	headers := r.Header.Values("Origin")
	if len(headers) == 0 {
		return nil
	}
	page, err := admission.OriginOf(headers)
	if err != nil {
		return err
	}
	host := strings.ToLower(r.Host)
	if s.conf.Origins.Allows(page) || page == "https://"+host || page == "http://"+host && r.TLS == nil {
		return nil
	}
	return errors.New("pages of origin " + page + " must not play here; the host allows them by --web-origin " + page)
}

// signedOrigin returns the origin that a visitor signs. All hosts at a relay have one origin, and no host may use what a visitor signs for another.
func (s *Server) signedOrigin(r *http.Request) string {
	if s.conf.Invitation == "" {
		return r.Header.Get("Origin")
	}
	return r.Header.Get("Origin") + "/" + s.conf.Invitation
}

// isOurs reports whether the origin of a request is this host's, by more than the request itself: a program can write anything into
// Origin and Host. It could else impersonate a player here with a statement for another host.
func (s *Server) isOurs(r *http.Request) bool {
	page := strings.ToLower(r.Header.Get("Origin"))
	if page != admission.AnyOrigin && page != admission.NullOrigin && slices.Contains(s.conf.Origins, page) {
		return true
	}
	scheme, host, _ := strings.Cut(page, "://")
	if _, through := proxyOf(r); through || s.conf.Invitation != "" || !strings.EqualFold(host, r.Host) {
		return false // a proxy may pass any name
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

// isHere reports whether a name with a port is that of a connection's local end: the address, or this machine's name in its own
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

// nameAndPort splits the Host of a request.
func nameAndPort(host, usual string) (name, port string) {
	name, port, err := net.SplitHostPort(host)
	if err != nil {
		return strings.Trim(host, "[]"), usual
	}
	return name, port
}

// proxied is the part of a request that a proxy reports.
type proxied struct {
	secure bool // the visitor's browser speaks TLS with the proxy
}

type proxiedKey struct{}

// proxyOf returns the report of a proxy; false if there is none.
func proxyOf(r *http.Request) (proxied, bool) {
	p, ok := r.Context().Value(proxiedKey{}).(proxied)
	return p, ok
}

// isProxy reports whether an address is of a trusted proxy.
func (s *Server) isProxy(a netip.Addr) bool {
	a = a.Unmap().WithZone("")
	return slices.ContainsFunc(s.conf.Proxies, func(p netip.Prefix) bool { return p.Contains(a) })
}

// forwarded sets RemoteAddr to the visitor behind a trusted proxy. X-Forwarded-For from other addresses is ignored.
func (s *Server) forwarded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		peer, err := netip.ParseAddrPort(r.RemoteAddr)
		if err != nil || !s.isProxy(peer.Addr()) {
			next.ServeHTTP(w, r)
			return
		}
		from, err := s.forwardedFor(r.Header.Values("X-Forwarded-For"), peer.Addr())
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		scheme := r.Header.Values("X-Forwarded-Proto")
		p := proxied{secure: len(scheme) == 1 && strings.EqualFold(scheme[0], "https")}
		r = r.WithContext(context.WithValue(r.Context(), proxiedKey{}, p))
		r.RemoteAddr = netip.AddrPortFrom(from, 0).String()
		next.ServeHTTP(w, r)
	})
}

var errForwardedFor = errors.New("X-Forwarded-For must be addresses with commas between")

// forwardedFor returns the farthest address that a proxy vouches for: each proxy appends its client at the right end, so the first
// address from the right that is not a proxy is the visitor. The rest is not read.
func (s *Server) forwardedFor(headers []string, peer netip.Addr) (netip.Addr, error) {
	at := peer
	for _, header := range slices.Backward(headers) {
		for _, text := range slices.Backward(strings.Split(header, ",")) {
			var err error
			if at, err = parseForwarded(strings.TrimSpace(text)); err != nil {
				return netip.Addr{}, err
			}
			if !s.isProxy(at) {
				return at, nil
			}
		}
	}
	return at, nil // a proxy's own
}

// parseForwarded parses an address, with a port or without.
func parseForwarded(text string) (netip.Addr, error) {
	alone := text
	if inner, ok := strings.CutPrefix(text, "["); ok && strings.HasSuffix(inner, "]") {
		alone = strings.TrimSuffix(inner, "]")
	}
	a, err := netip.ParseAddr(alone)
	if err != nil {
		var with netip.AddrPort
		with, err = netip.ParseAddrPort(text)
		a = with.Addr()
	}
	if err != nil || a.Zone() != "" {
		return netip.Addr{}, errForwardedFor
	}
	return a.Unmap(), nil
}

// enter counts a visit behind a proxy like a connection; others were counted when they connected. The caller must leave the visit,
// which may be nil.
func (s *Server) enter(r *http.Request) (*admission.Visit, error) {
	if _, ok := proxyOf(r); !ok {
		return nil, nil
	}
	from, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return nil, err
	}
	return s.Control.Enter(from.Addr(), func() { connection(r).Close() })
}

// policy limits the page to its own files, without inline scripts (Content Security Policy Level 3).
const policy = "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
	"require-trusted-types-for 'script'; connect-src 'self'"

// permissions are those of the page (Permissions Policy). Vibration needs none.
const permissions = "autoplay=(self), camera=(), display-capture=(), fullscreen=(self), gamepad=(self), geolocation=(), " +
	"microphone=(), payment=(), usb=()"

// setPolicy sets the headers of all answers.
func setPolicy(h http.Header) {
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("X-Content-Type-Options", "nosniff")
}

// setDocumentPolicy sets the headers of an answer that browsers may show in a window. Scripts and styles obey the policy of their
// page, and go without 600 bytes of it each.
func setDocumentPolicy(h http.Header, r *http.Request) {
	h.Set("Content-Security-Policy", policy+socketSources(r.Host))
	h.Set("Permissions-Policy", permissions)
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Frame-Options", "DENY") // for browsers that do not know frame-ancestors
	if r.TLS != nil {                // otherwise browsers complain that they ignore it
		h.Set("Cross-Origin-Opener-Policy", "same-origin") // a page that opens this one must not lead its window elsewhere
	}
}

// socketSources returns the WebSockets of a host for the policy, as Safari before 15.4 does not include them in 'self'; "" for an
// invalid host.
func socketSources(host string) string {
	if !isHost(host) {
		return ""
	}
	return " ws://" + host + " wss://" + host
}

// isHost reports whether a request's Host is a host alone: it must not end the policy, or add to it.
func isHost(host string) bool {
	u, err := url.Parse("//" + host)
	if err != nil || u.Host != host || u.User != nil {
		return false
	}
	name := u.Hostname()
	if _, err := netip.ParseAddr(name); err == nil {
		return !strings.Contains(name, "%")
	}
	return name != "" && strings.Trim(strings.ToLower(name), "abcdefghijklmnopqrstuvwxyz0123456789.-") == ""
}
