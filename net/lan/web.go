package lan

import (
	"net/netip"
	"strconv"
	"strings"
)

// WebDoor is a host's address for browsers. The zero value is none.
type WebDoor struct {
	Listen netip.AddrPort // an unspecified address: all of the machine
	Secure bool           // HTTPS
	URL    string         // for others, as the host itself gives it
}

// webKey begins the entry of a TXT record, or the line of a file, with the address for browsers.
const webKey = "web="

// record returns the entry for a network on which the machine has these addresses, for questions by IPv4 or by IPv6, or
// "" if no browser can reach the door.
func (d WebDoor) record(on []netip.Addr, v4 bool) string {
	at := d.Listen.Addr().Unmap()
	reached := at.IsUnspecified() && (v4 || at.Is6())
	for _, a := range on {
		reached = reached || a == at && a.Is4() == v4
	}
	switch {
	case d.Listen.Port() == 0 || !reached:
		return ""
	case d.Secure:
		return webKey + secure + ":" + strconv.Itoa(int(d.Listen.Port()))
	}
	return webKey + insecure + ":" + strconv.Itoa(int(d.Listen.Port()))
}

const (
	insecure = "http"
	secure   = "https"
)

// usualPorts are the default ports of URLs.
var usualPorts = map[string]uint64{insecure: 80, secure: 443}

// webAt returns the address for browsers from an entry sent by at, or "". It uses only the entry's scheme and port, so
// that the address leads to its sender. Browsers know no zones.
func webAt(entry string, at netip.Addr) string {
	scheme, digits, _ := strings.Cut(strings.TrimPrefix(entry, webKey), ":")
	port, err := strconv.ParseUint(digits, 10, 16)
	if usual, known := usualPorts[scheme]; !known || err != nil || port == 0 || !elsewhere(at) || at.Zone() != "" || at.IsLinkLocalUnicast() && at.Is6() {
		return ""
	} else if port == usual {
		return scheme + "://" + hostOf(at) + "/"
	}
	return scheme + "://" + hostOf(at) + ":" + strconv.FormatUint(port, 10) + "/"
}

// readWeb reads the address for browsers from a TXT record sent by an address.
func (m *instance) readWeb(record []string, from netip.Addr) {
	m.from = from.WithZone("")
	for _, entry := range record {
		if strings.HasPrefix(entry, webKey) {
			m.web = webAt(entry, from)
			return
		}
	}
}

// hostOf returns an address in the form of URLs.
func hostOf(at netip.Addr) string {
	if at = at.Unmap(); at.Is6() {
		return "[" + at.String() + "]"
	}
	return at.String()
}

// maxURL is longer than any address of ours.
const maxURL = 300

// isURL reports whether a text may be an address for browsers: a host with the page at its root.
func isURL(text string) bool {
	scheme, rest, _ := strings.Cut(text, "://")
	host, end, found := strings.Cut(rest, "/")
	_, known := usualPorts[scheme]
	return known && found && end == "" && host != "" && len(text) <= maxURL &&
		!strings.ContainsFunc(host, func(r rune) bool {
			return !strings.ContainsRune("abcdefghijklmnopqrstuvwxyz0123456789.-:[]", r)
		})
}
