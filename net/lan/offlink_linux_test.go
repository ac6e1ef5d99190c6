package lan

import (
	"context"
	"net"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/miekg/dns"

	"dogfight/testkit"
)

// announcing announces a match on a machine until the test ends.
func announcing(t *testing.T, on machine) {
	t.Helper()
	ctx, end := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		a := Announcer{ID: 0xa1, Title: "Fun", Listen: at("[::]:4242")}
		on.on(t, func() { a.Run(ctx) })
	}()
	t.Cleanup(func() { end(); <-ended })
}

// aQuestion asks for matches; flags are those of its class.
func aQuestion(t *testing.T, flags uint16) []byte {
	t.Helper()
	q := dns.Msg{Question: []dns.Question{{Name: service, Qtype: dns.TypePTR, Qclass: dns.ClassINET | flags}}}
	q.Id = 7
	b, err := q.Pack()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// all4 is the IPv4 multicast address.
var all4 = at("224.0.0.251:5353")

// asker is a socket on a machine.
type asker struct {
	*net.UDPConn
	asked, received int // bytes
	last            dns.Msg
}

func (m machine) asker(t *testing.T, from string) *asker {
	t.Helper()
	var conn *net.UDPConn
	var err error
	m.on(t, func() { conn, err = net.ListenUDP("udp", net.UDPAddrFromAddrPort(at(from))) })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return &asker{UDPConn: conn}
}

// asks sends a question.
func (a *asker) asks(t *testing.T, question []byte, to netip.AddrPort) {
	t.Helper()
	n, err := a.WriteToUDPAddrPort(question, to)
	if err != nil {
		t.Fatal(err)
	}
	a.asked += n
}

// listens counts datagrams until there is a pause.
func (a *asker) listens(quiet time.Duration) {
	for b := make([]byte, 9000); ; {
		a.SetReadDeadline(time.Now().Add(quiet))
		n, _, err := a.ReadFromUDPAddrPort(b)
		if err != nil {
			return
		}
		a.received += n
		a.last.Unpack(b[:n])
	}
}

// isAnswered asks until it gets an answer.
func (a *asker) isAnswered(t *testing.T, to netip.AddrPort) {
	t.Helper()
	testkit.Until(t, a.LocalAddr().String()+" is answered", func() bool {
		a.asks(t, aQuestion(t, 0), to)
		a.listens(200 * time.Millisecond)
		return a.received > 0
	})
}

// names returns the addresses in the last answer.
func (a *asker) names() (found []string) {
	for _, rr := range a.last.Answer {
		switch rr := rr.(type) {
		case *dns.A:
			found = append(found, rr.A.String())
		case *dns.AAAA:
			found = append(found, rr.AAAA.String())
		case *dns.TXT:
			for _, s := range rr.Txt {
				if is, ok := strings.CutPrefix(s, "at="); ok {
					found = append(found, is)
				}
			}
		}
	}
	return found
}

func TestOnlyAddressesOfTheNetworkAreAnnounced(t *testing.T) {
	t.Parallel()
	here, there := twoMachines(t)
	here.joinsAnother(t)
	announcing(t, here)
	a := there.asker(t, "192.0.2.2:0")
	a.isAnswered(t, all4)
	for _, name := range a.names() {
		if n := netip.MustParseAddr(name); name != "192.0.2.1" && name != "2001:db8::1" && !n.IsLinkLocalUnicast() {
			t.Errorf("%s gets an answer", name)
		}
	}
	if !slices.Contains(a.names(), "192.0.2.1") {
		t.Errorf("%v get answers", a.names())
	}
	if a.last.Id != 7 || len(a.last.Question) != 1 || a.last.Answer[0].Header().Ttl > legacyTTL || a.last.Answer[1].Header().Class != dns.ClassINET {
		t.Errorf("a resolver without multicast gets %v", a.last)
	}
}

func TestAFloodOfQuestionsIsAnsweredAFewTimesASecond(t *testing.T) {
	t.Parallel()
	here, there := twoMachines(t)
	announcing(t, here)
	var group *net.UDPConn
	there.on(t, func() {
		cable, err := net.InterfaceByName("cable")
		if err == nil {
			group, err = net.ListenMulticastUDP("udp4", cable, net.UDPAddrFromAddrPort(all4))
		}
		if err != nil {
			t.Error(err)
		}
	})
	if t.Failed() {
		return
	}
	defer group.Close()
	all := asker{UDPConn: group}
	one := there.asker(t, "192.0.2.2:0")
	// If it answers over IPv6, it does over IPv4. The questions are from another address than the flood.
	there.asker(t, "[2001:db8::2]:0").isAnswered(t, at("[ff02::fb%cable]:5353"))
	begin := time.Now()
	for range 25 { // for half a second
		for range 10 {
			all.asks(t, aQuestion(t, 0), all4)
			one.asks(t, aQuestion(t, 0), all4)
		}
		time.Sleep(20 * time.Millisecond)
	}
	seconds := int(time.Since(begin)/time.Second) + 2
	quiet := 1200 * time.Millisecond
	count := func(a *asker, want int) (n int) { // at least as many as it expects, and then until it is quiet
		for b := make([]byte, 9000); ; {
			wait := quiet
			if n < want {
				wait = testkit.Limit
			}
			a.SetReadDeadline(time.Now().Add(wait))
			size, _, err := a.ReadFromUDPAddrPort(b)
			if err != nil {
				return n
			}
			if b[2]&0x80 != 0 && size > 0 { // an answer
				n++
			}
		}
	}
	toAll := count(&all, 1)
	quiet = 50 * time.Millisecond // the same time has passed for both
	toOne := count(one, unicastRateEach)
	t.Logf("of 500 questions in %d s, %d were answered to all and %d to one", seconds-2, toAll, toOne)
	if toAll < 1 || toAll > seconds || toOne < unicastRateEach || toOne > seconds*unicastRateEach {
		t.Errorf("want 1 to %d, and %d to %d", seconds, unicastRateEach, seconds*unicastRateEach)
	}
}

func TestAQuestionFromAnotherNetworkGetsNoAnswer(t *testing.T) {
	t.Parallel()
	here, there := twoMachines(t)
	announcing(t, here)
	groups := []netip.AddrPort{at("224.0.0.251:5353"), at("192.0.2.1:5353"), at("[ff02::fb%cable]:5353"), at("[2001:db8::1]:5353")}
	near := []*asker{there.asker(t, "192.0.2.2:0"), there.asker(t, "192.0.2.2:0"), there.asker(t, "[2001:db8::2]:0"), there.asker(t, "[2001:db8::2]:0")}
	for i, a := range near { // it answers questions from its own networks
		a.isAnswered(t, groups[i])
	}
	far := []*asker{there.asker(t, "203.0.113.9:0"), there.asker(t, "203.0.113.9:5353"), there.asker(t, "[2001:db8:9::9]:0"), there.asker(t, "[2001:db8:9::9]:5353")}
	for i, a := range far {
		for _, to := range groups[i/2*2 : i/2*2+2] {
			for _, flags := range []uint16{0, 1 << 15} {
				for range 10 {
					a.asks(t, aQuestion(t, flags), to)
				}
			}
		}
	}
	for i, a := range far {
		quiet := 300 * time.Millisecond
		if i > 0 {
			quiet = time.Millisecond // the same time has passed for all
		}
		a.listens(quiet)
		t.Logf("%v, which is on another network: got %d bytes from there, sent %d: %.1f times", a.LocalAddr(), a.asked, a.received, float64(a.received)/float64(a.asked))
		if a.received > 0 {
			t.Error("want no answer")
		}
	}
}
