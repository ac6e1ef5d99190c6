package link

import (
	"bytes"
	"fmt"
	"net/netip"
	"slices"
	"testing"
	"time"
)

// victim is an address whose owner has nothing to do with any of this.
var victim = netip.MustParseAddrPort("203.0.113.9:9")

// TestASealedDatagramWithAForgedSourceTurnsNoMatchAgainstIt: one who has a link, and its
// keys, says that he has moved to an address that is somebody else's, for a minute.
func TestASealedDatagramWithAForgedSourceTurnsNoMatchAgainstIt(t *testing.T) {
	for name, c := range map[string]struct {
		every  time.Duration // between forged datagrams
		packet []byte
		from   func(n int) netip.AddrPort
	}{
		"one probe a second":         {time.Second, nil, func(int) netip.AddrPort { return victim }},
		"one input a second":         {time.Second, make([]byte, 12), func(int) netip.AddrPort { return victim }},
		"as many as are taken":       {8 * time.Millisecond, nil, func(int) netip.AddrPort { return victim }},
		"a port for each":            {50 * time.Millisecond, nil, func(n int) netip.AddrPort { return netip.AddrPortFrom(victim.Addr(), uint16(n)) }},
		"his own address in between": {250 * time.Millisecond, make([]byte, 12), func(n int) netip.AddrPort { return [...]netip.AddrPort{victim, clientAddr}[n%2] }},
	} {
		for at, proven := range map[string]netip.AddrPort{"": {}, ", who is at home on UDP": clientAddr} {
			t.Run(name+at, func(t *testing.T) { forge(t, proven, c.every, c.packet, c.from) })
		}
	}
}

// forge has a link send packets from addresses for a minute, to a host that sends data
// 30 times a second.
func forge(t *testing.T, home netip.AddrPort, every time.Duration, packet []byte, from func(n int) netip.AddrPort) {
	bubble(t, func(t *testing.T) {
		b, hosts, clients, _ := boarded(Limits{})
		host, client := hosts[0], clients[0]
		host.udp.peer = home
		var went, came int
		host.udp.post = func(p []byte, to netip.AddrPort, _ *traffic) {
			if to.Addr() == victim.Addr() {
				went += len(p)
			}
		}
		next := time.Now()
		for n, end := 0, time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(time.Second / 30) {
			for ; !next.After(time.Now()); next = next.Add(every) {
				from := from(n)
				p := client.sealed(packet)
				if from.Addr() == victim.Addr() {
					came += len(p)
				}
				b.deliver(p, from, time.Now())
				n++
			}
			drain(host)
			host.Send(Data, make([]byte, 90))
		}
		t.Logf("%d bytes came from there, %d went: %.1f times", came, went, float64(went)/float64(came))
		if went > 3*came {
			t.Error("want at most 3 times")
		}
	})
}

// TestANewAddressCostsNoMoreThanARoundTrip: a router gives the client another port in the
// midst of a match, and knows nothing of the old one any more.
func TestANewAddressCostsNoMoreThanARoundTrip(t *testing.T) {
	for _, delay := range []time.Duration{5 * time.Millisecond, 50 * time.Millisecond, 150 * time.Millisecond} {
		for _, weight := range []int{0, 60, 600} { // those of a large match, and more than the new address may have
			t.Run(fmt.Sprintf("%v, %d bytes", delay, weight), func(t *testing.T) {
				bubble(t, func(t *testing.T) { rebind(t, delay, weight) })
			})
		}
	}
}

// rebind plays over a network with a delay each way, changes the client's address ten
// times, and counts what it does not get for that.
func rebind(t *testing.T, delay time.Duration, weight int) {
	e := airborne(t, delay)
	e.weight = weight
	var host, client log
	e.play(5*time.Second, &host, &client)
	const changes = 10
	before := e.client.Counts().DataLost
	for n := range changes {
		to := netip.AddrPortFrom(clientAddr.Addr(), uint16(100+n))
		e.from.Store(&to)
		e.play(2*time.Second, &host, &client)
	}
	missed := float64(e.client.Counts().DataLost-before) / changes
	// From the change on: until the next of the client's, 20 a second, has come with what
	// the host had under way by then, and a round trip, at 33 a second.
	most := float64(50*time.Millisecond+2*delay+2*delay+20*time.Millisecond) / float64(30*time.Millisecond)
	t.Logf("%.1f data packets missed at each change, the longest gap %v", missed, client.longest)
	if missed > most {
		t.Errorf("want at most %.1f", most)
	}
	for _, kinds := range [][]string{host.kinds, client.kinds} {
		if !slices.Equal(kinds[max(len(kinds)-2, 0):], []string{"tls", "udp"}) && !slices.Equal(kinds, []string{"udp"}) {
			t.Errorf("an end was on %v, want UDP throughout", kinds)
		}
	}
	e.close()
}

// posted is what a host sent, and where.
type posted struct {
	to    netip.AddrPort
	bytes []byte
}

// posting returns both ends of a link whose host's datagrams are kept.
func posting() (host, client *udp, sent *[]posted) {
	host, client = sides()
	sent = new([]posted)
	host.post = func(b []byte, to netip.AddrPort, _ *traffic) { *sent = append(*sent, posted{to, bytes.Clone(b)}) }
	return host, client, sent
}

// takes has the host take a datagram from somewhere.
func (u *udp) takes(b []byte, from netip.AddrPort, now time.Time) {
	if d, ok := u.open(bytes.Clone(b), from, now); ok {
		u.answer(d, len(b), from, now, nil)
	}
}

// responds returns the client's response to a challenge.
func (u *udp) responds(t *testing.T, challenge []byte) []byte {
	t.Helper()
	u.buf = nil
	d, ok := u.open(bytes.Clone(challenge), u.peer, epoch)
	if u.answer(d, len(challenge), u.peer, epoch, nil); !ok || !d.path || len(u.buf) != toHostHeader+challengeSize+tagSize {
		t.Fatalf("opens: %v, %+v is answered with %x", ok, d, u.buf)
	}
	return bytes.Clone(u.buf)
}

var (
	home = netip.MustParseAddrPort("192.0.2.1:1")
	away = netip.MustParseAddrPort("198.51.100.1:2")
)

// settled returns the ends of a link whose client has proven that it is at home.
func settled(t *testing.T) (host, client *udp, sent *[]posted) {
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
		do   func(t *testing.T, host, client *udp, challenge []byte)
	}
	wrong := func(p []byte) func(t *testing.T, host, client *udp, challenge []byte) {
		return func(_ *testing.T, host, client *udp, _ []byte) {
			client.seal(p, true)
			host.takes(client.buf, away, epoch)
		}
	}
	for _, a := range []attempt{
		{"a guess", wrong(make([]byte, challengeSize))},
		{"no bytes", wrong(nil)},
		{"too many", wrong(make([]byte, 64))},
		{"data like a response", func(t *testing.T, host, client *udp, challenge []byte) {
			d, _ := client.open(bytes.Clone(challenge), client.peer, epoch)
			host.takes(client.sealed(d.packet), away, epoch)
		}},
		{"the response from a third address", func(t *testing.T, host, client *udp, challenge []byte) {
			host.takes(client.responds(t, challenge), victim, epoch)
		}},
		{"a forged one", func(t *testing.T, host, client *udp, challenge []byte) {
			b := client.responds(t, challenge)
			b[len(b)-1]++
			host.takes(b, away, epoch)
		}},
		{"one that is late", func(t *testing.T, host, client *udp, challenge []byte) {
			host.takes(client.responds(t, challenge), away, epoch.Add(2*challengeLife))
		}},
		{"one that was overtaken by data from home", func(t *testing.T, host, client *udp, challenge []byte) {
			b := client.responds(t, challenge)
			host.takes(client.sealed(number(2)), home, epoch)
			host.takes(b, away, epoch)
		}},
		{"the challenge of another link", func(t *testing.T, host, client *udp, challenge []byte) {
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
		host.takes(client.sealed(nil), netip.AddrPortFrom(victim.Addr(), uint16(n)), epoch.Add(time.Duration(n)*10*time.Millisecond))
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
		host.send(number(1), epoch, nil)
	}
	var want []netip.AddrPort
	for range 3 {
		want = append(want, home)
		if left -= toClientHeader + 4 + tagSize; left >= 0 {
			want = append(want, away)
		}
	}
	var got []netip.AddrPort
	for _, p := range *sent {
		got = append(got, p.to)
	}
	if !slices.Equal(got, want) {
		t.Errorf("it went to %v, want %v", got, want)
	}
	host.takes(client.sealed(number(2)), home, epoch)
	*sent = nil
	if host.send(number(1), epoch, nil); len(*sent) != 1 {
		t.Error("after the client is heard at home again, data goes elsewhere")
	}
}

func TestAClientHearsItsHostAlone(t *testing.T) {
	host, client := sides()
	client.peer = hostAddr
	for from, want := range map[string]bool{
		"192.0.2.2:2": true, "[::ffff:192.0.2.2]:2": true, "192.0.2.2:3": false, "192.0.2.3:2": false, "[2001:db8::2]:2": false,
	} {
		if _, ok := client.open(host.sealed(nil), netip.MustParseAddrPort(from), epoch); ok != want {
			t.Errorf("from %s it opens: %v", from, ok)
		}
	}
}
