package lan

import (
	"net/netip"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/miekg/dns"
)

// told returns what an answer tells that comes from an address: each entry is one of its TXT record.
func told(t *testing.T, from string, entries ...string) []Match {
	t.Helper()
	z, err := zone(0xa1, "Fun", 4242, []netip.Addr{netip.MustParseAddr("192.168.1.7"), netip.MustParseAddr("192.168.1.8")})
	if err != nil {
		t.Fatal(err)
	}
	z.TXT = append(z.TXT, entries...)
	m := dns.Msg{Compress: true, Answer: z.Records(dns.Question{Name: service + "." + domain, Qtype: dns.TypePTR})}
	m.Response = true
	p, err := m.Pack()
	if err != nil {
		t.Fatal(err)
	}
	r := ourReplies()
	r.take(at(from), p)
	return r.matches()
}

// webOf returns where browsers may play a match if it is at an address.
func webOf(m Match, addr string) string {
	url, _ := m.Web(netip.MustParseAddr(addr))
	return url
}

func TestBrowsersFindTheDoorWhereItWasTold(t *testing.T) {
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
		if got := webOf(told(t, "192.168.1.7:5353", entries...)[0], "192.168.1.7"); got != want {
			t.Errorf("%+v: got %q, want %q", door, got, want)
		}
	}
}

func TestADoorIsToldWhereItCanBeReachedAlone(t *testing.T) {
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
		if got := webOf(told(t, "192.168.1.7:5353", entry)[0], "192.168.1.7"); got != "" {
			t.Errorf("%q: %q came", entry, got)
		}
	}
	for _, m := range told(t, "192.168.1.66:5353", "web=http:80") { // of a match at others' addresses
		for _, others := range []string{"192.168.1.7", "192.168.1.8"} {
			if url, known := m.Web(netip.MustParseAddr(others)); url != "" || known {
				t.Errorf("%q came for %s", url, others)
			}
		}
	}
	if got := told(t, "192.168.1.7:5353", "web=http:81", "web=http:82")[0]; webOf(got, "192.168.1.7") != "http://192.168.1.7:81/" {
		t.Errorf("of two doors %q came", webOf(got, "192.168.1.7"))
	}
}

func TestNoBrowserIsSentToAnAddressThatItCannotWrite(t *testing.T) {
	for _, from := range []string{"fe80::7%eth0", "fe80::7", "127.0.0.1", "::1", "0.0.0.0", "224.0.0.1"} {
		if got := webAt("web=http:80", netip.MustParseAddr(from)); got != "" {
			t.Errorf("%s: %q came", from, got)
		}
	}
	if got := webAt("web=http:8080", netip.MustParseAddr("2001:db8::7")); got != "http://[2001:db8::7]:8080/" {
		t.Errorf("%q came", got)
	}
}

func TestTheFolderHasTheAddressForBrowsersAsTheHostTellsIt(t *testing.T) {
	f := folder(t.TempDir())
	a := Announcer{ID: 7, Listen: at("0.0.0.0:42"), Web: WebDoor{URL: "https://fight.example.org/"}}
	f.write(a.here())
	if got := f.read(time.Now()); len(got) != 1 || webOf(got[0], "127.0.0.1") != "https://fight.example.org/" {
		t.Errorf("%+v came", got)
	}
	for _, rubbish := range []string{"javascript:alert(1)/", "http://a b/", "http:///", "http://x/path", "http://x", "file://x/", "http://" + strings.Repeat("x", maxURL) + "/", "http://\x1b[2J/"} {
		os.WriteFile(f.file(8), []byte("127.0.0.1:43\nweb="+rubbish+"\n"), 0o600)
		if m := f.readFile(8); len(m.At) != 1 || webOf(m, "127.0.0.1") != "" {
			t.Errorf("%q: %+v came", rubbish, m)
		}
	}
}

// FuzzWebAt: whatever is told, a browser is sent to the address that told it or nowhere.
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
