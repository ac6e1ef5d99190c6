package link

import (
	"bytes"
	"net"
	"net/netip"
	"runtime"
	"testing"
	"time"

	"dogfight/net/admission"
	"dogfight/testkit"
)

// aQuery is as long as the longest answer.
var aQuery = append([]byte("DOG"), make([]byte, 125)...)

func TestOnlyAQueryIsAnswered(t *testing.T) {
	l := listen(t, testCert(), admission.Limits{})
	l.Answer(func(query, buf []byte) []byte {
		if query[3] != 1 {
			return buf
		}
		return append(append(buf, "heard "...), query[4])
	})
	answers := make(chan string, 10)
	a, err := NewQueryAsker(func(b []byte, _ time.Time) { answers <- string(b) })
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	for _, bad := range []string{"", "DOG", "DOH\x01x................", "DOG\x02x................"} {
		a.Ask(l.Addr(), []byte(bad))
	}
	a.Ask(l.Addr(), []byte("DOG\x01y................"))
	if got := <-answers; got != "heard y" {
		t.Errorf("got %q, want only the answer to the last one", got)
	}
}

func TestQueriesDoNotDisturbALink(t *testing.T) {
	l := listen(t, testCert(), admission.Limits{})
	l.Answer(func(query, buf []byte) []byte { return append(buf, 1) })
	host, client := joinUDP(t, l)
	evil := stranger(t)
	for range 2000 {
		evil.WriteToUDPAddrPort(bytes.Clone(aQuery), l.Addr())
	}
	chat(t, host, client, "the link goes on", over("udp", host, client))
}

// TestAHostIsReachedAtEachOfItsAddresses queries and joins it at an address from which the system alone would not answer.
func TestAHostIsReachedAtEachOfItsAddresses(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("elsewhere a machine has one address of the loopback")
	}
	l, err := Listen(":0", testCert(), admission.Limits{Handshake: testkit.Limit})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.Close)
	l.Answer(func(query, buf []byte) []byte { return append(buf, 1) })
	at := net.UDPAddrFromAddrPort(netip.AddrPortFrom(netip.MustParseAddr("127.0.0.2"), l.Addr().Port()))
	asker, err := net.DialUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)}, at) // a connected socket receives from no other
	if err != nil {
		t.Fatal(err)
	}
	defer asker.Close()
	asker.Write(aQuery)
	asker.SetReadDeadline(time.Now().Add(testkit.Limit))
	if _, err := asker.Read(make([]byte, 1)); err != nil {
		t.Errorf("the query gets no answer: %v", err)
	}
	host, client := connect(t, l, Dial(at.String(), new(KnownHosts)))
	chat(t, host, client, "both are on UDP", over("udp", host, client))
}

// answering returns queries that are answered with so many bytes.
func answering(n int) *responder {
	q := newResponder()
	var a answerer = func(_, buf []byte) []byte { return append(buf, make([]byte, n)...) }
	q.answerer.Store(&a)
	return q
}

// forged returns one of 131,072 addresses on no network of this machine (RFC 2544).
func forged(n int) netip.Addr {
	return netip.AddrFrom4([4]byte{198, 18 + byte(n>>16)&1, byte(n >> 8), byte(n)})
}

func TestAnAnswerIsNeverLongerThanItsQuery(t *testing.T) {
	for n := range 2 * len(aQuery) {
		got := answering(n).Answer(aQuery, forged(1), epoch)
		if want := n > 0 && n <= len(aQuery); (got != nil) != want || len(got) > len(aQuery) {
			t.Errorf("an answer of %d bytes to a query of %d: %d went out", n, len(aQuery), len(got))
		}
	}
}

func TestAFloodOfQueriesFromOneSiteDoesNotAffectOthers(t *testing.T) {
	q := answering(100)
	answered := 0
	for range 10000 {
		if q.Answer(aQuery, forged(1), epoch) != nil {
			answered++
		}
	}
	if answered != queryRate {
		t.Errorf("%d of a flood answered, want %d", answered, queryRate)
	}
	others := 0
	for n := range 10 {
		if q.Answer(aQuery, forged(2+n), epoch) != nil {
			others++
		}
	}
	if others < 9 { // one may share the place of the flood
		t.Errorf("%d of 10 others answered", others)
	}
	if q.Answer(aQuery, forged(1), epoch.Add(time.Second)) == nil {
		t.Error("a second later the site still gets no answer")
	}
}

func TestAFloodFromForgedAddressesGetsTheTotalLimit(t *testing.T) {
	q := answering(len(aQuery))
	sent := 0
	for n := range 100000 { // in ten seconds
		sent += len(q.Answer(aQuery, forged(n), epoch.Add(time.Duration(n)*100*time.Microsecond)))
	}
	if most := 11 * queryRateFar * len(aQuery); sent > most || sent < most/2 {
		t.Errorf("%d bytes went out, want about %d", sent, most)
	}
}

// TestFloodingSitesDoNotAffectThoseThatAskOnce: 200 and 2,000 sites ask 16 times a second each, twenty others once a second each. A site may
// share the places of floods by chance, so it is tried with some seeds.
func TestFloodingSitesDoNotAffectThoseThatAskOnce(t *testing.T) {
	const seeds, seconds, honest = 8, 5, 20
	for _, sites := range []int{200, 2000} {
		asked, answered, wait := 0, 0, time.Second/time.Duration(16*sites)
		for range seeds {
			q := answering(len(aQuery))
			for n := range seconds * 16 * sites {
				now := epoch.Add(time.Duration(n) * wait)
				q.Answer(aQuery, forged(1000+n%sites), now)
				if n%(16*sites/honest) == 7 && now.Sub(epoch) > 2*time.Second {
					asked++
					if q.Answer(aQuery, forged(n/(16*sites/honest)%honest), now) != nil {
						answered++
					}
				}
			}
		}
		t.Logf("%d sites flood: %d of %d are answered", sites, answered, asked)
		if answered < asked*9/10 {
			t.Errorf("%d sites flood: want nine in ten", sites)
		}
	}
}

func TestAFloodFromElsewhereDoesNotAffectTheLocalNetwork(t *testing.T) {
	q := answering(len(aQuery))
	for n := range 100000 {
		q.Answer(aQuery, forged(n), epoch)
	}
	if q.Answer(aQuery, forged(1), epoch) != nil {
		t.Error("the flood is answered: this test proves nothing")
	}
	if q.Answer(aQuery, netip.MustParseAddr("127.0.0.1"), epoch) == nil {
		t.Error("a query from the own network gets no answer")
	}
}

func TestQueriesCostNoAllocation(t *testing.T) {
	q := answering(100)
	n := 0
	if allocs := testing.AllocsPerRun(1000, func() { q.Answer(aQuery, forged(n), epoch); n++ }); allocs > 0 {
		t.Errorf("%v allocations a query", allocs)
	}
}
