package link

import (
	"bytes"
	"encoding/hex"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"dogfight/net/admission"
	"dogfight/net/relay"
)

var (
	aRelay = netip.MustParseAddrPort("198.51.100.99:4243")
	aVia   = relay.Via{Relay: aRelay, Number: 0x0102030405060708}
)

// onRelay returns a socket, without its goroutines, of an end with aVia.
func onRelay() *udpSocket {
	k := &udpSocket{out: newQueue(16)}
	k.pairs.enter(aVia, func(relay.BoundAnswer) {})
	return k
}

func TestARelayedAddressIsTranslatedBothWays(t *testing.T) {
	k, batch := onRelay(), make([]datagram, maxBatch)
	var all traffic
	k.Post([]byte("sealed"), relayedAddr(aVia.Number), &all)
	k.Post([]byte("direct"), away, &all)
	if n := k.out.wait(batch); n != 2 || batch[0].to.AddrPort != aRelay || batch[1].to != away || string(batch[1].bytes) != "direct" {
		t.Fatalf("%d datagrams, %+v", n, batch[:2])
	}
	if want := "d00102030405060708" + hex.EncodeToString([]byte("sealed")); hex.EncodeToString(batch[0].bytes) != want {
		t.Errorf("the relay gets %x, want %s", batch[0].bytes, want)
	}
	b, from, ok := k.pairs.unwrap(batch[0].bytes, UDPAddr{AddrPort: aRelay})
	if !ok || string(b) != "sealed" || from != relayedAddr(aVia.Number) || from.Addr().String() != "100::102:304:506:708" {
		t.Errorf("back comes %q from %v", b, from)
	}
	k.pairs.leave(aVia.Number)
	k.Post([]byte("sealed"), relayedAddr(aVia.Number), &all)
	if b, from, _ := k.pairs.unwrap(batch[0].bytes, UDPAddr{AddrPort: aRelay}); k.out.n != 0 || len(b) != 15 || from.AddrPort != aRelay {
		t.Error("after the end of the pair, its relay is still used")
	}
}

func TestOnlyTheRelayOfAPairIsTakenForIt(t *testing.T) {
	bound := 0
	var p pairs
	p.enter(aVia, func(relay.BoundAnswer) { bound++ })
	data := append(relay.AppendDataHeader(nil, aVia.Number), "sealed"...)
	other := append(relay.AppendDataHeader(nil, aVia.Number+1), "sealed"...)
	answer := append([]byte{relay.Bound, 1, 2, 3, 4, 5, 6, 7, 8}, make([]byte, 26)...)
	for _, c := range []struct {
		b    []byte
		from string
		at   bool
	}{
		{data, aRelay.String(), true}, {data, "[::ffff:198.51.100.99]:4243", true},
		{data, "198.51.100.99:4244", false}, {data, away.String(), false}, {other, aRelay.String(), false}, {data[:8], aRelay.String(), false},
		{answer, away.String(), false}, {answer[:34], aRelay.String(), false},
	} {
		from := UDPAddr{AddrPort: netip.MustParseAddrPort(c.from)}
		b, source, ok := p.unwrap(c.b, from)
		if _, relayed := numberOfRelayed(source.Addr()); !ok || relayed != c.at || !relayed && !bytes.Equal(b, c.b) {
			t.Errorf("%x from %s: %x, %v, relayed %v", c.b, c.from, b, ok, relayed)
		}
	}
	if _, _, ok := p.unwrap(answer, UDPAddr{AddrPort: aRelay}); ok || bound != 1 {
		t.Errorf("the relay's answer is delivered: %v, and handled %d times, want once", ok, bound)
	}
}

func TestARelayedPathAllocatesNothing(t *testing.T) {
	k, batch, p := onRelay(), make([]datagram, maxBatch), make([]byte, 60)
	var all traffic
	if n := testing.AllocsPerRun(1000, func() {
		k.Post(p, relayedAddr(aVia.Number), &all)
		k.out.wait(batch)
		k.pairs.unwrap(batch[0].bytes, UDPAddr{AddrPort: aRelay})
	}); n != 0 {
		t.Errorf("%v allocations a datagram, want 0", n)
	}
}

// BenchmarkTranslate queues and takes a datagram to a direct address and to a relayed one.
func BenchmarkTranslate(b *testing.B) {
	for name, c := range map[string]struct{ to, from UDPAddr }{
		"direct": {away, away}, "relayed": {relayedAddr(aVia.Number), UDPAddr{AddrPort: aRelay}},
	} {
		b.Run(name, func(b *testing.B) {
			k, batch, p := onRelay(), make([]datagram, maxBatch), make([]byte, 60)
			var all traffic
			b.ReportAllocs()
			for b.Loop() {
				k.Post(p, c.to, &all)
				k.out.wait(batch)
				k.pairs.unwrap(batch[0].bytes, c.from)
			}
		})
	}
}

func TestTheLongestDatagramFitsThroughARelay(t *testing.T) {
	if n := relay.DataHeader + maxSize; n > maxDatagram {
		t.Errorf("%d bytes, want at most %d", n, maxDatagram)
	}
}

func addressesOf(list ...string) (a []netip.AddrPort) {
	for _, s := range list {
		a = append(a, netip.MustParseAddrPort(s))
	}
	return a
}

func TestCandidatesOnTheWire(t *testing.T) {
	list := addressesOf("203.0.113.7:4242", "[2001:db8::1]:1")
	b := appendCandidates(nil, list)
	const want = "00000000000000000000ffffcb00710710922" + "0010db80000000000000000000000010001"
	if hex.EncodeToString(b) != want {
		t.Errorf("got  %x\nwant %s", b, want)
	}
	if got := parseCandidates(b, nil); !slices.Equal(got, list) {
		t.Errorf("parsed as %v", got)
	}
	for n, ok := range map[int]bool{0: true, 1: false, 17: false, 18: true, 19: false, 6 * 18: true, 7 * 18: false} {
		if err := checkCandidates(n); (err == nil) != ok {
			t.Errorf("%d bytes: %v", n, err)
		}
	}
}

func TestNoCandidateIsManyMachinesOrThisOne(t *testing.T) {
	own := []netip.Prefix{netip.MustParsePrefix("192.168.7.5/24"), netip.MustParsePrefix("10.0.0.1/31")}
	for a, want := range map[string]bool{
		"203.0.113.7:1": true, "192.168.7.6:1": true, "192.168.8.255:1": true, "10.0.0.0:1": true, "[2001:db8::1]:1": true, "[fd00::1]:1": true,
		"203.0.113.7:0": false, "127.0.0.1:1": false, "[::1]:1": false, "0.0.0.0:1": false, "[::]:1": false,
		"224.0.0.1:1": false, "[ff02::1]:1": false, "255.255.255.255:1": false, "192.168.7.255:1": false, "192.168.7.0:1": false,
		"169.254.1.1:1": false, "[fe80::1]:1": false, "[100::1]:1": false,
	} {
		if got := len(parseCandidates(appendCandidates(nil, addressesOf(a)), own)) == 1; got != want {
			t.Errorf("%s is tried: %v, want %v", a, got, want)
		}
	}
}

func FuzzCandidates(f *testing.F) {
	f.Add(appendCandidates(nil, addressesOf("203.0.113.7:4242", "[2001:db8::1]:1", "127.0.0.1:1")))
	f.Fuzz(func(t *testing.T, b []byte) {
		if checkCandidates(len(b)) != nil {
			return
		}
		list := parseCandidates(b, nil)
		if again := parseCandidates(appendCandidates(nil, list), nil); len(list) > maxCandidates || !slices.Equal(list, again) {
			t.Errorf("%v parses as %v", list, again)
		}
	})
}

func TestOwnCandidatesAreTheReflexiveAddressAndOneOfEachFamilyFirst(t *testing.T) {
	var own []netip.Prefix
	for _, p := range strings.Fields("127.0.0.1/8 192.168.1.2/24 172.17.0.1/16 172.18.0.1/16 fe80::1/64 2001:db8::2/64 2001:db8::3/64") {
		own = append(own, netip.MustParsePrefix(p))
	}
	any, reflexive := netip.MustParseAddrPort("[::]:4242"), netip.MustParseAddrPort("203.0.113.7:999")
	for _, c := range []struct {
		socket, reflexive netip.AddrPort
		want              string
	}{
		{any, reflexive, "203.0.113.7:999 192.168.1.2:4242 [2001:db8::2]:4242 172.17.0.1:4242 172.18.0.1:4242 [2001:db8::3]:4242"},
		{any, netip.AddrPort{}, "192.168.1.2:4242 [2001:db8::2]:4242 172.17.0.1:4242 172.18.0.1:4242 [2001:db8::3]:4242"},
		{netip.MustParseAddrPort("192.168.1.2:1"), reflexive, "203.0.113.7:999 192.168.1.2:1"},
		{any, netip.MustParseAddrPort("[2001:db8::2]:4242"), "[2001:db8::2]:4242 192.168.1.2:4242 [2001:db8::3]:4242 172.17.0.1:4242 172.18.0.1:4242"},
		{netip.MustParseAddrPort("127.0.0.1:1"), netip.AddrPort{}, ""},
	} {
		if got := ownCandidates(own, c.socket, c.reflexive); !slices.Equal(got, addressesOf(strings.Fields(c.want)...)) {
			t.Errorf("of %v, seen as %v: %v", c.socket, c.reflexive, got)
		}
	}
}

func TestABindIsRepeatedWithTheRelaysChallengeUntilItIsBound(t *testing.T) {
	b, now := binder{via: aVia}, epoch
	asked := func() bool {
		p, _ := b.bind(nil, now)
		return len(p) > 0
	}
	if !asked() || asked() {
		t.Fatal("the first bind is due at once, and once")
	}
	b.answered(relay.BoundAnswer{Number: aVia.Number, Challenge: 9}, now)
	if p, _ := b.bind(nil, now); !bytes.Equal(p, relay.AppendBind(nil, aVia.Number, 9)) {
		t.Errorf("a challenge is answered by %x", p)
	}
	b.answered(relay.BoundAnswer{Number: aVia.Number, Reflexive: guest}, now)
	if now = now.Add(bindAgain - 1); asked() {
		t.Error("it binds again early")
	}
	if now = now.Add(1); !asked() || b.reflexive != guest {
		t.Error("it does not bind again")
	}
	n := 0
	for range 600 { // a minute of a relay that answers each bind with another challenge
		if now = now.Add(100 * time.Millisecond); asked() {
			n++
			b.answered(relay.BoundAnswer{Number: aVia.Number, Challenge: uint64(n + 100)}, now)
		}
	}
	if n > askTries+60/10 {
		t.Errorf("a relay that never binds gets %d binds a minute", n)
	}
}

func TestAnEndOfAnOlderVersionStaysOnTLS(t *testing.T) {
	l := listen(t, testCert(), admission.Limits{})
	client := DialVia(t.Context(), spliced(t, l), "relay/amber-fox", trustAny, nil)
	host, _ := connect(t, l, client)
	if !streamOf(host).finds || !streamOf(client).finds {
		t.Error("two ends of this version do not look for paths")
	}
	// A client and a host that know no alpnVia.
	old := dialVersion5(t, l)
	host, _ = connect(t, l, old)
	if streamOf(host).finds || streamOf(old).finds {
		t.Error("an end without alpnVia looks for paths")
	}
	old.Send(Data, number(1))
	eventually(t, "data arrives", func() bool { return len(drain(host)) == 1 })
	if PathOf(old) != PathTLS || PathOf(host) != PathTLS {
		t.Errorf("the client is on %v, the host on %v", PathOf(old), PathOf(host))
	}
}

// dialVersion5 dials by a stream that a relay spliced, without alpnVia.
func dialVersion5(t *testing.T, l *Listener) Link {
	s := newStream("relay/amber-fox", MaxControl, func() {})
	s.dialled, s.wantsUDP, s.viaRelay = true, true, true
	s.start(func() {
		raw, _, _ := spliced(t, l)(t.Context())
		conn, err := clientHandshake(t.Context(), raw, s.remote, clientConfig(trustAny), nil)
		if err != nil {
			s.fail(err)
		} else if secure := newTLSTransport(conn); s.attach(secure) {
			s.run(secure)
		}
	})
	return s
}

func TestCandidatesComeOnceAndNotOnOtherStreams(t *testing.T) {
	one := appendFrame(nil, candidates, appendCandidates(nil, []netip.AddrPort{guest}))
	for name, c := range map[string]struct {
		frames []byte
		via    bool
		want   string
	}{
		"twice":               {append(bytes.Clone(one), one...), true, "once"},
		"too long":            {appendFrame(nil, candidates, make([]byte, 7*candidateSize)), true, "at most 6"},
		"not of whole":        {appendFrame(nil, candidates, make([]byte, 17)), true, "at most 6"},
		"on another's stream": {one, false, "channel must be"},
	} {
		t.Run(name, func(t *testing.T) {
			l := listen(t, testCert(), admission.Limits{})
			client := Dial(l.Addr().String(), new(KnownHosts))
			if c.via {
				leave(client)
				client = DialVia(t.Context(), spliced(t, l), "relay/amber-fox", trustAny, nil)
			}
			host, _ := connect(t, l, client)
			s := streamOf(client)
			s.mu.Lock()
			if s.udp != nil && s.udp.finder != nil {
				s.udp.finder.isSent = true
			}
			s.out.control = append(s.out.control, c.frames...)
			s.changed.Broadcast()
			s.mu.Unlock()
			if why := refused(t, host); !strings.Contains(why, c.want) {
				t.Errorf("the host says %q, want %q", why, c.want)
			}
		})
	}
}
