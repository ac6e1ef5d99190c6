package link

import (
	"bytes"
	"testing"
	"time"

	"dogfight/net/link/query"
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
	a, err := query.NewAsker(func(b []byte, _ time.Time) { answers <- string(b) })
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
