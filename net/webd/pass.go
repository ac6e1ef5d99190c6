package webd

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httputil"
	"net/netip"
	"net/url"
	"strings"

	"dogfight/sys"
)

var errNoSocket = errors.New("this is the address of a WebSocket, without a body")

// pass connects a WebSocket with the host of an invitation, which it is for. Another host's pages, and its scripts, are never shown: all of a
// relay's are of one origin. Request and answer are built from a few headers that are known to be safe.
func (s *Server) pass(w http.ResponseWriter, r *http.Request) {
	defer sys.Recover(s.panicked(r.RemoteAddr))
	if err := s.allows(r); err != nil {
		http.Error(w, err.Error(), http.StatusForbidden)
		return
	}
	if !strings.EqualFold(r.Header.Get("Upgrade"), "websocket") || r.ContentLength != 0 || r.ProtoMinor != 1 {
		http.Error(w, errNoSocket.Error(), http.StatusBadRequest)
		return
	}
	through, err := s.enter(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
		return
	}
	defer through.Leave()
	from, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	host, err := s.conf.Invited(r.PathValue("code"), from)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	defer host.Close()
	defer context.AfterFunc(s.ctx, func() { host.Close() })()
	transport := &http.Transport{
		DialContext:       func(context.Context, string, string) (net.Conn, error) { return host, nil },
		DisableKeepAlives: true, DisableCompression: true, ResponseHeaderTimeout: s.conf.Limits.Handshake, MaxResponseHeaderBytes: maxHeader,
	}
	proxy := httputil.ReverseProxy{
		ErrorLog: s.http.ErrorLog,
		Transport: roundTrip(func(out *http.Request) (*http.Response, error) {
			return transport.RoundTrip(out.WithContext(r.Context())) // without the trace that passes on a host's early answers (1xx)
		}),
		Rewrite: func(p *httputil.ProxyRequest) {
			p.Out.URL = &url.URL{Scheme: "http", Host: "invited", Path: socketPath}
			p.Out.Host, p.Out.Header = p.In.Host, only(p.Out.Header, "Connection", "Upgrade", "Origin", "Sec-Websocket-Key", "Sec-Websocket-Version", "Sec-Websocket-Protocol")
			p.Out.Header.Set("User-Agent", "") // none
		},
		ModifyResponse: func(answer *http.Response) error {
			if answer.StatusCode != http.StatusSwitchingProtocols {
				return errors.New("the host refuses: " + answer.Status)
			}
			answer.Header = only(answer.Header, "Connection", "Upgrade", "Sec-Websocket-Accept", "Sec-Websocket-Protocol")
			connection(r).join()
			through.Settle()
			return nil
		},
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, err error) {
			http.Error(w, "the host of this invitation lets no browser in", http.StatusBadGateway)
		},
	}
	proxy.ServeHTTP(w, r)
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// only returns the headers with some names, in canonical form.
func only(h http.Header, names ...string) http.Header {
	kept := http.Header{}
	for _, name := range names {
		if values := h[name]; len(values) > 0 {
			kept[name] = values[:1]
		}
	}
	return kept
}
