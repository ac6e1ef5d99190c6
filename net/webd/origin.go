package webd

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"dogfight/net/admission"
)

// hsts has browsers use TLS alone with this name for a month: a name is a whole machine's, and its other services should not be
// lost for much longer if TLS is given up here. Browsers heed it only if they believe the certificate.
const hsts = "max-age=2592000"

// secure reports whether the visitor's browser has checked a certificate for the name that the request calls the host.
func secure(r *http.Request) bool {
	p, _ := proxyOf(r)
	return r.TLS != nil || p.secure
}

// named answers only requests that call the host by a name which no stranger can have: else a page from elsewhere whose name
// means this host by now (DNS rebinding) could read here, and play from its visitors' addresses.
func (s *Server) named(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, through := proxyOf(r); r.TLS != nil && !through { // what a proxy's visitors are told is the proxy's business
			w.Header().Set("Strict-Transport-Security", hsts)
		}
		if !s.isCalled(r) {
			http.Error(w, fmt.Sprintf(strangeName, r.Host, r.Host), http.StatusMisdirectedRequest)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// strangeName tells somebody who opened the page by a name, and then its operator, what to do.
const strangeName = `This host does not know that it is called %s.

Open it by its address. Or, if it is yours: start it with --web-origin http://%s, or with a certificate (--web-acme, --web-tls).
Without, anybody's page could say that it is this one.
`

// isCalled reports whether the host may be called as a request calls it. Browsers always say a name.
func (s *Server) isCalled(r *http.Request) bool {
	return r.Host == "" || secure(r) || admission.Unrebindable(r.Host) || s.conf.Origins.Names(r.Host)
}

// allows returns why a page must not open a WebSocket: browsers say whose page it is, and only the host's own may, or those that
// the operator names. Programs say none. That the name in Host is not a stranger's, named has seen to; nor is it if the page's
// origin is https, for which its browser has seen a certificate.
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
