package lan

import (
	"context"
	"fmt"
	"net/netip"
	"os"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/miekg/dns"
)

// titles are examples of titles.
var titles = []string{
	"Fun", "Ann's match", "a.b", `back\slash`, "(round) @home; \"x\"", "火星大戦 🚀", "évening",
	strings.Repeat("x", 60), strings.Repeat("é", 30), strings.Repeat("🚀", 15), " ", ".", "",
}

func TestAnInstanceNameIsEscapedAsItIsRead(t *testing.T) {
	for _, title := range titles {
		name := escape(instanceName(title, 7)) + "." + service
		wire := make([]byte, 300)
		n, err := dns.PackDomainName(name, wire, 0, nil, false)
		if err != nil {
			t.Errorf("%q: %v", title, err)
			continue
		}
		if back, _, err := dns.UnpackDomainName(wire[:n], 0); back != name {
			t.Errorf("%q: %q became %q, error %v", title, name, back, err)
		}
	}
}

func TestMatchesOfOneTitleHaveDifferentNames(t *testing.T) {
	for _, title := range titles {
		a, b := instanceName(title, 1<<60), instanceName(title, 2<<60)
		if a == b || len(a) > maxLabel || !strings.HasPrefix(a, strings.TrimSpace(title[:min(len(title), 52)])) {
			t.Errorf("%q: %q and %q", title, a, b)
		}
	}
}

// received returns the records of a zone as a client receives them.
func received(t *testing.T, z *zone) *serviceRecords {
	t.Helper()
	e := &serviceRecords{}
	for _, rr := range z.records(dns.Question{Name: service, Qtype: dns.TypePTR}) {
		wire := make([]byte, 1000)
		if _, err := dns.PackRR(rr, wire, 0, nil, false); err != nil {
			t.Fatal(err)
		}
		rr, _, err := dns.UnpackRR(wire, 0)
		if err != nil {
			t.Fatal(err)
		}
		switch rr := rr.(type) {
		case *dns.PTR:
			e.name = rr.Ptr
		case *dns.SRV:
			e.host, e.port = rr.Target, rr.Port
		case *dns.TXT:
			e.txt = rr.Txt
		case *dns.A:
			e.v4, _ = netip.AddrFromSlice(rr.A)
		case *dns.AAAA:
			if e.v6, _ = netip.AddrFromSlice(rr.AAAA); e.v6.IsLinkLocalUnicast() {
				e.v6 = e.v6.WithZone("eth0")
			}
		}
	}
	return e
}

func TestAnnouncementsRoundTrip(t *testing.T) {
	for _, title := range titles {
		z := newZone(0xa1, title, 4242, []netip.Addr{
			netip.MustParseAddr("192.168.1.7"), netip.MustParseAddr("10.0.0.7"),
			netip.MustParseAddr("2001:db8::7"), netip.MustParseAddr("fe80::7%eth9"),
		})
		m, ok := received(t, z).match()
		want := instance{ID: 0xa1, At: []netip.AddrPort{
			at("10.0.0.7:4242"), at("192.168.1.7:4242"), at("[2001:db8::7]:4242"), at("[fe80::7%eth0]:4242"),
		}}
		if !ok || !reflect.DeepEqual(m, want) {
			t.Errorf("%q: expected %v, got %v", title, want, m)
		}
	}
}

func TestInvalidAnnouncementsAreIgnored(t *testing.T) {
	const name, id = "x._dogfight._udp.local.", "id=00000000000000a1"
	for what, e := range map[string]serviceRecords{
		"another service": {name: "x._http._tcp.local.", port: 42, txt: []string{id, "at=192.0.2.1"}},
		"no number":       {name: name, port: 42, txt: []string{"at=192.0.2.1"}},
		"a bad number":    {name: name, port: 42, txt: []string{"id=a1", "at=192.0.2.1"}},
		"no port":         {name: name, txt: []string{id, "at=192.0.2.1"}},
		"no address":      {name: name, port: 42, txt: []string{id}},
		"the loopback":    {name: name, port: 42, txt: []string{id, "at=127.0.0.1", "at=::1", "at=::ffff:127.0.0.1"}},
		"all of them":     {name: name, port: 42, txt: []string{id, "at=224.0.0.1", "at=255.255.255.255", "at=ff02::1"}},
		"none at all":     {name: name, port: 42, txt: []string{id, "at=0.0.0.0", "at=::", "at="}},
		"a zone of ours":  {name: name, port: 42, txt: []string{id, "at=fe80::1%eth0"}},
	} {
		if m, ok := e.match(); ok {
			t.Errorf("%s: %v came", what, m)
		}
	}
	many := serviceRecords{name: name, port: 42, txt: []string{id}}
	for i := range 200 {
		many.txt = append(many.txt, "at="+netip.AddrFrom4([4]byte{192, 0, 2, byte(i)}).String())
	}
	if m, ok := many.match(); !ok || len(m.At) != maxAddresses {
		t.Errorf("of 200 addresses %d were accepted", len(m.At))
	}
}

// FuzzMatchOf: addresses from any record can be asked.
func FuzzMatchOf(f *testing.F) {
	f.Add("x", 42, "id=00000000000000a1\nat=192.0.2.1", []byte{192, 0, 2, 1}, []byte{15: 1}, "eth0")
	f.Fuzz(func(t *testing.T, name string, port int, txt string, v4, v6 []byte, zone string) {
		a4, _ := netip.AddrFromSlice(v4)
		a6, _ := netip.AddrFromSlice(v6)
		e := serviceRecords{
			name: name + "." + service, port: uint16(port), txt: strings.Split(txt, "\n"),
			v4: a4, v6: a6.WithZone(zone),
		}
		m, ok := e.match()
		if !ok {
			return
		}
		for _, a := range m.At {
			if !a.IsValid() || a.Port() == 0 || !elsewhere(a.Addr()) {
				t.Errorf("got %v", a)
			}
		}
		if len(m.At) < 1 || len(m.At) > maxAddresses {
			t.Errorf("got %d addresses", len(m.At))
		}
	})
}

func TestAQuestionForAnInstanceIsAnswered(t *testing.T) {
	for _, title := range titles {
		z := newZone(0xa1, title, 4242, []netip.Addr{netip.MustParseAddr("192.168.1.7")})
		e := received(t, z)
		for _, kind := range []uint16{dns.TypeSRV, dns.TypeTXT} {
			if len(z.records(dns.Question{Name: e.name, Qtype: kind})) == 0 {
				t.Errorf("%s has no %s", e.name, dns.TypeToString[kind])
			}
		}
		if len(z.records(dns.Question{Name: e.host, Qtype: dns.TypeA})) == 0 {
			t.Errorf("%s has no address", e.host)
		}
	}
}

func aZone(t testing.TB) *zone {
	z := newZone(0xa1, "Fun", 4242, []netip.Addr{netip.MustParseAddr("192.168.1.7"), netip.MustParseAddr("fe80::7")})
	return z
}

// asked returns the answers to a query from a port.
func asked(t testing.TB, m dns.Msg, port uint16) (alone, all []dns.RR) {
	b, err := m.Pack()
	if err != nil {
		t.Fatal(err)
	}
	var q query
	if q.parse(b, port) != nil {
		return nil, nil
	}
	return q.answers(aZone(t))
}

func TestOnlyQuestionsForUsAreAnswered(t *testing.T) {
	ptr := dns.Question{Name: "_dogfight._udp.local.", Qtype: dns.TypePTR, Qclass: dns.ClassINET}
	with := func(change func(q *dns.Question)) []dns.Question {
		q := ptr
		change(&q)
		return []dns.Question{q}
	}
	known := func(ttl uint32, name string) []dns.RR {
		return []dns.RR{&dns.PTR{Hdr: dns.RR_Header{Name: ptr.Name, Rrtype: dns.TypePTR, Class: dns.ClassINET, Ttl: ttl}, Ptr: name}}
	}
	itself := aZone(t).records(ptr)[0].(*dns.PTR).Ptr
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

func TestARecordIsSentOnceHoweverOftenItIsRequested(t *testing.T) {
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

func TestIsNeighbour(t *testing.T) {
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

// FuzzReply: the answer to anything is small and valid.
func FuzzReply(f *testing.F) {
	q := dns.Msg{Question: []dns.Question{{Name: "_dogfight._udp.local.", Qtype: dns.TypePTR, Qclass: dns.ClassINET}}}
	b, _ := q.Pack()
	f.Add(b, uint16(5353))
	f.Add(b, uint16(40000))
	f.Add([]byte{}, uint16(1))
	f.Fuzz(func(t *testing.T, b []byte, port uint16) {
		var q query
		if len(b) > 9000 || q.parse(b, port) != nil {
			return
		}
		alone, all := q.answers(aZone(t))
		for _, records := range [][]dns.RR{alone, all} {
			p, err := q.reply(records)
			if err != nil {
				continue // a name in the question that cannot be repeated
			}
			var m dns.Msg
			if err := m.Unpack(p); err != nil || len(p) > 1400 {
				t.Errorf("%d bytes: %v", len(p), err)
			}
		}
	})
}

// reply is a host's answer about a match at some addresses.
func reply(t testing.TB, id uint64, title string, at ...string) []byte {
	t.Helper()
	var addrs []netip.Addr
	for _, a := range at {
		addrs = append(addrs, netip.MustParseAddr(a))
	}
	z := newZone(id, title, 4242, addrs)
	m := dns.Msg{Compress: true, Answer: z.records(dns.Question{Name: service, Qtype: dns.TypePTR})}
	m.Response = true
	p, err := m.Pack()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func ourReplies() *replies {
	return &replies{on: []netip.Prefix{netip.MustParsePrefix("192.168.1.0/24"), netip.MustParsePrefix("2001:db8::/64")}, zone: "eth0"}
}

func TestAThousandForgedAnswersDoNotAffectAnHonestOne(t *testing.T) {
	for _, honestAt := range []int{0, 500, 999} {
		r := ourReplies()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for i := range 1000 {
			if i == honestAt {
				r.add(at("192.168.1.7:5353"), reply(t, 77, "Fun", "192.168.1.7"))
			}
			r.add(at("192.168.1.66:5353"), reply(t, uint64(1000+i), fmt.Sprint("AAA ", i), "192.168.1.66", fmt.Sprintf("192.168.1.%d", i%250)))
		}
		runtime.ReadMemStats(&after)
		got := r.matches()
		if !slices.ContainsFunc(got, func(m instance) bool { return m.ID == 77 }) {
			t.Errorf("the honest one is not among %d", len(got))
		}
		if len(got) > 1+maxOfSource {
			t.Errorf("accepted %d matches of a forger", len(got)-1)
		}
	}
}

func TestManySourcesAreHandledInTurn(t *testing.T) {
	turns := 0
	var said [200][]byte
	for i := range said {
		said[i] = reply(t, uint64(i+1), "x", fmt.Sprintf("192.168.1.%d", i+1))
	}
	for range 400 {
		r := ourReplies()
		for i, p := range said {
			r.add(netip.AddrPortFrom(netip.AddrFrom4([4]byte{192, 168, 1, byte(i + 1)}), mdnsPort), p)
		}
		got := r.matches()
		if len(got) != maxMatches {
			t.Fatalf("%d matches", len(got))
		}
		if slices.ContainsFunc(got, func(m instance) bool { return m.ID == 200 }) {
			turns++
		}
	}
	if turns < 400*maxMatches/200/3 { // a third of the expected number
		t.Errorf("the last of 200 had a turn %d times of 400", turns)
	}
}

func TestAnswersFromOtherNetworksAreIgnored(t *testing.T) {
	p := reply(t, 7, "Fun", "192.168.1.7")
	for from, heard := range map[string]bool{
		"192.168.1.7:5353": true, "[::ffff:192.168.1.7]:5353": true, "[2001:db8::7]:5353": true, "[fe80::7%eth0]:5353": true,
		"192.168.1.7:5354": false, "192.168.2.7:5353": false, "[2001:db8:1::7]:5353": false, "8.8.8.8:5353": false,
	} {
		r := ourReplies()
		r.add(at(from), p)
		if got := len(r.matches()) == 1; got != heard {
			t.Errorf("%s was accepted: %v", from, got)
		}
	}
}

func TestTheSenderOfAnAnswerIsTriedFirstAndFewOtherNetworks(t *testing.T) {
	r := ourReplies()
	r.add(at("192.168.1.7:5353"), reply(t, 7, "Fun", "10.0.0.1", "10.0.0.2", "10.0.0.3", "192.168.1.9", "192.168.1.7", "2001:db8::7"))
	want := []netip.AddrPort{at("192.168.1.7:4242"), at("192.168.1.9:4242"), at("[2001:db8::7]:4242"), at("10.0.0.1:4242"), at("10.0.0.2:4242")}
	got := r.matches()
	if len(got) != 1 || len(got[0].At) != len(want) || got[0].At[0] != want[0] {
		t.Fatalf("got %v, want %v", got, want)
	}
	for _, a := range want[:3] {
		if !slices.Contains(got[0].At[:3], a) {
			t.Errorf("%v is not among the first", a)
		}
	}
}

// FuzzReplies: the matches from any answers are bounded and can be asked.
func FuzzReplies(f *testing.F) {
	f.Add(reply(f, 7, "Fun", "192.168.1.7"))
	f.Add([]byte{0, 0, 0x80, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0xc0, 0x0c})
	f.Fuzz(func(t *testing.T, p []byte) {
		r := ourReplies()
		for range 20 {
			r.add(at("192.168.1.7:5353"), p)
		}
		said := r.matches()
		if len(said) > maxOfSource {
			t.Errorf("%d matches", len(said))
		}
		for _, m := range said {
			for _, a := range m.At {
				if !a.IsValid() || a.Port() == 0 || !elsewhere(a.Addr()) {
					t.Errorf("got %v", a)
				}
			}
		}
	})
}

// TestAQuestionIsAnsweredOnTheNetwork asks on the networks of this machine for a match that is announced there.
func TestAQuestionIsAnsweredOnTheNetwork(t *testing.T) {
	t.Parallel()
	on := networks()
	if len(on) == 0 {
		t.Skip("this machine is on no network with multicast")
	}
	ctx, end := context.WithTimeout(t.Context(), 20*time.Second)
	defer end()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		a := Announcer{ID: 0xfeed, Title: "Fun", Listen: at("0.0.0.0:4242")}
		a.Run(ctx)
	}()
	defer func() { end(); <-ended }()
	for ctx.Err() == nil {
		for _, m := range ask(ctx, on) {
			if m.ID == 0xfeed {
				return
			}
		}
	}
	t.Skip("the system does not carry multicast here")
}

// answered returns the content of an answer from an address: each entry is one of its TXT record.
func answered(t *testing.T, from string, entries ...string) []instance {
	t.Helper()
	z := newZone(0xa1, "Fun", 4242, []netip.Addr{netip.MustParseAddr("192.168.1.7"), netip.MustParseAddr("192.168.1.8")})
	z.txt = append(z.txt, entries...)
	m := dns.Msg{Compress: true, Answer: z.records(dns.Question{Name: service, Qtype: dns.TypePTR})}
	m.Response = true
	p, err := m.Pack()
	if err != nil {
		t.Fatal(err)
	}
	r := ourReplies()
	r.add(at(from), p)
	return r.matches()
}

// webOf returns the address for browsers of a match at an address.
func webOf(m instance, addr string) string {
	url, _ := m.Web(netip.MustParseAddr(addr))
	return url
}

func TestBrowsersFindTheAnnouncedDoor(t *testing.T) {
	for door, want := range map[WebDoor]string{
		{Listen: at("0.0.0.0:8080")}:                   "http://192.168.1.7:8080/",
		{Listen: at("[::]:80")}:                        "http://192.168.1.7/",
		{Listen: at("[::]:443"), Secure: true}:         "https://192.168.1.7/",
		{Listen: at("192.168.1.7:8443"), Secure: true}: "https://192.168.1.7:8443/",
		{Listen: at("127.0.0.1:8080")}:                 "",
		{}:                                             "",
	} {
		var entries []string
		if record := door.record([]netip.Addr{netip.MustParseAddr("192.168.1.7")}, true); record != "" {
			entries = []string{record}
		}
		if got := webOf(answered(t, "192.168.1.7:5353", entries...)[0], "192.168.1.7"); got != want {
			t.Errorf("%+v: got %q, want %q", door, got, want)
		}
	}
}

func TestADoorIsAnnouncedOnlyWhereItCanBeReached(t *testing.T) {
	on := []netip.Addr{netip.MustParseAddr("192.168.1.7"), netip.MustParseAddr("2001:db8::7")}
	for listen, want := range map[string][2]bool{ // by IPv4, by IPv6
		"0.0.0.0:80": {true, false}, "[::]:80": {true, true}, "192.168.1.7:80": {true, false}, "[::ffff:192.168.1.7]:80": {true, false},
		"[2001:db8::7]:80": {false, true}, "192.168.1.8:80": {false, false}, "127.0.0.1:80": {false, false}, "0.0.0.0:0": {false, false},
	} {
		d := WebDoor{Listen: at(listen)}
		if got := [2]bool{d.record(on, true) != "", d.record(on, false) != ""}; got != want {
			t.Errorf("%s: got %v, want %v", listen, got, want)
		}
	}
}

func TestAStrangerCanSendBrowsersNowhereElse(t *testing.T) {
	for _, entry := range []string{
		"web=", "web=http", "web=http:", "web=http:0", "web=http:65536", "web=http:-1", "web=http:+80", "web=http:8_0", "web=http:0x50",
		"web=http://evil.example/", "web=http:80/x", "web=http:80@evil.example", "web=javascript:1", "web=ftp:21", "web=HTTP:80",
		"web=http:80:80", "web=http: 80", "web=http:80\n", "web=" + strings.Repeat("9", 200), "web=\x1b[2J:80",
	} {
		if got := webOf(answered(t, "192.168.1.7:5353", entry)[0], "192.168.1.7"); got != "" {
			t.Errorf("%q: got %q", entry, got)
		}
	}
	for _, m := range answered(t, "192.168.1.66:5353", "web=http:80") { // of a match at others' addresses
		for _, others := range []string{"192.168.1.7", "192.168.1.8"} {
			if url, known := m.Web(netip.MustParseAddr(others)); url != "" || known {
				t.Errorf("got %q for %s", url, others)
			}
		}
	}
	if got := answered(t, "192.168.1.7:5353", "web=http:81", "web=http:82")[0]; webOf(got, "192.168.1.7") != "http://192.168.1.7:81/" {
		t.Errorf("of two doors got %q", webOf(got, "192.168.1.7"))
	}
}

func TestNoBrowserIsSentToAnAddressThatItCannotWrite(t *testing.T) {
	for _, from := range []string{"fe80::7%eth0", "fe80::7", "127.0.0.1", "::1", "0.0.0.0", "224.0.0.1"} {
		if got := webAt("web=http:80", netip.MustParseAddr(from)); got != "" {
			t.Errorf("%s: %q came", from, got)
		}
	}
	if got := webAt("web=http:8080", netip.MustParseAddr("2001:db8::7")); got != "http://[2001:db8::7]:8080/" {
		t.Errorf("got %q", got)
	}
}

func TestTheFolderHasTheHostsAddressForBrowsers(t *testing.T) {
	f := folder(t.TempDir())
	a := Announcer{ID: 7, Listen: at("0.0.0.0:42"), Web: WebDoor{URL: "https://fight.example.org/"}}
	f.write(a.here())
	if got := f.read(time.Now()); len(got) != 1 || webOf(got[0], "127.0.0.1") != "https://fight.example.org/" {
		t.Errorf("got %+v", got)
	}
	for _, rubbish := range []string{"javascript:alert(1)/", "http://a b/", "http:///", "http://x/path", "http://x", "file://x/", "http://" + strings.Repeat("x", maxURL) + "/", "http://\x1b[2J/"} {
		os.WriteFile(f.file(8), []byte("127.0.0.1:43\nweb="+rubbish+"\n"), 0o600)
		if m := f.readFile(8); len(m.At) != 1 || webOf(m, "127.0.0.1") != "" {
			t.Errorf("%q: got %+v", rubbish, m)
		}
	}
}

// FuzzWebAt: any entry leads a browser to its sender or nowhere.
func FuzzWebAt(f *testing.F) {
	f.Add("web=http:8080", []byte{192, 168, 1, 7})
	f.Add("web=https:443", []byte{0: 0x20, 1: 1, 15: 7})
	f.Fuzz(func(t *testing.T, entry string, from []byte) {
		addr, ok := netip.AddrFromSlice(from)
		if !ok {
			return
		}
		url := webAt(entry, addr)
		if url == "" {
			return
		}
		if !isURL(url) || !strings.HasPrefix(strings.TrimPrefix(strings.TrimPrefix(url, "https://"), "http://"), hostOf(addr)) {
			t.Errorf("%q of %v became %q", entry, addr, url)
		}
	})
}
