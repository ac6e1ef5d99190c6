package webd

import (
	"context"
	"errors"
	"net/http"
	"net/netip"
	"slices"
	"strings"

	"dogfight/net/admission"
)

// proxied stands in the context of a request for which a proxy speaks.
type proxied struct {
	secure bool // the visitor's browser speaks TLS with the proxy
}

type proxiedKey struct{}

// proxyOf returns what a proxy says of a request; false if none speaks.
func proxyOf(r *http.Request) (proxied, bool) {
	p, ok := r.Context().Value(proxiedKey{}).(proxied)
	return p, ok
}

// isProxy reports whether an address is one of a proxy that is believed.
func (s *Server) isProxy(a netip.Addr) bool {
	a = a.Unmap().WithZone("")
	return slices.ContainsFunc(s.conf.Proxies, func(p netip.Prefix) bool { return p.Contains(a) })
}

// forwarded has requests be those of whom a proxy speaks for. Anybody can write into X-Forwarded-For: nobody else is believed.
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

// forwardedFor returns the address that is the farthest from here which a proxy vouches for: each adds whom it spoke with at the
// right end, and what stands left of one who is no proxy is what that one says. What the visitor made up is not even read.
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

// parseForwarded reads an address, with a port or without.
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

// enter counts a visit of whom a proxy speaks for, as a connection of their own is counted; others were counted when they
// connected. What is returned must be left, and may be nil.
func (s *Server) enter(r *http.Request) (*admission.Visit, error) {
	if _, ok := proxyOf(r); !ok {
		return nil, nil
	}
	from, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return nil, err
	}
	return s.control.Enter(from.Addr(), func() { connection(r).Close() })
}
