package webd

import (
	"net/http"
	"net/netip"
	"net/url"
	"strings"
)

// policy is what the page may load: its own files, and nothing that stands in another (Content Security Policy Level 3).
const policy = "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
	"require-trusted-types-for 'script'; connect-src 'self'"

// permissions are what the page may ask of the browser (Permissions Policy). Vibration needs none.
const permissions = "autoplay=(self), camera=(), display-capture=(), fullscreen=(self), gamepad=(self), geolocation=(), " +
	"microphone=(), payment=(), usb=()"

// setPolicy writes what browsers are to do with any answer.
func setPolicy(h http.Header) {
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("X-Content-Type-Options", "nosniff")
}

// setDocumentPolicy writes what browsers are to do with an answer that they may show in a window of its own. Scripts and styles
// obey that of the page that has them, and go without 600 bytes of it each.
func setDocumentPolicy(h http.Header, r *http.Request) {
	h.Set("Content-Security-Policy", policy+socketSources(r.Host))
	h.Set("Permissions-Policy", permissions)
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Frame-Options", "DENY") // for browsers that do not know frame-ancestors
	if r.TLS != nil {                // otherwise browsers complain that they ignore it
		h.Set("Cross-Origin-Opener-Policy", "same-origin") // a page that opens this one must not lead its window elsewhere
	}
}

// socketSources returns the WebSockets of a host as the policy has them, for Safari before 15.4 does not find them among
// 'self'; nothing for what is no host.
func socketSources(host string) string {
	if !isHost(host) {
		return ""
	}
	return " ws://" + host + " wss://" + host
}

// isHost reports whether a request's Host is one, and no more: nothing of it may end the policy, or add to it.
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
