// Browsers let any page open a WebSocket to any host, and send the page's origin in the header Origin. That this is the
// host in the header Host proves nothing: the owner of a page's name can point it to another machine after the page is
// loaded, such as one in the visitor's network (DNS rebinding); then both headers have that name. So a name counts only
// if no stranger can own it, or if the host has a certificate for it.
package admission

import (
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// AnyOrigin allows all pages.
const AnyOrigin = "*"

// NullOrigin is the origin of a file, and of a page in a sandbox.
const NullOrigin = "null"

// ParseOrigin parses an origin as browsers send it, or AnyOrigin.
func ParseOrigin(text string) (string, error) {
	text = strings.ToLower(text)
	if text == AnyOrigin || text == NullOrigin {
		return text, nil
	}
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || text != u.Scheme+"://"+u.Host {
		return "", fmt.Errorf("origin must be *, null or as https://example.org, got %q", text)
	}
	return text, nil
}

// OriginOf returns the origin in a request's Origin headers, of which there is at least one.
func OriginOf(headers []string) (string, error) {
	if len(headers) > 1 {
		return "", fmt.Errorf("origin must be one, got %d", len(headers))
	}
	origin := strings.ToLower(headers[0])
	if origin == "file://" { // some browsers send it for null
		origin = NullOrigin
	}
	return origin, nil
}

// Origins are allowed origins, as ParseOrigin returns them.
type Origins []string

// Allows reports whether an origin is in the list.
func (l Origins) Allows(origin string) bool {
	return slices.Contains(l, origin) || slices.Contains(l, AnyOrigin)
}

// Names reports whether an origin in the list has the name and port of a Host header.
func (l Origins) Names(host string) bool {
	return slices.ContainsFunc(l, func(origin string) bool {
		_, name, named := strings.Cut(origin, "://")
		return origin == AnyOrigin || named && strings.EqualFold(name, host)
	})
}

// SameMachine reports whether a page comes from the machine that it connects to, on any port, by an address or
// localhost.
func SameMachine(origin, host string) bool {
	u, err := url.Parse(origin)
	if err != nil {
		return false
	}
	name := nameIn(host)
	return (isAddress(name) || name == "localhost") && u.Hostname() == name
}

// ownDomains are domains in which no stranger can have a name: localhost (RFC 6761), local (RFC 6762), home.arpa (RFC
// 8375), internal (reserved by ICANN), and lan, which many routers use and no registry sells.
var ownDomains = []string{".localhost", ".local", ".home.arpa", ".internal", ".lan"}

// Unrebindable reports whether the name in a Host header cannot be a stranger's: it is an address, or a name of this
// machine or its network.
func Unrebindable(host string) bool {
	name := strings.TrimSuffix(strings.ToLower(nameIn(host)), ".")
	if isAddress(name) {
		return true
	}
	if !strings.Contains(name, ".") {
		return name != "" // a single word is no domain: localhost, or a router's name of this machine
	}
	return slices.ContainsFunc(ownDomains, func(domain string) bool { return strings.HasSuffix(name, domain) })
}

func isAddress(name string) bool {
	_, err := netip.ParseAddr(name)
	return err == nil
}

// nameIn returns the name or address in a Host header, without the port.
func nameIn(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return strings.Trim(host, "[]")
}
