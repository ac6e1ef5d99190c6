package link

import (
	"bytes"
	"net"
	"net/netip"
	"runtime"
	"testing"
	"time"

	"dogfight/testkit"
)

// aQuery is one as long as the longest answer.
var aQuery = append([]byte("DOG"), make([]byte, 125)...)

func TestAQueryIsAnsweredAndWhatIsNoneIsNot(t *testing.T) {
	l := listen(t, testCert(), Limits{})
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
		t.Errorf("%q came, want the answer to the last one alone", got)
	}
}

func TestQueriesDoNotDisturbALink(t *testing.T) {
	l := listen(t, testCert(), Limits{})
	l.Answer(func(query, buf []byte) []byte { return append(buf, 1) })
	host, client := joinUDP(t, l)
	evil := stranger(t)
	for range 2000 {
		evil.WriteToUDPAddrPort(bytes.Clone(aQuery), l.Addr())
	}
	chat(t, host, client, "the link goes on", over("udp", host, client))
}

// TestAHostIsReachedAtEachOfItsAddresses asks and joins it at an address from which the
// system would not answer.
func TestAHostIsReachedAtEachOfItsAddresses(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("elsewhere a machine has one address of the loopback")
	}
	l, err := Listen(":0", testCert(), Limits{Handshake: testkit.Limit})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.Close)
	l.Answer(func(query, buf []byte) []byte { return append(buf, 1) })
	at := net.UDPAddrFromAddrPort(netip.AddrPortFrom(netip.MustParseAddr("127.0.0.2"), l.Addr().Port()))
	asker, err := net.DialUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)}, at) // it hears nobody else
	if err != nil {
		t.Fatal(err)
	}
	defer asker.Close()
	asker.Write(aQuery)
	asker.SetReadDeadline(time.Now().Add(testkit.Limit))
	if _, err := asker.Read(make([]byte, 1)); err != nil {
		t.Errorf("the query gets no answer: %v", err)
	}
	host, client := connect(t, l, Dial(at.String(), new(Trust)))
	chat(t, host, client, "both are on UDP", over("udp", host, client))
}
