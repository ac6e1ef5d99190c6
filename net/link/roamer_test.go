package link

import (
	"bytes"
	"net/netip"
	"slices"
	"testing"
	"time"
)

// posted is what a host sent, and where.
type posted struct {
	to    UDPAddr
	bytes []byte
}

// posting returns both ends of a link whose host's datagrams are kept.
func posting() (host, client *End, sent *[]posted) {
	host, client = sides()
	sent = new([]posted)
	host.post = func(b []byte, to UDPAddr) { *sent = append(*sent, posted{to, bytes.Clone(b)}) }
	return host, client, sent
}

// takes has the host take a datagram from somewhere.
func (e *End) takes(b []byte, from UDPAddr, now time.Time) {
	if d, ok := e.Open(bytes.Clone(b), from, now); ok {
		e.Answer(d, len(b), from, now)
	}
}

// responds returns the client's response to a challenge.
func (e *End) responds(t *testing.T, challenge []byte) []byte {
	t.Helper()
	e.buf = nil
	d, ok := e.Open(bytes.Clone(challenge), e.peer, datagramEpoch)
	if e.Answer(d, len(challenge), e.peer, datagramEpoch); !ok || !d.path || len(e.buf) != datagramToHostHeader+challengeSize+datagramTagSize {
		t.Fatalf("opens: %v, %+v is answered with %x", ok, d, e.buf)
	}
	return bytes.Clone(e.buf)
}

var (
	home           = UDPAddr{AddrPort: netip.MustParseAddrPort("192.0.2.1:1")}
	datagramVictim = UDPAddr{AddrPort: netip.MustParseAddrPort("203.0.113.9:9")} // whose owner has nothing to do with any of this
	away           = UDPAddr{AddrPort: netip.MustParseAddrPort("198.51.100.1:2")}
)

// settled returns the ends of a link whose client has proven that it is at home.
func settled(t *testing.T) (host, client *End, sent *[]posted) {
	t.Helper()
	host, client, sent = posting()
	host.takes(client.sealed(nil), home, datagramEpoch)
	if len(*sent) != 1 || (*sent)[0].to != home || host.peer.IsValid() {
		t.Fatalf("the first datagram is answered by %v", *sent)
	}
	host.takes(client.responds(t, (*sent)[0].bytes), home, datagramEpoch)
	if host.peer != home {
		t.Fatalf("it sends to %v, want %v", host.peer, home)
	}
	*sent = nil
	return host, client, sent
}

func TestAHostSendsToWhoeverAnsweredItsChallengeThere(t *testing.T) {
	host, client, sent := settled(t)
	host.takes(client.sealed(datagramNumber(1)), away, datagramEpoch)
	if host.peer != home || len(*sent) != 1 || (*sent)[0].to != away {
		t.Fatalf("after data from elsewhere it sends to %v, and sent %v", host.peer, *sent)
	}
	host.takes(client.responds(t, (*sent)[0].bytes), away, datagramEpoch)
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
			host.takes(client.buf, away, datagramEpoch)
		}
	}
	for _, a := range []attempt{
		{"a guess", wrong(make([]byte, challengeSize))},
		{"no bytes", wrong(nil)},
		{"too many", wrong(make([]byte, 64))},
		{"data like a response", func(t *testing.T, host, client *End, challenge []byte) {
			d, _ := client.Open(bytes.Clone(challenge), client.peer, datagramEpoch)
			host.takes(client.sealed(d.Packet), away, datagramEpoch)
		}},
		{"the response from a third address", func(t *testing.T, host, client *End, challenge []byte) {
			host.takes(client.responds(t, challenge), datagramVictim, datagramEpoch)
		}},
		{"a forged one", func(t *testing.T, host, client *End, challenge []byte) {
			b := client.responds(t, challenge)
			b[len(b)-1]++
			host.takes(b, away, datagramEpoch)
		}},
		{"one that is late", func(t *testing.T, host, client *End, challenge []byte) {
			host.takes(client.responds(t, challenge), away, datagramEpoch.Add(2*challengeLife))
		}},
		{"one that was overtaken by data from home", func(t *testing.T, host, client *End, challenge []byte) {
			b := client.responds(t, challenge)
			host.takes(client.sealed(datagramNumber(2)), home, datagramEpoch)
			host.takes(b, away, datagramEpoch)
		}},
		{"the challenge of another link", func(t *testing.T, host, client *End, challenge []byte) {
			c := newRoamer().challenge(away, spanOf(datagramEpoch))
			client.seal(c[:], true)
			host.takes(client.buf, away, datagramEpoch)
		}},
	} {
		t.Run(a.what, func(t *testing.T) {
			host, client, sent := settled(t)
			host.takes(client.sealed(datagramNumber(1)), away, datagramEpoch)
			a.do(t, host, client, (*sent)[0].bytes)
			if host.peer != home {
				t.Errorf("the host sends to %v", host.peer)
			}
		})
	}
}

func TestAReplayedOrLateDatagramFromElsewhereIsNotEvenChallenged(t *testing.T) {
	host, client, sent := settled(t)
	late, replayed := client.sealed(datagramNumber(1)), client.sealed(datagramNumber(2))
	host.takes(replayed, home, datagramEpoch)
	host.takes(replayed, away, datagramEpoch)
	host.takes(late, away, datagramEpoch)
	if len(*sent) != 0 || host.roamer.next.IsValid() {
		t.Errorf("it sent %v", *sent)
	}
}

func TestALinkCausesFewChallenges(t *testing.T) {
	host, client, sent := settled(t)
	for n := range 10 * 100 { // in ten seconds
		host.takes(client.sealed(nil), UDPAddr{AddrPort: netip.AddrPortFrom(datagramVictim.Addr(), uint16(n))}, datagramEpoch.Add(time.Duration(n)*10*time.Millisecond))
	}
	if n := len(*sent); n < 9*challengeRate || n > 11*challengeRate {
		t.Errorf("%d challenges in ten seconds, want some %d", n, 10*challengeRate)
	}
}

func TestWhileAClientMovesDataGoesToBothAsFarAsTheNewAddressMayHaveIt(t *testing.T) {
	host, client, sent := settled(t)
	b := client.sealed(datagramNumber(1))
	host.takes(b, away, datagramEpoch)
	left := 3*len(b) - challengeDatagram
	*sent = nil
	for range 3 {
		host.Send(datagramNumber(1), datagramEpoch)
	}
	var want []UDPAddr
	for range 3 {
		want = append(want, home)
		if left -= datagramToClientHeader + 4 + datagramTagSize; left >= 0 {
			want = append(want, away)
		}
	}
	var got []UDPAddr
	for _, p := range *sent {
		got = append(got, p.to)
	}
	if !slices.Equal(got, want) {
		t.Errorf("it went to %v, want %v", got, want)
	}
	host.takes(client.sealed(datagramNumber(2)), home, datagramEpoch)
	*sent = nil
	if host.Send(datagramNumber(1), datagramEpoch); len(*sent) != 1 {
		t.Error("after the client is heard at home again, data goes elsewhere")
	}
}

func TestAClientHearsItsHostAlone(t *testing.T) {
	host, client := sides()
	client.peer = UDPAddr{AddrPort: netip.MustParseAddrPort("192.0.2.2:2")}
	for from, want := range map[string]bool{
		"192.0.2.2:2": true, "[::ffff:192.0.2.2]:2": true, "192.0.2.2:3": false, "192.0.2.3:2": false, "[2001:db8::2]:2": false,
	} {
		if _, ok := client.Open(host.sealed(nil), UDPAddr{AddrPort: netip.MustParseAddrPort(from)}, datagramEpoch); ok != want {
			t.Errorf("from %s it opens: %v", from, ok)
		}
	}
}
