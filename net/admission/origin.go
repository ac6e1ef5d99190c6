// Package origin judges whose page would open a WebSocket, or read what is here, by what browsers say of it.
//
// Browsers let any page open a WebSocket to any host, and say in the header Origin whose page it is. That it is from the host
// which the request names in Host does not suffice: whoever owns the name of a page can have it mean another machine once the
// page is loaded, such as one in the visitor's own network (DNS rebinding), and then both headers say that name. So a name is
// believed only if no stranger can own it, or if a certificate was shown for it.
package admission

import (
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// Any stands for all pages.
const AnyOrigin = "*"

// Null is the origin of a file, and of a page in a sandbox.
const NullOrigin = "null"

// Parse reads an origin as browsers send it, or Any.
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

// Of returns the origin that a request names in these headers, of which there is at least one.
func OriginOf(headers []string) (string, error) {
	if len(headers) > 1 {
		return "", fmt.Errorf("origin must be one, got %d", len(headers))
	}
	origin := strings.ToLower(headers[0])
	if origin == "file://" { // which some browsers say for null
		origin = NullOrigin
	}
	return origin, nil
}

// List holds origins, as Parse returns them.
type Origins []string

// Allows reports whether an origin is in the list.
func (l Origins) Allows(origin string) bool {
	return slices.Contains(l, origin) || slices.Contains(l, AnyOrigin)
}

// Names reports whether an origin of the list has the name, and the port, that a request calls the host.
func (l Origins) Names(host string) bool {
	return slices.ContainsFunc(l, func(origin string) bool {
		_, name, named := strings.Cut(origin, "://")
		return origin == AnyOrigin || named && strings.EqualFold(name, host)
	})
}

// SameMachine reports whether a page comes from the machine that it connects to, by whatever port, and says so by an
// address, or by localhost.
func SameMachine(origin, host string) bool {
	u, err := url.Parse(origin)
	if err != nil {
		return false
	}
	name := nameIn(host)
	return (isAddress(name) || name == "localhost") && u.Hostname() == name
}

// ownDomains are those in which no stranger can have a name: localhost (RFC 6761), local (RFC 6762), home.arpa (RFC 8375),
// internal (set aside by ICANN), and lan, which many routers use and no registry sells.
var ownDomains = []string{".localhost", ".local", ".home.arpa", ".internal", ".lan"}

// Unrebindable reports whether what a request calls the host cannot be a stranger's name: it is an address, which is looked
// up nowhere, or a name of this machine or its network.
func Unrebindable(host string) bool {
	name := strings.TrimSuffix(strings.ToLower(nameIn(host)), ".")
	if isAddress(name) {
		return true
	}
	if !strings.Contains(name, ".") {
		return name != "" // a word is no domain, be it localhost or what a router calls this machine
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
