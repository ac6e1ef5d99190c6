package lan

import (
	"net/netip"
	"testing"

	"github.com/hashicorp/mdns"
	"github.com/miekg/dns"
)

func aZone(t testing.TB) *mdns.MDNSService {
	z, err := zone(0xa1, "Fun", 4242, []netip.Addr{netip.MustParseAddr("192.168.1.7"), netip.MustParseAddr("fe80::7")})
	if err != nil {
		t.Fatal(err)
	}
	return z
}

// asked returns what is said to a query from a port.
func asked(t testing.TB, m dns.Msg, port uint16) (alone, all []dns.RR) {
	b, err := m.Pack()
	if err != nil {
		t.Fatal(err)
	}
	var q mdnsQuery
	if q.parse(b, port) != nil {
		return nil, nil
	}
	return q.answers(aZone(t))
}

func TestWhoIsAnswered(t *testing.T) {
	ptr := dns.Question{Name: "_dogfight._udp.local.", Qtype: dns.TypePTR, Qclass: dns.ClassINET}
	with := func(change func(q *dns.Question)) []dns.Question {
		q := ptr
		change(&q)
		return []dns.Question{q}
	}
	known := func(ttl uint32, name string) []dns.RR {
		return []dns.RR{&dns.PTR{Hdr: dns.RR_Header{Name: ptr.Name, Rrtype: dns.TypePTR, Class: dns.ClassINET, Ttl: ttl}, Ptr: name}}
	}
	itself := aZone(t).Records(ptr)[0].(*dns.PTR).Ptr
	for name, c := range map[string]struct {
		msg        dns.Msg
		port       uint16
		alone, all bool
	}{
		"a question":                        {dns.Msg{Question: []dns.Question{ptr}}, 5353, false, true},
		"one to be answered alone":          {dns.Msg{Question: with(func(q *dns.Question) { q.Qclass |= uniBit })}, 5353, true, false},
		"of a simple resolver":              {dns.Msg{Question: []dns.Question{ptr}}, 40000, true, false},
		"in capitals":                       {dns.Msg{Question: with(func(q *dns.Question) { q.Name = "_DogFight._UDP.local." })}, 5353, false, true},
		"any class":                         {dns.Msg{Question: with(func(q *dns.Question) { q.Qclass = dns.ClassANY })}, 5353, false, true},
		"another class":                     {dns.Msg{Question: with(func(q *dns.Question) { q.Qclass = dns.ClassCHAOS })}, 5353, false, false},
		"another service":                   {dns.Msg{Question: with(func(q *dns.Question) { q.Name = "_http._tcp.local." })}, 5353, false, false},
		"it knows us":                       {dns.Msg{Question: []dns.Question{ptr}, Answer: known(100, itself)}, 5353, false, false},
		"it soon will not know us any more": {dns.Msg{Question: []dns.Question{ptr}, Answer: known(10, itself)}, 5353, false, true},
		"it knows another":                  {dns.Msg{Question: []dns.Question{ptr}, Answer: known(100, "x."+ptr.Name)}, 5353, false, true},
		"a response":                        {dns.Msg{MsgHdr: dns.MsgHdr{Response: true}, Question: []dns.Question{ptr}}, 5353, false, false},
		"another operation":                 {dns.Msg{MsgHdr: dns.MsgHdr{Opcode: dns.OpcodeUpdate}, Question: []dns.Question{ptr}}, 5353, false, false},
		"an error":                          {dns.Msg{MsgHdr: dns.MsgHdr{Rcode: dns.RcodeRefused}, Question: []dns.Question{ptr}}, 5353, false, false},
		"nothing":                           {dns.Msg{}, 5353, false, false},
	} {
		alone, all := asked(t, c.msg, c.port)
		if (len(alone) > 0) != c.alone || (len(all) > 0) != c.all {
			t.Errorf("%s: %d records for the asker, %d for all", name, len(alone), len(all))
		}
	}
}

func TestARecordIsToldOnceHoweverOftenItIsAskedFor(t *testing.T) {
	q := dns.Question{Name: "_dogfight._udp.local.", Qtype: dns.TypePTR, Qclass: dns.ClassINET}
	_, once := asked(t, dns.Msg{Question: []dns.Question{q}}, 5353)
	m := dns.Msg{}
	for range 500 {
		m.Question = append(m.Question, q)
	}
	if _, all := asked(t, m, 5353); len(once) == 0 || len(all) != len(once) {
		t.Errorf("%d records, want the %d of one question", len(all), len(once))
	}
}

func TestWhoIsANeighbour(t *testing.T) {
	r := responder{iface: 3, on: []netip.Prefix{netip.MustParsePrefix("192.0.2.0/24"), netip.MustParsePrefix("fe80::/64")}}
	for _, c := range []struct {
		iface int
		from  string
		want  bool
	}{
		{3, "192.0.2.9:5353", true}, {0, "192.0.2.9:5353", true}, {3, "[::ffff:192.0.2.9]:40000", true}, {3, "[fe80::9%eth0]:5353", true},
		{4, "192.0.2.9:5353", false}, {3, "192.0.3.9:5353", false}, {3, "127.0.0.1:5353", false}, {3, "[2001:db8::1]:5353", false}, {3, "192.0.2.9:0", false},
	} {
		if got := r.isNeighbour(c.iface, at(c.from)); got != c.want {
			t.Errorf("%s by interface %d: %v, want %v", c.from, c.iface, got, c.want)
		}
	}
}

// FuzzReply: whatever comes, an answer is small, and one that can be read.
func FuzzReply(f *testing.F) {
	q := dns.Msg{Question: []dns.Question{{Name: "_dogfight._udp.local.", Qtype: dns.TypePTR, Qclass: dns.ClassINET}}}
	b, _ := q.Pack()
	f.Add(b, uint16(5353))
	f.Add(b, uint16(40000))
	f.Add([]byte{}, uint16(1))
	f.Fuzz(func(t *testing.T, b []byte, port uint16) {
		var q mdnsQuery
		if len(b) > 9000 || q.parse(b, port) != nil {
			return
		}
		alone, all := q.answers(aZone(t))
		for _, records := range [][]dns.RR{alone, all} {
			p, err := q.reply(records)
			if err != nil {
				continue // a name in the question that cannot be said again
			}
			var m dns.Msg
			if err := m.Unpack(p); err != nil || len(p) > 1400 {
				t.Errorf("%d bytes: %v", len(p), err)
			}
		}
	})
}
