package lan

import (
	"math/rand/v2"
	"net"
	"net/netip"
	"slices"
	"time"

	"github.com/miekg/dns"
)

// replies are the answers to a question on a network, by their source. They may be lies: their cost is bounded for each
// source and in all, and no source affects another.
type replies struct {
	on   []netip.Prefix // of the network
	zone string         // of its link-local addresses

	sources []source // in the order in which they answered
}

// source is an address that answers.
type source struct {
	at      netip.Addr
	packets int
	matches []instance
}

const (
	// maxSources bounds the sources, maxOfSource the packets and the matches of each: more than a machine needs. They
	// apply to one question, so no rate is needed. Further answers cost a read and a look at their source.
	maxSources  = 1024
	maxOfSource = 8
	// maxFarAddresses bounds a match's addresses on other networks.
	maxFarAddresses = 2
)

// listen reads answers until a time.
func (r *replies) listen(conn *net.UDPConn, until time.Time) {
	conn.SetReadDeadline(until)
	buf := make([]byte, longestMDNS)
	for {
		n, from, err := conn.ReadFromUDPAddrPort(buf)
		if err != nil {
			return
		}
		r.add(from, buf[:n])
	}
}

// add adds an answer. Answers come from the port of multicast DNS and from the network itself (RFC 6762, sections 6 and
// 11).
func (r *replies) add(from netip.AddrPort, p []byte) {
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
	for _, e := range servicesIn(&m, r.zone) {
		match, ok := e.match()
		if ok && len(s.matches) < maxOfSource && !slices.ContainsFunc(s.matches, func(o instance) bool { return o.ID == match.ID }) {
			r.sort(&match, at)
			match.readWeb(e.txt, at)
			s.matches = append(s.matches, match)
		}
	}
}

// source returns the source at an address, or nil if there is no room for it.
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
func (r *replies) sort(m *instance, from netip.Addr) {
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
	m.At = m.At[:min(len(m.At), near+maxFarAddresses)]
}

// matches returns the matches, up to a limit: one of each source, in random order, then another of each.
func (r *replies) matches() (found []instance) {
	rand.Shuffle(len(r.sources), func(i, k int) { r.sources[i], r.sources[k] = r.sources[k], r.sources[i] })
	for nth := range maxOfSource {
		for i := range r.sources {
			if of := r.sources[i].matches; nth < len(of) && len(found) < maxMatches {
				found = append(found, of[nth])
			}
		}
	}
	return found
}

// servicesIn returns the records of each match in a message, up to maxOfSource.
func servicesIn(m *dns.Msg, zone string) (found []*serviceRecords) {
	named := func(name string) *serviceRecords {
		i := slices.IndexFunc(found, func(e *serviceRecords) bool { return e.name == name })
		switch {
		case i >= 0:
			return found[i]
		case len(found) == maxOfSource || !isService(name):
			return &serviceRecords{}
		}
		found = append(found, &serviceRecords{name: name})
		return found[len(found)-1]
	}
	all := slices.Concat(m.Answer, m.Extra)
	for _, rr := range all {
		switch rr := rr.(type) {
		case *dns.SRV:
			e := named(rr.Hdr.Name)
			e.host, e.port = rr.Target, rr.Port
		case *dns.TXT:
			named(rr.Hdr.Name).txt = rr.Txt
		}
	}
	for _, rr := range all {
		for _, e := range found {
			if rr.Header().Name != e.host {
				continue
			}
			switch rr := rr.(type) {
			case *dns.A:
				e.v4, _ = netip.AddrFromSlice(rr.A)
			case *dns.AAAA:
				if e.v6, _ = netip.AddrFromSlice(rr.AAAA); e.v6.IsLinkLocalUnicast() {
					e.v6 = e.v6.WithZone(zone)
				}
			}
		}
	}
	return found
}
