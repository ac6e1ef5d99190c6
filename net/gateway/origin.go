package gateway

import (
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"strings"
)

// anyOrigin stands for all pages.
const anyOrigin = "*"

// parseOrigin reads an origin as browsers send it, or anyOrigin.
func parseOrigin(text string) (string, error) {
	text = strings.ToLower(text)
	if text == anyOrigin || text == "null" {
		return text, nil
	}
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || text != u.Scheme+"://"+u.Host {
		return "", fmt.Errorf("origin must be *, null or as https://example.org, got %q", text)
	}
	return text, nil
}

// allows returns why a request with these Origin headers, to the host that it calls so, is refused. Programs send
// none: it is browsers that say whose page would fly here.
func (s *Spec) allows(origins []string, host string) error {
	if len(origins) == 0 {
		return nil
	}
	origin := strings.ToLower(origins[0])
	if origin == "file://" { // which some browsers say for null
		origin = "null"
	}
	if len(origins) > 1 {
		return fmt.Errorf("origin must be one, got %d", len(origins))
	}
	for _, allowed := range s.Origins {
		if allowed == anyOrigin || allowed == origin {
			return nil
		}
	}
	if fromSameMachine(origin, host) {
		return nil
	}
	return fmt.Errorf("pages of origin %q must not play here; the host allows them by ,origin=%s", origin, origin)
}

// fromSameMachine reports whether a page comes from the machine that it connects to, and says so by an
// address. A name proves nothing: whoever owns it can have it mean this machine once the page is loaded.
func fromSameMachine(origin, host string) bool {
	u, err := url.Parse(origin)
	if err != nil {
		return false
	}
	name := host
	if h, _, err := net.SplitHostPort(host); err == nil {
		name = h
	}
	name = strings.Trim(name, "[]")
	_, err = netip.ParseAddr(name)
	return (err == nil || name == "localhost") && u.Hostname() == name
}
