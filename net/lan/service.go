package lan

import (
	"fmt"
	"net/netip"
	"strings"
	"unicode/utf8"

	"github.com/miekg/dns"
)

const (
	domain   = "local."
	service  = "_dogfight._udp." + domain
	services = "_services._dns-sd._udp." + domain // lists the services of a network (RFC 6763, section 9)
	maxLabel = 63                                 // bytes of a label in DNS (RFC 1035, section 2.3.4)
	ttl      = 120                                // seconds
)

// zone has the records of a match at some addresses of this machine.
type zone struct {
	instance, host string
	port           uint16
	at             []netip.Addr
	txt            []string
}

func newZone(id uint64, title string, port uint16, at []netip.Addr) *zone {
	z := &zone{
		instance: escape(instanceName(title, id)) + "." + service,
		host:     fmt.Sprintf("dogfight-%s.%s", idText(id), domain),
		port:     port,
		txt:      []string{"txtvers=1", "id=" + idText(id)},
	}
	for _, a := range at {
		z.at = append(z.at, a.WithZone(""))
		if !a.IsLinkLocalUnicast() { // meaningless without the interface
			z.txt = append(z.txt, "at="+a.String())
		}
	}
	return z
}

// records returns the answer to a question, with further records that its sender will need.
func (z *zone) records(q dns.Question) []dns.RR {
	is := func(t uint16) bool { return q.Qtype == t || q.Qtype == dns.TypeANY }
	switch {
	case q.Name == services && is(dns.TypePTR):
		return []dns.RR{&dns.PTR{Hdr: header(services, dns.TypePTR), Ptr: service}}
	case q.Name == service && is(dns.TypePTR):
		all := []dns.RR{&dns.PTR{Hdr: header(service, dns.TypePTR), Ptr: z.instance}}
		return append(all, z.records(dns.Question{Name: z.instance, Qtype: dns.TypeANY})...)
	case q.Name == z.instance:
		var all []dns.RR
		if is(dns.TypeSRV) {
			all = append(all, &dns.SRV{Hdr: header(z.instance, dns.TypeSRV), Priority: 10, Weight: 1, Port: z.port, Target: z.host})
		}
		if is(dns.TypeSRV) || q.Qtype == dns.TypeA {
			all = append(all, z.addresses(true)...)
		}
		if is(dns.TypeSRV) || q.Qtype == dns.TypeAAAA {
			all = append(all, z.addresses(false)...)
		}
		if is(dns.TypeTXT) {
			all = append(all, &dns.TXT{Hdr: header(z.instance, dns.TypeTXT), Txt: z.txt})
		}
		return all
	case q.Name == z.host && (q.Qtype == dns.TypeA || q.Qtype == dns.TypeAAAA):
		return z.addresses(q.Qtype == dns.TypeA)
	}
	return nil
}

// addresses returns the records of the addresses of a family.
func (z *zone) addresses(v4 bool) (all []dns.RR) {
	for _, a := range z.at {
		switch {
		case a.Is4() != v4:
		case v4:
			all = append(all, &dns.A{Hdr: header(z.host, dns.TypeA), A: a.AsSlice()})
		default:
			all = append(all, &dns.AAAA{Hdr: header(z.host, dns.TypeAAAA), AAAA: a.AsSlice()})
		}
	}
	return all
}

func header(name string, rrtype uint16) dns.RR_Header {
	return dns.RR_Header{Name: name, Rrtype: rrtype, Class: dns.ClassINET, Ttl: ttl}
}

// instanceName returns the name that tools show in a list of services. Matches of the same title have different ones.
func instanceName(title string, id uint64) string {
	number := fmt.Sprintf(" (%s)", idText(id)[:4])
	for len(title) > maxLabel-len(number) {
		_, size := utf8.DecodeLastRuneInString(title)
		title = title[:len(title)-size]
	}
	return strings.TrimSpace(title) + number
}

// escape writes a label in the form in which package dns reads labels: otherwise a host would not recognize its own name.
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

// serviceRecords are the received records of a service.
type serviceRecords struct {
	name, host string
	port       uint16
	v4, v6     netip.Addr
	txt        []string
}

func isService(name string) bool { return strings.HasSuffix(strings.ToLower(name), "."+service) }

// match returns the announced match. Addresses that cannot be those of another machine are left out.
func (e *serviceRecords) match() (m instance, ok bool) {
	if !isService(e.name) || e.port == 0 {
		return m, false
	}
	add := func(a netip.Addr) {
		if a = a.Unmap(); elsewhere(a) {
			m.add(netip.AddrPortFrom(a, e.port))
		}
	}
	add(e.v4)
	for _, field := range e.txt {
		if text, is := strings.CutPrefix(field, "id="); is {
			m.ID, ok = parseID(text)
		} else if text, is := strings.CutPrefix(field, "at="); is {
			if a, err := netip.ParseAddr(text); err == nil && a.Zone() == "" {
				add(a)
			}
		}
	}
	add(e.v6)
	return m, ok && len(m.At) > 0
}
