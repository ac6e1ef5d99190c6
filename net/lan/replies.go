package lan

import (
	"math/rand/v2"
	"net"
	"net/netip"
	"slices"
	"strings"
	"time"

	"github.com/hashicorp/mdns"
	"github.com/miekg/dns"
)

// replies are the answers to a question on a network, by their source. All of them may be lies: what they cost is bounded
// for each source and in all, and what one of them says takes nothing from another.
type replies struct {
	on   []netip.Prefix // of the network
	zone string         // of its link-local addresses

	sources []source // in the order in which they answered
}

// source is an address that answers.
type source struct {
	at      netip.Addr
	packets int
	matches []Match
}

const (
	// maxSources is how many may answer, and maxOfSource how often, and with how many matches: more than a machine needs.
	// They count within one question, so no rate is needed. Any more cost a read and a look at where they come from.
	maxSources  = 1024
	maxOfSource = 8
	// maxFar is how many addresses of a match may be of other networks.
	maxFar = 2
)

// listen takes what comes, until a time.
func (r *replies) listen(conn *net.UDPConn, until time.Time) {
	conn.SetReadDeadline(until)
	buf := make([]byte, longestMDNS)
	for {
		n, from, err := conn.ReadFromUDPAddrPort(buf)
		if err != nil {
			return
		}
		r.take(from, buf[:n])
	}
}

// take takes an answer. Answers come from the port of multicast DNS and from the network itself (RFC 6762,
// sections 6 and 11).
func (r *replies) take(from netip.AddrPort, p []byte) {
	at := from.Addr().Unmap()
	if from.Port() != mdnsPort || !onLink(r.on, at) {
		return
	}
	s := r.source(at)
	if s == nil || s.packets == maxOfSource {
		return
	}
	s.packets++
	var m dns.Msg
	if m.Unpack(p) != nil || !m.Response {
		return
	}
	for _, e := range entriesOf(&m, r.zone) {
		match, ok := matchOf(e)
		if ok && len(s.matches) < maxOfSource && !slices.ContainsFunc(s.matches, func(o Match) bool { return o.ID == match.ID }) {
			r.sort(&match, at)
			match.tellWeb(e.InfoFields, at)
			s.matches = append(s.matches, match)
		}
	}
}

// source returns the one at an address; nil if there is no room for it.
func (r *replies) source(at netip.Addr) *source {
	i := slices.IndexFunc(r.sources, func(s source) bool { return s.at == at })
	if i < 0 && len(r.sources) < maxSources {
		i = len(r.sources)
		r.sources = append(r.sources, source{at: at})
	}
	if i < 0 {
		return nil
	}
	return &r.sources[i]
}

// sort puts the address first from which the answer came, and those of other networks last.
func (r *replies) sort(m *Match, from netip.Addr) {
	far := func(a netip.AddrPort) bool { return !onLink(r.on, a.Addr()) }
	first := func(a netip.AddrPort) int {
		switch {
		case a.Addr() == from:
			return 0
		case !far(a):
			return 1
		}
		return 2
	}
	slices.SortStableFunc(m.At, func(a, b netip.AddrPort) int { return first(a) - first(b) })
	near := len(m.At)
	if i := slices.IndexFunc(m.At, far); i >= 0 {
		near = i
	}
	m.At = m.At[:min(len(m.At), near+maxFar)]
}

// matches returns the matches, up to a limit: one of each source, in random order, and then another of each.
func (r *replies) matches() (said []Match) {
	rand.Shuffle(len(r.sources), func(i, k int) { r.sources[i], r.sources[k] = r.sources[k], r.sources[i] })
	for nth := range maxOfSource {
		for i := range r.sources {
			if of := r.sources[i].matches; nth < len(of) && len(said) < maxMatches {
				said = append(said, of[nth])
			}
		}
	}
	return said
}

// entriesOf returns the services of ours that a message tells of, as far as one tells of each.
func entriesOf(m *dns.Msg, zone string) (found []*mdns.ServiceEntry) {
	entry := func(name string) *mdns.ServiceEntry {
		i := slices.IndexFunc(found, func(e *mdns.ServiceEntry) bool { return e.Name == name })
		switch {
		case i >= 0:
			return found[i]
		case len(found) == maxOfSource || !strings.HasSuffix(strings.ToLower(name), "."+service+"."+domain):
			return &mdns.ServiceEntry{} // none of ours
		}
		found = append(found, &mdns.ServiceEntry{Name: name})
		return found[len(found)-1]
	}
	all := slices.Concat(m.Answer, m.Extra)
	for _, rr := range all {
		switch rr := rr.(type) {
		case *dns.SRV:
			e := entry(rr.Hdr.Name)
			e.Host, e.Port = rr.Target, int(rr.Port)
		case *dns.TXT:
			entry(rr.Hdr.Name).InfoFields = rr.Txt
		}
	}
	for _, rr := range all {
		for _, e := range found {
			switch rr := rr.(type) {
			case *dns.A:
				if rr.Hdr.Name == e.Host {
					e.AddrV4 = rr.A
				}
			case *dns.AAAA:
				if rr.Hdr.Name == e.Host {
					e.AddrV6IPAddr = &net.IPAddr{IP: rr.AAAA}
					if rr.AAAA.IsLinkLocalUnicast() {
						e.AddrV6IPAddr.Zone = zone
					}
				}
			}
		}
	}
	return found
}
