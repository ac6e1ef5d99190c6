package link

import (
	"bytes"
	"net/netip"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	_ "dogfight/testkit"
)

// after is a time so many milliseconds from the epoch.
func after(ms int) time.Time { return epoch.Add(time.Duration(ms) * time.Millisecond) }

func TestAClientProbesQuicklyFirstAndThenEachSecondForEver(t *testing.T) {
	var c clientPath
	var got []int
	for at := 0; at < 7000; {
		probe, wait := c.probe(after(at))
		if probe {
			got = append(got, at)
		}
		at += int(wait / time.Millisecond)
	}
	if want := []int{0, 100, 300, 700, 1500, 2500, 3500, 4500, 5500, 6500}; !slices.Equal(got, want) {
		t.Errorf("probes at %v ms, want %v", got, want)
	}
	if probe, wait := c.probe(after(1e9)); !probe || wait != time.Second {
		t.Errorf("after days: probe %v, then a pause of %v", probe, wait)
	}
}

func TestAClientIsOnUDPWhileDatagramsArrive(t *testing.T) {
	var c clientPath
	for _, step := range []struct {
		at    int
		hears bool
		udp   bool
	}{{0, false, false}, {5000, false, false}, {5100, true, true}, {6099, false, true}, {6100, false, false}, {9000, true, true}} {
		if step.hears {
			c.datagram(after(step.at), true)
		}
		if got := c.udp(after(step.at)); got != step.udp {
			t.Errorf("at %d ms on UDP: %v, want %v", step.at, got, step.udp)
		}
	}
}

func TestAClientOnUDPProbesWhenEitherEndIsQuiet(t *testing.T) {
	for _, c := range []struct {
		name            string
		received, spoke int
		want            int
	}{
		{"both speak", 1000, 1000, 1250},
		{"the host is quiet", 800, 1000, 1050},
		{"the client is quiet", 1000, 900, 1150},
	} {
		var p clientPath
		p.datagram(after(c.received), false)
		p.sent(after(c.spoke))
		if probe, wait := p.probe(after(1000)); probe || wait != after(c.want).Sub(after(1000)) {
			t.Errorf("%s: probe %v, wait %v, want to wait until %d ms", c.name, probe, wait, c.want)
		}
		if probe, wait := p.probe(after(c.want)); !probe || wait != keepalive {
			t.Errorf("%s: probe %v, wait %v, want a probe and to wait for its answer", c.name, probe, wait)
		}
	}
}

func TestAHostAnswersToTheSourceOfTheNewestData(t *testing.T) {
	type step struct {
		at   int
		what string // "data" or "probe" over UDP, "control" for data there
		udp  bool
	}
	for name, steps := range map[string][]step{
		"nothing came":                    {{0, "", false}},
		"a probe alone proves nothing":    {{0, "probe", false}, {10, "control", false}},
		"data came":                       {{0, "data", true}, {999, "", true}, {1000, "", false}},
		"probes keep UDP up":              {{0, "data", true}, {900, "probe", true}, {1800, "probe", true}, {2799, "", true}, {2800, "", false}},
		"the client went over to control": {{0, "data", true}, {1200, "control", false}, {1300, "probe", false}, {1400, "control", false}},
		"and came back":                   {{0, "data", true}, {1200, "control", false}, {1300, "data", true}},
		"control was held up":             {{0, "data", true}, {50, "data", true}, {60, "control", true}, {299, "control", true}, {300, "control", false}},
		"it is received again":            {{0, "data", true}, {1500, "", false}, {1600, "data", true}},
	} {
		var h hostPath
		for _, s := range steps {
			switch s.what {
			case "control":
				h.control(after(s.at))
			case "data", "probe":
				h.datagram(after(s.at), s.what == "probe")
			}
			if got := h.udp(after(s.at)); got != s.udp {
				t.Errorf("%s: at %d ms on UDP: %v, want %v", name, s.at, got, s.udp)
			}
		}
	}
}

// TestAnyBreakHeals breaks and heals a network at random, in either or both directions, for a client and a host that send at game rates.
func TestAnyBreakHeals(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var c clientPath
		var h hostPath
		var toHost, toClient time.Time // when data last arrived
		at := epoch
		probeAt := at
		for range rapid.IntRange(1, 12).Draw(t, "phases") {
			up, down := rapid.Bool().Draw(t, "up"), rapid.Bool().Draw(t, "down")
			changed := at // a datagram between two breaks makes an end wait anew
			for range rapid.IntRange(1, 500).Draw(t, "steps of 10 ms") {
				at = at.Add(10 * time.Millisecond)
				if !at.Before(probeAt) {
					probe, wait := c.probe(at)
					probeAt = at.Add(wait)
					if probe && up {
						if h.datagram(at, true); down {
							c.datagram(at, true)
						}
					}
				}
				if ms := at.Sub(epoch).Milliseconds(); ms%50 == 0 {
					overUDP := c.udp(at)
					if overUDP {
						c.sent(at)
					}
					if overUDP && up {
						h.datagram(at, false)
					} else if !overUDP {
						h.control(at)
					}
					if up || !overUDP {
						toHost = at
					}
				}
				if ms := at.Sub(epoch).Milliseconds(); ms%30 == 0 {
					overUDP := h.udp(at)
					if overUDP && down {
						c.datagram(at, false)
					}
					if down || !overUDP {
						toClient = at
					}
				}
				for _, last := range []time.Time{toHost, toClient} {
					if gap := min(at.Sub(last), at.Sub(changed)); gap > 2*silence+100*time.Millisecond {
						t.Fatalf("no data for %v", gap)
					}
				}
			}
		}
	})
}

// posted is a datagram from a host.
type posted struct {
	to    UDPAddr
	bytes []byte
}

// posting returns both ends of a link, and records the host's datagrams.
func posting() (host, client *udpEnd, sent *[]posted) {
	host, client = sides()
	sent = new([]posted)
	host.post = func(b []byte, to UDPAddr) { *sent = append(*sent, posted{to, bytes.Clone(b)}) }
	return host, client, sent
}

// receives passes a datagram from an address to the host.
func (e *udpEnd) receives(b []byte, from UDPAddr, now time.Time) {
	if d, ok := e.Open(bytes.Clone(b), from, now); ok {
		e.Answer(d, len(b), from, now)
	}
}

// responds returns the client's response to a challenge.
func (e *udpEnd) responds(t *testing.T, challenge []byte) []byte {
	t.Helper()
	e.buf = nil
	d, ok := e.Open(bytes.Clone(challenge), e.peer, epoch)
	if e.Answer(d, len(challenge), e.peer, epoch); !ok || !d.path || len(e.buf) != toHostHeader+challengeSize+tagSize {
		t.Fatalf("opens: %v, %+v is answered with %x", ok, d, e.buf)
	}
	return bytes.Clone(e.buf)
}

var (
	home = UDPAddr{AddrPort: netip.MustParseAddrPort("192.0.2.1:1")}
	away = UDPAddr{AddrPort: netip.MustParseAddrPort("198.51.100.1:2")}
)

// settled returns the ends of a link with a client that has proven its address home.
func settled(t *testing.T) (host, client *udpEnd, sent *[]posted) {
	t.Helper()
	host, client, sent = posting()
	host.receives(client.sealed(nil), home, epoch)
	if len(*sent) != 1 || (*sent)[0].to != home || host.peer.IsValid() {
		t.Fatalf("the first datagram is answered by %v", *sent)
	}
	host.receives(client.responds(t, (*sent)[0].bytes), home, epoch)
	if host.peer != home {
		t.Fatalf("it sends to %v, want %v", host.peer, home)
	}
	*sent = nil
	return host, client, sent
}

func TestAHostSendsToAnAddressAfterItAnsweredAChallenge(t *testing.T) {
	host, client, sent := settled(t)
	host.receives(client.sealed(number(1)), away, epoch)
	if host.peer != home || len(*sent) != 1 || (*sent)[0].to != away {
		t.Fatalf("after data from elsewhere it sends to %v, and sent %v", host.peer, *sent)
	}
	host.receives(client.responds(t, (*sent)[0].bytes), away, epoch)
	if host.peer != away || host.roamer.next.IsValid() {
		t.Errorf("after the response it sends to %v", host.peer)
	}
}

func TestInvalidProofsOfAnAddress(t *testing.T) {
	type attempt struct {
		what string
		do   func(t *testing.T, host, client *udpEnd, challenge []byte)
	}
	wrong := func(p []byte) func(t *testing.T, host, client *udpEnd, challenge []byte) {
		return func(_ *testing.T, host, client *udpEnd, _ []byte) {
			client.seal(p, true)
			host.receives(client.buf, away, epoch)
		}
	}
	for _, a := range []attempt{
		{"a guess", wrong(make([]byte, challengeSize))},
		{"no bytes", wrong(nil)},
		{"too many", wrong(make([]byte, 64))},
		{"data like a response", func(t *testing.T, host, client *udpEnd, challenge []byte) {
			d, _ := client.Open(bytes.Clone(challenge), client.peer, epoch)
			host.receives(client.sealed(d.Packet), away, epoch)
		}},
		{"the response from a third address", func(t *testing.T, host, client *udpEnd, challenge []byte) {
			host.receives(client.responds(t, challenge), victim, epoch)
		}},
		{"a forged one", func(t *testing.T, host, client *udpEnd, challenge []byte) {
			b := client.responds(t, challenge)
			b[len(b)-1]++
			host.receives(b, away, epoch)
		}},
		{"one that is late", func(t *testing.T, host, client *udpEnd, challenge []byte) {
			host.receives(client.responds(t, challenge), away, epoch.Add(2*challengeLife))
		}},
		{"one that was overtaken by data from home", func(t *testing.T, host, client *udpEnd, challenge []byte) {
			b := client.responds(t, challenge)
			host.receives(client.sealed(number(2)), home, epoch)
			host.receives(b, away, epoch)
		}},
		{"the challenge of another link", func(t *testing.T, host, client *udpEnd, challenge []byte) {
			c := newRoamer().challenge(away, spanOf(epoch))
			client.seal(c[:], true)
			host.receives(client.buf, away, epoch)
		}},
	} {
		t.Run(a.what, func(t *testing.T) {
			host, client, sent := settled(t)
			host.receives(client.sealed(number(1)), away, epoch)
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
	host.receives(replayed, home, epoch)
	host.receives(replayed, away, epoch)
	host.receives(late, away, epoch)
	if len(*sent) != 0 || host.roamer.next.IsValid() {
		t.Errorf("it sent %v", *sent)
	}
}

func TestALinkCausesFewChallenges(t *testing.T) {
	host, client, sent := settled(t)
	for n := range 10 * 100 { // in ten seconds
		host.receives(client.sealed(nil), UDPAddr{AddrPort: netip.AddrPortFrom(victim.Addr(), uint16(n))}, epoch.Add(time.Duration(n)*10*time.Millisecond))
	}
	if n := len(*sent); n < 9*challengeRate || n > 11*challengeRate {
		t.Errorf("%d challenges in ten seconds, want some %d", n, 10*challengeRate)
	}
}

func TestDataIsSentToBothAddressesOfAMovingClientWithinTheBudget(t *testing.T) {
	host, client, sent := settled(t)
	b := client.sealed(number(1))
	host.receives(b, away, epoch)
	left := 3*len(b) - challengeDatagram
	*sent = nil
	for range 3 {
		host.Send(number(1), epoch)
	}
	var want []UDPAddr
	for range 3 {
		want = append(want, home)
		if left -= toClientHeader + 4 + tagSize; left >= 0 {
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
	host.receives(client.sealed(number(2)), home, epoch)
	*sent = nil
	if host.Send(number(1), epoch); len(*sent) != 1 {
		t.Error("after the client sends from home again, data is sent elsewhere")
	}
}

func TestAClientAcceptsDatagramsOfItsHostOnly(t *testing.T) {
	host, client := sides()
	client.peer = UDPAddr{AddrPort: netip.MustParseAddrPort("192.0.2.2:2")}
	for from, want := range map[string]bool{
		"192.0.2.2:2": true, "[::ffff:192.0.2.2]:2": true, "192.0.2.2:3": false, "192.0.2.3:2": false, "[2001:db8::2]:2": false,
	} {
		if _, ok := client.Open(host.sealed(nil), UDPAddr{AddrPort: netip.MustParseAddrPort(from)}, epoch); ok != want {
			t.Errorf("from %s it opens: %v", from, ok)
		}
	}
}
