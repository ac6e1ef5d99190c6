package lan

import (
	"context"
	"fmt"
	"net/netip"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/miekg/dns"
)

// reply is what a host says of a match at some addresses, as the library for that says it.
func reply(t testing.TB, id uint64, title string, at ...string) []byte {
	t.Helper()
	var addrs []netip.Addr
	for _, a := range at {
		addrs = append(addrs, netip.MustParseAddr(a))
	}
	z, err := zone(id, title, 4242, addrs)
	if err != nil {
		t.Fatal(err)
	}
	m := dns.Msg{Compress: true, Answer: z.Records(dns.Question{Name: service + "." + domain, Qtype: dns.TypePTR})}
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

func TestAThousandForgedAnswersTakeNothingFromAnHonestOne(t *testing.T) {
	for _, honestAt := range []int{0, 500, 999} {
		r := ourReplies()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for i := range 1000 {
			if i == honestAt {
				r.take(at("192.168.1.7:5353"), reply(t, 77, "Fun", "192.168.1.7"))
			}
			r.take(at("192.168.1.66:5353"), reply(t, uint64(1000+i), fmt.Sprint("AAA ", i), "192.168.1.66", fmt.Sprintf("192.168.1.%d", i%250)))
		}
		runtime.ReadMemStats(&after)
		got := r.matches()
		if !slices.ContainsFunc(got, func(m Match) bool { return m.ID == 77 }) {
			t.Errorf("the honest one is not among %d", len(got))
		}
		if len(got) > 1+maxOfSource {
			t.Errorf("%d matches were taken of one that forges", len(got)-1)
		}
	}
}

func TestOfTooManyWhoAnswerEachHasItsTurn(t *testing.T) {
	turns := 0
	var said [200][]byte
	for i := range said {
		said[i] = reply(t, uint64(i+1), "x", fmt.Sprintf("192.168.1.%d", i+1))
	}
	for range 400 {
		r := ourReplies()
		for i, p := range said {
			r.take(netip.AddrPortFrom(netip.AddrFrom4([4]byte{192, 168, 1, byte(i + 1)}), mdnsPort), p)
		}
		got := r.matches()
		if len(got) != maxMatches {
			t.Fatalf("%d matches", len(got))
		}
		if slices.ContainsFunc(got, func(m Match) bool { return m.ID == 200 }) {
			turns++
		}
	}
	if turns < 400*maxMatches/200/3 { // a third of what is to be expected
		t.Errorf("the last of 200 had a turn %d times of 400", turns)
	}
}

func TestWhoIsNotOnTheNetworkIsNotHeard(t *testing.T) {
	p := reply(t, 7, "Fun", "192.168.1.7")
	for from, heard := range map[string]bool{
		"192.168.1.7:5353": true, "[::ffff:192.168.1.7]:5353": true, "[2001:db8::7]:5353": true, "[fe80::7%eth0]:5353": true,
		"192.168.1.7:5354": false, "192.168.2.7:5353": false, "[2001:db8:1::7]:5353": false, "8.8.8.8:5353": false,
	} {
		r := ourReplies()
		r.take(at(from), p)
		if got := len(r.matches()) == 1; got != heard {
			t.Errorf("%s was heard: %v", from, got)
		}
	}
}

func TestWhereAnAnswerComesFromIsTriedFirstAndFewOfOtherNetworksAre(t *testing.T) {
	r := ourReplies()
	r.take(at("192.168.1.7:5353"), reply(t, 7, "Fun", "10.0.0.1", "10.0.0.2", "10.0.0.3", "192.168.1.9", "192.168.1.7", "2001:db8::7"))
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

// FuzzReplies: whatever comes, what is taken of it is bounded and can be asked.
func FuzzReplies(f *testing.F) {
	f.Add(reply(f, 7, "Fun", "192.168.1.7"))
	f.Add([]byte{0, 0, 0x80, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0xc0, 0x0c})
	f.Fuzz(func(t *testing.T, p []byte) {
		r := ourReplies()
		for range 20 {
			r.take(at("192.168.1.7:5353"), p)
		}
		said := r.matches()
		if len(said) > maxOfSource {
			t.Errorf("%d matches", len(said))
		}
		for _, m := range said {
			for _, a := range m.At {
				if !a.IsValid() || a.Port() == 0 || !elsewhere(a.Addr()) {
					t.Errorf("%v came", a)
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
