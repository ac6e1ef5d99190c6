package lan

import (
	"fmt"
	"net"
	"net/netip"
	"strings"
	"unicode/utf8"

	"github.com/hashicorp/mdns"
)

const (
	service  = "_dogfight._udp"
	domain   = "local."
	maxLabel = 63 // bytes of a label in DNS (RFC 1035, section 2.3.4)
)

// zone returns the records of a match at some addresses of this machine.
func zone(id uint64, title string, port uint16, at []netip.Addr) (*mdns.MDNSService, error) {
	txt := []string{"txtvers=1", "id=" + idText(id)}
	var ips []net.IP
	for _, a := range at {
		ips = append(ips, a.WithZone("").AsSlice())
		if !a.IsLinkLocalUnicast() { // which means nothing without the interface
			txt = append(txt, "at="+a.String())
		}
	}
	host := fmt.Sprintf("dogfight-%s.%s", idText(id), domain)
	return mdns.NewMDNSService(escape(instance(title, id)), service, domain, host, int(port), ips, txt)
}

// instance is the name that tools show in a list of services. It differs from that of another
// match of the same title.
func instance(title string, id uint64) string {
	number := fmt.Sprintf(" (%s)", idText(id)[:4])
	for len(title) > maxLabel-len(number) {
		_, size := utf8.DecodeLastRuneInString(title)
		title = title[:len(title)-size]
	}
	return strings.TrimSpace(title) + number
}

// escape spells a label as the library spells those that it reads and compares with:
// otherwise a host would not recognize its own name.
func escape(label string) string {
	var b strings.Builder
	for _, c := range []byte(label) {
		switch {
		case c < ' ' || c > '~':
			fmt.Fprintf(&b, `\%03d`, c)
		case strings.IndexByte(`. '@;()"\`, c) >= 0:
			b.WriteByte('\\')
			fallthrough
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// matchOf returns the match that an entry announces. Addresses that cannot be those of
// another machine are left out.
func matchOf(e *mdns.ServiceEntry) (m Match, ok bool) {
	if !strings.HasSuffix(strings.ToLower(e.Name), "."+service+"."+domain) || e.Port < 1 || e.Port > 65535 {
		return m, false
	}
	add := func(a netip.Addr) {
		if a = a.Unmap(); elsewhere(a) {
			m.add(netip.AddrPortFrom(a, uint16(e.Port)))
		}
	}
	if a, ok := netip.AddrFromSlice(e.AddrV4); ok {
		add(a)
	}
	for _, field := range e.InfoFields {
		if text, is := strings.CutPrefix(field, "id="); is {
			m.ID, ok = parseID(text)
		} else if text, is := strings.CutPrefix(field, "at="); is {
			if a, err := netip.ParseAddr(text); err == nil && a.Zone() == "" {
				add(a)
			}
		}
	}
	if v6 := e.AddrV6IPAddr; v6 != nil {
		if a, ok := netip.AddrFromSlice(v6.IP); ok {
			add(a.WithZone(v6.Zone))
		}
	}
	return m, ok && len(m.At) > 0
}
