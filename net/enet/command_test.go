package enet

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"dogfight/net/link"
)

// example is a command and its bytes, grouped by field.
type example struct {
	head head
	body appended
	hex  string
}

// examples returns one of each kind.
func examples() []example {
	agreed := parameters{
		number: 0x123, incoming: 1, outgoing: 2, mtu: 1400, window: 65536, channels: 2,
		bandwidth: bandwidthLimit{3, 4}, throttle: usualThrottle, connectID: 0xdeadbeef,
	}
	const agreedHex = "0123 01 02 00000578 00010000 00000002 00000003 00000004 00001388 00000002 00000002 deadbeef"
	return []example{
		{head{kindAcknowledge, 3, 0x0102}, &acknowledge{0x0102, 0xfffe}, "01 03 0102 0102 fffe"},
		{head{kindConnect, control, 1}, &connect{agreed, 7}, "82 ff 0001 " + agreedHex + " 00000007"},
		{head{kindVerifyConnect, control, 1}, &verifyConnect{agreed}, "83 ff 0001 " + agreedHex},
		{head{kindDisconnect, control, 9}, &disconnect{42}, "84 ff 0009 0000002a"},
		{head{kindDisconnectNow, control, 9}, &disconnect{42}, "44 ff 0009 0000002a"},
		{head{kindPing, control, 2}, &ping{}, "85 ff 0002"},
		{head{kindSendReliable, 0, 5}, &sendReliable{[]byte("hi")}, "86 00 0005 0002 6869"},
		{head{kindSendUnreliable, 1, 5}, &sendUnreliable{6, []byte("hi")}, "07 01 0005 0006 0002 6869"},
		{head{kindSendUnsequenced, 1, 0}, &sendUnsequenced{7, []byte("hi")}, "49 01 0000 0007 0002 6869"},
		{head{kindSendFragment, 0, 8}, &sendFragment{7, 3, 1, 5, 2, []byte("hi")},
			"88 00 0008 0007 0002 00000003 00000001 00000005 00000002 6869"},
		{head{kindSendUnreliableFragment, 0, 8}, &sendFragment{7, 3, 2, 5, 4, []byte("!")},
			"0c 00 0008 0007 0001 00000003 00000002 00000005 00000004 21"},
		{head{kindBandwidthLimit, control, 3}, &bandwidthLimit{0x10000, 0x20000}, "8a ff 0003 00010000 00020000"},
		{head{kindThrottleConfigure, control, 4}, &throttleConfigure{5000, 2, 3}, "8b ff 0004 00001388 00000002 00000003"},
	}
}

func bytesOf(t testing.TB, spaced string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(spaced, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// appended is a body that can be written.
type appended interface {
	body
	append(b []byte) []byte
}

func (*ping) append(b []byte) []byte { return b }

// appendCommand appends a command with any body.
func appendCommand(b []byte, h head, of appended) []byte { return of.append(h.append(b)) }

func TestEveryCommandHasItsBytes(t *testing.T) {
	seen := map[kind]bool{}
	for _, e := range examples() {
		seen[e.head.kind] = true
		want := bytesOf(t, e.hex)
		if got := appendCommand([]byte{0xee}, e.head, e.body); !bytes.Equal(got[1:], want) || got[0] != 0xee {
			t.Errorf("%T: expected\n%x, got\n%x", e.body, want, got[1:])
		}
		var s bodies
		r := newReader(append(want, 0xee))
		h, b := s.parse(&r)
		if h != e.head || !reflect.DeepEqual(b, e.body) || len(r.Left) != 1 {
			t.Errorf("%T: expected %+v %+v, got %+v %+v with %d bytes left", e.body, e.head, e.body, h, b, len(r.Left))
		}
	}
	var s bodies
	for k := range 256 {
		if known := s.of(kind(k)) != nil; known != seen[kind(k)] {
			t.Errorf("kind %02x: known %v, has an example %v", k, known, seen[kind(k)])
		}
	}
}

func TestEveryPrefixOfACommandFails(t *testing.T) {
	for _, e := range examples() {
		whole := appendCommand(nil, e.head, e.body)
		for n := range whole {
			var s bodies
			r := newReader(whole[:n])
			if s.parse(&r); !r.failed() {
				t.Errorf("%T: %d of %d bytes parsed", e.body, n, len(whole))
			}
		}
	}
}

func TestInvalidValuesFail(t *testing.T) {
	const numberOn = " 01 02 00000578 00010000 %08x 00000003 00000004 00001388 00000002 00000002 deadbeef 00000007"
	for name, spaced := range map[string]string{
		"unknown command":             "06 00 0005 0002 6869",
		"acknowledged unsequenced":    "c9 00 0005 0001 0002 6869",
		"connect from noPeer":         "82 ff 0001 0fff" + fmt.Sprintf(numberOn, 1),
		"connect without a channel":   "82 ff 0001 0123" + fmt.Sprintf(numberOn, 0),
		"connect with 256 channels":   "82 ff 0001 0123" + fmt.Sprintf(numberOn, 256),
		"fragment of nothing":         "88 00 0008 0007 0000 00000003 00000001 00000005 00000002",
		"fragment of no fragments":    "88 00 0008 0007 0002 00000000 00000000 00000005 00000000 6869",
		"fragment behind the last":    "88 00 0008 0007 0002 00000003 00000003 00000008 00000006 6869",
		"fragment at a wrong place":   "88 00 0008 0007 0002 00000003 00000001 00000005 00000003 6869",
		"fragment beyond the packet":  "88 00 0008 0007 0002 00000002 00000001 00000003 00000002 6869",
		"fragment that leaves a gap":  "88 00 0008 0007 0002 00000003 00000001 00000007 00000002 6869",
		"more fragments than needed":  "88 00 0008 0007 0002 00000004 00000001 00000005 00000002 6869",
		"last fragment at its middle": "88 00 0008 0007 0001 00000003 00000002 00000006 00000005 21",
		"lone fragment, not whole":    "88 00 0008 0007 0001 00000001 00000000 00000002 00000000 21",
		"number and count at the end": "88 00 0008 0007 0001 00000000 ffffffff 00000002 00000000 21",
	} {
		var s bodies
		r := newReader(bytesOf(t, spaced))
		if _, b := s.parse(&r); !r.failed() {
			t.Errorf("%s: parsed as %+v", name, b)
		}
	}
}

func TestHeadersHaveTheirBytes(t *testing.T) {
	for _, e := range []struct {
		header header
		hex    string
	}{
		{header{peer: noPeer, timed: true, sent: 0x1234}, "8fff 1234"},
		{header{peer: 0x123, session: 3, timed: true, sent: 1}, "b123 0001"},
		{header{peer: 0, session: 2}, "2000"},
	} {
		want := bytesOf(t, e.hex)
		if got := e.header.append(nil); !bytes.Equal(got, want) {
			t.Errorf("%+v: expected %x, got %x", e.header, want, got)
		}
		var got header
		r := newReader(want)
		if got.parse(&r); got != e.header || r.failed() || len(r.Left) > 0 {
			t.Errorf("%x: expected %+v, got %+v", want, e.header, got)
		}
		r = newReader(want[:len(want)-1])
		if got.parse(&r); !r.failed() {
			t.Errorf("%x: parsed without its last byte", want)
		}
	}
	var h header
	r := newReader(bytesOf(t, "c123 0001"))
	if h.parse(&r); !r.failed() {
		t.Error("a compressed datagram parsed")
	}
}

// FuzzParse: a parsed command appends to the same bytes.
func FuzzParse(f *testing.F) {
	for _, e := range examples() {
		f.Add(appendCommand(nil, e.head, e.body))
	}
	f.Fuzz(func(t *testing.T, p []byte) {
		var s bodies
		r := newReader(p)
		h, b := s.parse(&r)
		if r.failed() {
			return
		}
		if again, came := appendCommand(nil, h, b.(appended)), p[:len(p)-len(r.Left)]; !bytes.Equal(again, came) {
			t.Errorf("%x was encoded as %x", came, again)
		}
	})
}

func TestSimultaneousPacketsShareDatagrams(t *testing.T) {
	n := newNetwork(1)
	host, client := n.pair(t, Limits{})
	n.run(time.Second)
	datagrams := 0
	n.watch = func(from, _ link.UDPAddr, b []byte) {
		if from == client.addr {
			datagrams++
			if len(b) > mtu {
				t.Errorf("a datagram of %d bytes", len(b))
			}
		}
	}
	for range 30 {
		client.send(t, 0, strings.Repeat("x", 34), Reliable) // 40 bytes with its heads
	}
	n.run(0)
	if datagrams != 1 {
		t.Errorf("30 packets of 40 bytes went in %d datagrams, want 1", datagrams)
	}
	client.send(t, 0, strings.Repeat("y", 5000), Reliable)
	n.run(0)
	if datagrams != 5 {
		t.Errorf("5000 bytes went in %d datagrams, want 4", datagrams-1)
	}
	n.run(time.Second)
	if len(host.got) != 31 {
		t.Errorf("got %d packets", len(host.got))
	}
}

func TestNoMoreIsUnderWayThanTheWindow(t *testing.T) {
	n := newNetwork(1)
	_, client := n.pair(t, Limits{MaxWaiting: 1 << 20})
	n.run(time.Second)
	sent := 0
	n.watch = func(from, _ link.UDPAddr, b []byte) {
		if from == client.addr {
			sent += len(b)
		}
	}
	for range 10 {
		client.send(t, 0, strings.Repeat("z", 30_000), Reliable)
	}
	n.run(0)
	if sent < maxWindow-2*mtu || sent > maxWindow+mtu {
		t.Errorf("%d bytes went before an acknowledgement, want almost %d", sent, maxWindow)
	}
}

func TestLimitsAndThrottlesAreAcknowledged(t *testing.T) {
	n := newNetwork(1)
	host, client := n.pair(t, Limits{})
	p := host.peers[0]
	var went []byte
	n.watch = func(from, _ link.UDPAddr, b []byte) {
		if from == host.addr {
			went = append(went, b...)
		}
	}
	d := header{peer: p.number, session: p.session.incoming, timed: true, sent: 0x1234}.append(nil)
	d = appendCommand(d, head{kindBandwidthLimit, control, 77}, &bandwidthLimit{1, 1})
	d = appendCommand(d, head{kindThrottleConfigure, control, 78}, &throttleConfigure{1, 2, 3})
	host.Receive(n.now, client.addr, d)
	host.Tick(n.now)
	want := header{peer: p.theirs, session: p.session.outgoing}.append(nil)
	want = append(want, bytesOf(t, "01ff004d 004d 1234 01ff004e 004e 1234")...)
	if !bytes.Equal(went, want) {
		t.Errorf("%x went, want %x", went, want)
	}
}

func TestACommandWithoutASentTimeIsIgnored(t *testing.T) {
	n := newNetwork(1)
	host, client := n.pair(t, Limits{})
	d := headerTo(host)
	d.timed = false
	host.Receive(n.now, client.addr, appendCommand(d.append(nil), head{kindSendReliable, 0, 1}, &sendReliable{[]byte("hi")}))
	n.run(time.Second)
	if len(host.got) > 0 || host.Dropped() != 1 {
		t.Errorf("got %q, dropped %d", host.packets(), host.Dropped())
	}
}

func TestTheWindowAddsEachNumberOnce(t *testing.T) {
	var w window
	random := rand.New(rand.NewPCG(2, 2))
	seen := map[int]bool{}
	newest := 0
	for range 200_000 {
		n := max(0, newest+random.IntN(1400)-1200+random.IntN(8))
		if random.IntN(500) == 0 {
			n = newest + random.IntN(5000)
		}
		newest = max(newest, n)
		want := !seen[n] && newest-n < windowSize
		if got := w.add(uint16(n)); got != want {
			t.Fatalf("number %d, newest %d: accepted %v, want %v", n, newest, got, want)
		}
		seen[n] = true
	}
}
