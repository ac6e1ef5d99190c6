package proto

import (
	"bytes"
	"strings"
	"testing"

	"dogfight/game"
)

var (
	query    = Query{Nonce: 0x0102030405060708}
	queryHex = "444f4746 05 0102030405060708 " + strings.Repeat("00", 115)

	answer = Answer{Nonce: 0x0102030405060708, ID: 0xa1a2a3a4a5a6a7a8, Info: Info{
		Version: 9, Title: "Fun", Arena: "duel", Mode: game.Teams, Players: 3, Bots: 5, Slots: 64, TickRate: 60,
	}}
	answerHex = "0102030405060708 a1a2a3a4a5a6a7a8 19 0009 03 46756e 04 6475656c 01 0003 0005 0040 3c"
)

func TestQueryAndAnswerHaveTheirBytes(t *testing.T) {
	if got := query.Append(nil); !bytes.Equal(got, bytesOf(t, queryHex)) || len(got) != querySize {
		t.Errorf("query: got %d bytes: %x", len(got), got)
	}
	if got := answer.Append(nil); !bytes.Equal(got, bytesOf(t, answerHex)) {
		t.Errorf("answer: got %x", got)
	}
	if got, err := ParseQuery(bytesOf(t, queryHex)); got != query {
		t.Errorf("query: got %+v and %v", got, err)
	}
	if got, err := ParseAnswer(bytesOf(t, answerHex)); got != answer {
		t.Errorf("answer: got %+v and %v", got, err)
	}
}

func TestTruncatedOrLongerQueryAndAnswerAreRefused(t *testing.T) {
	whole := append(bytesOf(t, queryHex), 0)
	for n := range len(whole) + 1 {
		if _, err := ParseQuery(whole[:n]); (err == nil) != (n == querySize) {
			t.Errorf("%d bytes of a query: error %v", n, err)
		}
	}
	whole = append(bytesOf(t, answerHex), 0)
	for n := range len(whole) + 1 {
		if _, err := ParseAnswer(whole[:n]); (err == nil) != (n == len(whole)-1) {
			t.Errorf("%d bytes of an answer: error %v", n, err)
		}
	}
}

func TestMalformedQueryIsRefusedWithTheFieldAtFault(t *testing.T) {
	for _, c := range []struct {
		at   int
		want string
	}{
		{0, `query: magic must be DOGF, got "\xbbOGF"`},
		{4, "query: type must be 5, got 250"},
		{13, "query: padding must be 0, got 255"},
		{127, "query: padding must be 0, got 255"},
	} {
		p := bytesOf(t, queryHex)
		p[c.at] ^= 0xff
		if _, err := ParseQuery(p); err == nil || err.Error() != c.want {
			t.Errorf("byte %d: expected %q, got %v", c.at, c.want, err)
		}
	}
}

func TestLongestAnswerIsNoLongerThanAQuery(t *testing.T) {
	long := strings.Repeat("é", 200)
	a := Answer{Info: Info{Title: long, Arena: long}}
	b := a.Append(nil)
	if len(b) > querySize {
		t.Errorf("%d bytes", len(b))
	}
	if back, err := ParseAnswer(b); err != nil || len(back.Info.Title) != MaxTitle || len(back.Info.Arena) != maxWord {
		t.Errorf("got %+v and %v", back, err)
	}
}

// FuzzQuery: a parsed query appends the same bytes.
func FuzzQuery(f *testing.F) {
	f.Add(bytesOf(f, queryHex))
	f.Fuzz(func(t *testing.T, p []byte) {
		q, err := ParseQuery(p)
		if err == nil && !bytes.Equal(q.Append(nil), p) {
			t.Errorf("%x became %x", p, q.Append(nil))
		}
	})
}

// FuzzAnswer: a parsed answer appends the same bytes, and is no longer than a Query.
func FuzzAnswer(f *testing.F) {
	f.Add(bytesOf(f, answerHex))
	f.Fuzz(func(t *testing.T, p []byte) {
		a, err := ParseAnswer(p)
		if err != nil {
			return
		}
		if again := a.Append(nil); !bytes.Equal(again, p) || len(again) > querySize {
			t.Errorf("%x became %x", p, again)
		}
	})
}

func TestURLOfAHost(t *testing.T) {
	for _, c := range []struct {
		web        Web
		host, want string
	}{
		{Web{8080, false}, "192.0.2.7", "http://192.0.2.7:8080/"},
		{Web{80, false}, "192.0.2.7", "http://192.0.2.7/"},
		{Web{443, false}, "192.0.2.7", "http://192.0.2.7:443/"},
		{Web{443, true}, "fight.example.org", "https://fight.example.org/"},
		{Web{8443, true}, "2001:db8::7", "https://[2001:db8::7]:8443/"},
		{Web{8080, false}, "fe80::7%eth0", ""},
		{Web{8080, false}, "", ""},
		{Web{}, "192.0.2.7", ""},
	} {
		if got := c.web.URL(c.host); got != c.want {
			t.Errorf("%+v at %q: got %q, want %q", c.web, c.host, got, c.want)
		}
	}
}
