package link

import (
	"fmt"
	"net/netip"
	"slices"
	"testing"
	"time"
)

// victim is an address whose owner has nothing to do with any of this.
var victim = UDPAddr{AddrPort: netip.MustParseAddrPort("203.0.113.9:9")}

// TestASealedDatagramWithAForgedSourceTurnsNoMatchAgainstIt: a client that has a link, and its
// keys, claims for a minute to have moved to an address that is not its own.
func TestASealedDatagramWithAForgedSourceTurnsNoMatchAgainstIt(t *testing.T) {
	for name, c := range map[string]struct {
		every  time.Duration // between forged datagrams
		packet []byte
		from   func(n int) UDPAddr
	}{
		"one probe a second":         {time.Second, nil, func(int) UDPAddr { return victim }},
		"one input a second":         {time.Second, make([]byte, 12), func(int) UDPAddr { return victim }},
		"as many as are taken":       {8 * time.Millisecond, nil, func(int) UDPAddr { return victim }},
		"a port for each":            {50 * time.Millisecond, nil, func(n int) UDPAddr { return UDPAddr{AddrPort: netip.AddrPortFrom(victim.Addr(), uint16(n))} }},
		"its own address in between": {250 * time.Millisecond, make([]byte, 12), func(n int) UDPAddr { return [...]UDPAddr{victim, clientAddr}[n%2] }},
	} {
		for at, proven := range map[string]UDPAddr{"": {}, ", which is at home on UDP": clientAddr} {
			t.Run(name+at, func(t *testing.T) { forge(t, proven, c.every, c.packet, c.from) })
		}
	}
}

// forge has a link send packets from addresses for a minute, to a host that sends data
// 30 times a second.
func forge(t *testing.T, home UDPAddr, every time.Duration, packet []byte, from func(n int) UDPAddr) {
	bubble(t, func(t *testing.T) {
		b := boarded(Limits{})
		host, client := b.hosts[0], b.clients[0]
		if home.IsValid() {
			b.settle(0, home)
		}
		var went, came int
		b.posted = func(p []byte, to UDPAddr) {
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
	e := simulated(t, delay)
	e.weight = weight
	var host, client log
	e.play(5*time.Second, &host, &client)
	const changes = 10
	before := e.client.Counts().DataLost
	for n := range changes {
		to := UDPAddr{AddrPort: netip.AddrPortFrom(clientAddr.Addr(), uint16(100+n))}
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
