package lan

import (
	"errors"
	"slices"
	"strings"

	"github.com/hashicorp/mdns"
	"github.com/miekg/dns"
)

const (
	// uniBit in the class of a question asks for a unicast answer, in that of a record
	// it says that there are no others of that name (RFC 6762, sections 5.4, 10.2).
	uniBit = 1 << 15

	// legacyTTL is the longest lifetime for a resolver that knows no multicast, in seconds
	// (section 6.7).
	legacyTTL = 10

	// maxQuestions are looked at in a query. Those for a match need one to four.
	maxQuestions = 16
)

// query is a question that came, or several.
type mdnsQuery struct {
	msg    dns.Msg
	legacy bool // it is from a resolver that knows no multicast
}

var errNoQuery = errors.New("not a query")

// parse reads a query that came from a port. It refuses headers that multicast DNS forbids
// (RFC 6762, section 18).
func (q *mdnsQuery) parse(p []byte, port uint16) error {
	const responseBit = 0x80 // in the third byte: most of what goes over the network
	if len(p) < 12 || p[2]&responseBit != 0 {
		return errNoQuery
	}
	if err := q.msg.Unpack(p); err != nil {
		return err
	}
	if q.msg.Response || q.msg.Opcode != dns.OpcodeQuery || q.msg.Rcode != 0 {
		return errNoQuery
	}
	q.legacy = port != mdnsPort
	return nil
}

// answers returns the records for the asker alone, and those for all.
func (q *mdnsQuery) answers(zone mdns.Zone) (alone, all []dns.RR) {
	for _, question := range q.msg.Question[:min(len(q.msg.Question), maxQuestions)] {
		to := &all
		if q.legacy || question.Qclass&uniBit != 0 {
			to = &alone
		}
		question.Qclass &^= uniBit
		if question.Qclass != dns.ClassINET && question.Qclass != dns.ClassANY {
			continue
		}
		if strings.EqualFold(question.Name, service+"."+domain) {
			question.Name = service + "." + domain
		}
		if records := zone.Records(question); len(records) > 0 && !q.knows(records[0]) {
			*to = gather(*to, records)
		}
	}
	return alone, all
}

// knows reports whether the asker has said that it knows a record, and will for as long again
// as it has (RFC 6762, section 7.1).
func (q *mdnsQuery) knows(record dns.RR) bool {
	return slices.ContainsFunc(q.msg.Answer, func(known dns.RR) bool {
		known.Header().Class &^= uniBit
		return known.Header().Ttl >= record.Header().Ttl/2 && dns.IsDuplicate(known, record)
	})
}

// gather adds records to others, each once.
func gather(to, records []dns.RR) []dns.RR {
	for _, r := range records {
		if !slices.ContainsFunc(to, func(o dns.RR) bool { return dns.IsDuplicate(o, r) }) {
			to = append(to, r)
		}
	}
	return to
}

// reply returns the datagram with records for the asker.
func (q *mdnsQuery) reply(records []dns.RR) ([]byte, error) {
	m := dns.Msg{MsgHdr: dns.MsgHdr{Id: q.msg.Id}}
	if q.legacy {
		m.Question = q.msg.Question[:min(len(q.msg.Question), 1)]
		for _, r := range records {
			r.Header().Ttl = min(r.Header().Ttl, legacyTTL)
		}
		return pack(&m, records)
	}
	return pack(&m, unique(records))
}

// announcement returns the datagram with records for all.
func announcement(records []dns.RR) ([]byte, error) { return pack(&dns.Msg{}, unique(records)) }

// unique marks records as the only ones of their name, except in the list of matches.
func unique(records []dns.RR) []dns.RR {
	for _, r := range records {
		if r.Header().Rrtype != dns.TypePTR {
			r.Header().Class |= uniBit
		}
	}
	return records
}

func pack(m *dns.Msg, records []dns.RR) ([]byte, error) {
	m.Response, m.Authoritative, m.Compress = true, true, true
	m.Answer = records
	return m.Pack()
}
