package datagram

import (
	"bytes"
	"net/netip"
	"slices"
	"testing"
	"time"

	"dogfight/net/link/udp"
)

// posted is what a host sent, and where.
type posted struct {
	to    udp.Addr
	bytes []byte
}

// posting returns both ends of a link whose host's datagrams are kept.
func posting() (host, client *End, sent *[]posted) {
	host, client = sides()
	sent = new([]posted)
	host.post = func(b []byte, to udp.Addr) { *sent = append(*sent, posted{to, bytes.Clone(b)}) }
	return host, client, sent
}

// takes has the host take a datagram from somewhere.
func (e *End) takes(b []byte, from udp.Addr, now time.Time) {
	if d, ok := e.Open(bytes.Clone(b), from, now); ok {
		e.Answer(d, len(b), from, now)
	}
}

// responds returns the client's response to a challenge.
func (e *End) responds(t *testing.T, challenge []byte) []byte {
	t.Helper()
	e.buf = nil
	d, ok := e.Open(bytes.Clone(challenge), e.peer, epoch)
	if e.Answer(d, len(challenge), e.peer, epoch); !ok || !d.path || len(e.buf) != toHostHeader+challengeSize+tagSize {
		t.Fatalf("opens: %v, %+v is answered with %x", ok, d, e.buf)
	}
	return bytes.Clone(e.buf)
}

var (
	home   = udp.Addr{AddrPort: netip.MustParseAddrPort("192.0.2.1:1")}
	victim = udp.Addr{AddrPort: netip.MustParseAddrPort("203.0.113.9:9")} // whose owner has nothing to do with any of this
	away   = udp.Addr{AddrPort: netip.MustParseAddrPort("198.51.100.1:2")}
)

// settled returns the ends of a link whose client has proven that it is at home.
func settled(t *testing.T) (host, client *End, sent *[]posted) {
	t.Helper()
	host, client, sent = posting()
	host.takes(client.sealed(nil), home, epoch)
	if len(*sent) != 1 || (*sent)[0].to != home || host.peer.IsValid() {
		t.Fatalf("the first datagram is answered by %v", *sent)
	}
	host.takes(client.responds(t, (*sent)[0].bytes), home, epoch)
	if host.peer != home {
		t.Fatalf("it sends to %v, want %v", host.peer, home)
	}
	*sent = nil
	return host, client, sent
}

func TestAHostSendsToWhoeverAnsweredItsChallengeThere(t *testing.T) {
	host, client, sent := settled(t)
	host.takes(client.sealed(number(1)), away, epoch)
	if host.peer != home || len(*sent) != 1 || (*sent)[0].to != away {
		t.Fatalf("after data from elsewhere it sends to %v, and sent %v", host.peer, *sent)
	}
	host.takes(client.responds(t, (*sent)[0].bytes), away, epoch)
	if host.peer != away || host.roamer.next.IsValid() {
		t.Errorf("after the response it sends to %v", host.peer)
	}
}

func TestWhatIsNoProofOfAnAddress(t *testing.T) {
	type attempt struct {
		what string
		do   func(t *testing.T, host, client *End, challenge []byte)
	}
	wrong := func(p []byte) func(t *testing.T, host, client *End, challenge []byte) {
		return func(_ *testing.T, host, client *End, _ []byte) {
			client.seal(p, true)
			host.takes(client.buf, away, epoch)
		}
	}
	for _, a := range []attempt{
		{"a guess", wrong(make([]byte, challengeSize))},
		{"no bytes", wrong(nil)},
		{"too many", wrong(make([]byte, 64))},
		{"data like a response", func(t *testing.T, host, client *End, challenge []byte) {
			d, _ := client.Open(bytes.Clone(challenge), client.peer, epoch)
			host.takes(client.sealed(d.Packet), away, epoch)
		}},
		{"the response from a third address", func(t *testing.T, host, client *End, challenge []byte) {
			host.takes(client.responds(t, challenge), victim, epoch)
		}},
		{"a forged one", func(t *testing.T, host, client *End, challenge []byte) {
			b := client.responds(t, challenge)
			b[len(b)-1]++
			host.takes(b, away, epoch)
		}},
		{"one that is late", func(t *testing.T, host, client *End, challenge []byte) {
			host.takes(client.responds(t, challenge), away, epoch.Add(2*challengeLife))
		}},
		{"one that was overtaken by data from home", func(t *testing.T, host, client *End, challenge []byte) {
			b := client.responds(t, challenge)
			host.takes(client.sealed(number(2)), home, epoch)
			host.takes(b, away, epoch)
		}},
		{"the challenge of another link", func(t *testing.T, host, client *End, challenge []byte) {
			c := newRoamer().challenge(away, spanOf(epoch))
			client.seal(c[:], true)
			host.takes(client.buf, away, epoch)
		}},
	} {
		t.Run(a.what, func(t *testing.T) {
			host, client, sent := settled(t)
			host.takes(client.sealed(number(1)), away, epoch)
			a.do(t, host, client, (*sent)[0].bytes)
			if host.peer != home {
				t.Errorf("the host sends to %v", host.peer)
			}
		})
	}
}

func TestAReplayedOrLateDatagramFromElsewhereIsNotEvenChallenged(t *testing.T) {
	host, client, sent := settled(t)
	late, replayed := client.sealed(number(1)), client.sealed(number(2))
	host.takes(replayed, home, epoch)
	host.takes(replayed, away, epoch)
	host.takes(late, away, epoch)
	if len(*sent) != 0 || host.roamer.next.IsValid() {
		t.Errorf("it sent %v", *sent)
	}
}

func TestALinkCausesFewChallenges(t *testing.T) {
	host, client, sent := settled(t)
	for n := range 10 * 100 { // in ten seconds
		host.takes(client.sealed(nil), udp.Addr{AddrPort: netip.AddrPortFrom(victim.Addr(), uint16(n))}, epoch.Add(time.Duration(n)*10*time.Millisecond))
	}
	if n := len(*sent); n < 9*challengeRate || n > 11*challengeRate {
		t.Errorf("%d challenges in ten seconds, want some %d", n, 10*challengeRate)
	}
}

func TestWhileAClientMovesDataGoesToBothAsFarAsTheNewAddressMayHaveIt(t *testing.T) {
	host, client, sent := settled(t)
	b := client.sealed(number(1))
	host.takes(b, away, epoch)
	left := 3*len(b) - challengeDatagram
	*sent = nil
	for range 3 {
		host.Send(number(1), epoch)
	}
	var want []udp.Addr
	for range 3 {
		want = append(want, home)
		if left -= toClientHeader + 4 + tagSize; left >= 0 {
			want = append(want, away)
		}
	}
	var got []udp.Addr
	for _, p := range *sent {
		got = append(got, p.to)
	}
	if !slices.Equal(got, want) {
		t.Errorf("it went to %v, want %v", got, want)
	}
	host.takes(client.sealed(number(2)), home, epoch)
	*sent = nil
	if host.Send(number(1), epoch); len(*sent) != 1 {
		t.Error("after the client is heard at home again, data goes elsewhere")
	}
}

func TestAClientHearsItsHostAlone(t *testing.T) {
	host, client := sides()
	client.peer = udp.Addr{AddrPort: netip.MustParseAddrPort("192.0.2.2:2")}
	for from, want := range map[string]bool{
		"192.0.2.2:2": true, "[::ffff:192.0.2.2]:2": true, "192.0.2.2:3": false, "192.0.2.3:2": false, "[2001:db8::2]:2": false,
	} {
		if _, ok := client.Open(host.sealed(nil), udp.Addr{AddrPort: netip.MustParseAddrPort(from)}, epoch); ok != want {
			t.Errorf("from %s it opens: %v", from, ok)
		}
	}
}
