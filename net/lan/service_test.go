package lan

import (
	"net"
	"net/netip"
	"reflect"
	"strings"
	"testing"

	"github.com/hashicorp/mdns"
	"github.com/miekg/dns"
)

// titles are some that people may give.
var titles = []string{
	"Fun", "Ann's match", "a.b", `back\slash`, "(round) @home; \"x\"", "火星大戦 🚀", "évening",
	strings.Repeat("x", 60), strings.Repeat("é", 30), strings.Repeat("🚀", 15), " ", ".", "",
}

func TestANameIsSpelledAsItIsRead(t *testing.T) {
	for _, title := range titles {
		name := escape(instance(title, 7)) + "." + service + "." + domain
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
		a, b := instance(title, 1<<60), instance(title, 2<<60)
		if a == b || len(a) > maxLabel || !strings.HasPrefix(a, strings.TrimSpace(title[:min(len(title), 52)])) {
			t.Errorf("%q: %q and %q", title, a, b)
		}
	}
}

// heard returns what a client hears of a zone, as the library would tell it.
func heard(t *testing.T, z *mdns.MDNSService) *mdns.ServiceEntry {
	t.Helper()
	e := &mdns.ServiceEntry{}
	for _, rr := range z.Records(dns.Question{Name: service + "." + domain, Qtype: dns.TypePTR}) {
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
			e.Name = rr.Ptr
		case *dns.SRV:
			e.Host, e.Port = rr.Target, int(rr.Port)
		case *dns.TXT:
			e.InfoFields = rr.Txt
		case *dns.A:
			e.AddrV4 = rr.A
		case *dns.AAAA:
			e.AddrV6IPAddr = &net.IPAddr{IP: rr.AAAA, Zone: "eth0"}
		}
	}
	return e
}

func TestWhatIsAnnouncedIsUnderstood(t *testing.T) {
	for _, title := range titles {
		z, err := zone(0xa1, title, 4242, []netip.Addr{
			netip.MustParseAddr("192.168.1.7"), netip.MustParseAddr("10.0.0.7"),
			netip.MustParseAddr("2001:db8::7"), netip.MustParseAddr("fe80::7%eth9"),
		})
		if err != nil {
			t.Errorf("%q: %v", title, err)
			continue
		}
		m, ok := matchOf(heard(t, z))
		want := Match{ID: 0xa1, At: []netip.AddrPort{
			at("10.0.0.7:4242"), at("192.168.1.7:4242"), at("[2001:db8::7]:4242"), at("[fe80::7%eth0]:4242"),
		}}
		if !ok || !reflect.DeepEqual(m, want) {
			t.Errorf("%q: expected %v, %v came", title, want, m)
		}
	}
}

func TestLiesAreNotTaken(t *testing.T) {
	const name, id = "x._dogfight._udp.local.", "id=00000000000000a1"
	for what, e := range map[string]mdns.ServiceEntry{
		"another service": {Name: "x._http._tcp.local.", Port: 42, InfoFields: []string{id, "at=192.0.2.1"}},
		"no number":       {Name: name, Port: 42, InfoFields: []string{"at=192.0.2.1"}},
		"a bad number":    {Name: name, Port: 42, InfoFields: []string{"id=a1", "at=192.0.2.1"}},
		"no port":         {Name: name, InfoFields: []string{id, "at=192.0.2.1"}},
		"no address":      {Name: name, Port: 42, InfoFields: []string{id}},
		"the loopback":    {Name: name, Port: 42, InfoFields: []string{id, "at=127.0.0.1", "at=::1", "at=::ffff:127.0.0.1"}},
		"all of them":     {Name: name, Port: 42, InfoFields: []string{id, "at=224.0.0.1", "at=255.255.255.255", "at=ff02::1"}},
		"none at all":     {Name: name, Port: 42, InfoFields: []string{id, "at=0.0.0.0", "at=::", "at="}, AddrV4: net.IP{1}},
		"a zone of ours":  {Name: name, Port: 42, InfoFields: []string{id, "at=fe80::1%eth0"}},
	} {
		if m, ok := matchOf(&e); ok {
			t.Errorf("%s: %v came", what, m)
		}
	}
	many := mdns.ServiceEntry{Name: name, Port: 42, InfoFields: []string{id}}
	for i := range 200 {
		many.InfoFields = append(many.InfoFields, "at="+netip.AddrFrom4([4]byte{192, 0, 2, byte(i)}).String())
	}
	if m, ok := matchOf(&many); !ok || len(m.At) != maxAddresses {
		t.Errorf("of 200 addresses %d were taken", len(m.At))
	}
}

// FuzzMatchOf: whatever a record says, what is taken of it can be asked.
func FuzzMatchOf(f *testing.F) {
	f.Add("x", 42, "id=00000000000000a1\nat=192.0.2.1", []byte{192, 0, 2, 1}, []byte{15: 1}, "eth0")
	f.Fuzz(func(t *testing.T, name string, port int, txt string, v4, v6 []byte, zone string) {
		m, ok := matchOf(&mdns.ServiceEntry{
			Name: name + "." + service + "." + domain, Port: port, InfoFields: strings.Split(txt, "\n"),
			AddrV4: v4, AddrV6IPAddr: &net.IPAddr{IP: v6, Zone: zone},
		})
		if !ok {
			return
		}
		for _, a := range m.At {
			if !a.IsValid() || a.Port() == 0 || !elsewhere(a.Addr()) {
				t.Errorf("%v came", a)
			}
		}
		if len(m.At) < 1 || len(m.At) > maxAddresses {
			t.Errorf("%d addresses came", len(m.At))
		}
	})
}

func TestWhoAsksForAMatchByItsNameIsAnswered(t *testing.T) {
	for _, title := range titles {
		z, err := zone(0xa1, title, 4242, []netip.Addr{netip.MustParseAddr("192.168.1.7")})
		if err != nil {
			t.Fatal(err)
		}
		e := heard(t, z)
		for _, kind := range []uint16{dns.TypeSRV, dns.TypeTXT} {
			if len(z.Records(dns.Question{Name: e.Name, Qtype: kind})) == 0 {
				t.Errorf("%s has no %s", e.Name, dns.TypeToString[kind])
			}
		}
		if len(z.Records(dns.Question{Name: e.Host, Qtype: dns.TypeA})) == 0 {
			t.Errorf("%s has no address", e.Host)
		}
	}
}
