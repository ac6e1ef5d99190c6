package lan

import (
	"errors"
	"math/rand/v2"
	"net"
	"net/netip"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/miekg/dns"

	"dogfight/net/admission"
	"dogfight/sys"
)

// responder answers questions on one network, by one family of addresses, of its neighbours only (RFC 6762, section
// 11), at a bounded rate.
type responder struct {
	// Static after construction.
	iface   int
	on      []netip.Prefix // prefixes of the network
	zone    *zone
	socket  multicast
	running sync.WaitGroup

	// Owned by run.
	limit  *admission.FairShare // of unicast answers
	wanted []dns.RR             // to be sent to all
	due    time.Time            // when to send; zero if nothing is wanted
	sentAt time.Time            // last answer to all
}

const (
	// Unicast answers a second: in all, and to each address. A player's search asks every few seconds. Neighbours may
	// forge each other's addresses, and an answer is seven times as long as a question: this is the traffic that they
	// can direct at another.
	unicastRate     = 64
	unicastRateEach = 8

	// everySecond is the least time between answers to all (RFC 6762, section 6).
	everySecond = time.Second

	// Since several may answer, each waits a random time (section 6), in which other questions arrive.
	minWait, maxWait = 20 * time.Millisecond, 120 * time.Millisecond

	// retry is the pause after a failed read.
	retry = 100 * time.Millisecond
)

// respond answers on a network until the responder is closed.
func respond(on network, v4 bool, z *zone) (*responder, error) {
	socket, err := openMulticast(on.iface, v4)
	if err != nil {
		return nil, err
	}
	r := &responder{
		iface: on.iface.Index, on: prefixesOf(on.iface), zone: z, socket: socket,
		limit: admission.NewFairShare(unicastRate, unicastRateEach),
	}
	r.running.Go(func() {
		defer sys.Restore()
		r.run()
	})
	return r, nil
}

// close also waits for its goroutine.
func (r *responder) close() {
	r.socket.close()
	r.running.Wait()
}

// run answers questions, and sends to all when that is due.
func (r *responder) run() {
	for b := make([]byte, longestMDNS); ; {
		n, iface, from, err := r.socket.read(b, r.due)
		switch {
		case errors.Is(err, net.ErrClosed):
			return
		case errors.Is(err, os.ErrDeadlineExceeded):
			r.sendWanted(time.Now())
		case err != nil:
			time.Sleep(retry)
		case r.isNeighbour(iface, from):
			r.handle(b[:n], from, time.Now())
		}
	}
}

// handle handles a neighbour's datagram.
func (r *responder) handle(p []byte, from netip.AddrPort, now time.Time) {
	var q query
	if q.parse(p, from.Port()) != nil {
		return
	}
	alone, all := q.answers(r.zone)
	if len(alone) > 0 && r.limit.Allow(netip.PrefixFrom(from.Addr(), from.Addr().BitLen()), now) {
		if b, err := q.reply(alone); err == nil {
			r.socket.write(b, from)
		}
	}
	if len(all) > 0 {
		r.want(all, now)
	}
}

// want schedules records for all, at most once a second.
func (r *responder) want(records []dns.RR, now time.Time) {
	r.wanted = gather(r.wanted, records)
	if r.due.IsZero() {
		r.due = now.Add(minWait + rand.N(maxWait-minWait))
		if next := r.sentAt.Add(everySecond); r.due.Before(next) {
			r.due = next
		}
	}
}

func (r *responder) sendWanted(now time.Time) {
	if b, err := announcement(r.wanted); err == nil {
		r.socket.write(b, r.socket.group)
	}
	r.wanted, r.due, r.sentAt = nil, time.Time{}, now
}

// isNeighbour reports whether a datagram received on an interface (0 if unknown) is from a neighbour. An address
// without a port cannot be answered.
func (r *responder) isNeighbour(iface int, from netip.AddrPort) bool {
	return from.Port() != 0 && (iface == 0 || iface == r.iface) && onLink(r.on, from.Addr())
}

const (
	// uniBit in the class of a question asks for a unicast answer; in that of a record it marks the only ones of that
	// name (RFC 6762, sections 5.4, 10.2).
	uniBit = 1 << 15

	// legacyTTL is the longest lifetime for a resolver without multicast, in seconds (section 6.7).
	legacyTTL = 10

	// maxQuestions bounds the questions read in a query. Those for a match need one to four.
	maxQuestions = 16
)

// query is a received query.
type query struct {
	msg    dns.Msg
	legacy bool // from a resolver without multicast
}

var errNoQuery = errors.New("not a query")

// parse parses a query from a port. It refuses headers that multicast DNS forbids (RFC 6762, section 18).
func (q *query) parse(p []byte, port uint16) error {
	const responseBit = 0x80 // in the third byte: most of the traffic
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

// answers returns the records for the sender alone, and those for all.
func (q *query) answers(z *zone) (alone, all []dns.RR) {
	for _, question := range q.msg.Question[:min(len(q.msg.Question), maxQuestions)] {
		to := &all
		if q.legacy || question.Qclass&uniBit != 0 {
			to = &alone
		}
		question.Qclass &^= uniBit
		if question.Qclass != dns.ClassINET && question.Qclass != dns.ClassANY {
			continue
		}
		if strings.EqualFold(question.Name, service) {
			question.Name = service
		}
		if records := z.records(question); len(records) > 0 && !q.knows(records[0]) {
			*to = gather(*to, records)
		}
	}
	return alone, all
}

// knows reports whether the sender has listed a record with at least half of its lifetime (RFC 6762, section 7.1).
func (q *query) knows(record dns.RR) bool {
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

// reply returns the datagram with records for the sender.
func (q *query) reply(records []dns.RR) ([]byte, error) {
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
