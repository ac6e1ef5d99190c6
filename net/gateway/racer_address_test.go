package gateway

import (
	"net"
	"testing"
	"time"

	dogfight "dogfight/net"
	"dogfight/proto/dialect/lightracer/lightracertest"
	"dogfight/testkit"
)

// TestUpdatesGoWhereTheTokenWasToldAndNoLongerThanTheyAreWanted: an eavesdropper on the
// token says it with the address of another, and a racer asks once and no more.
func TestUpdatesGoWhereTheTokenWasToldAndNoLongerThanTheyAreWanted(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds of real time; runs without -short")
	}
	t.Parallel()
	r := newRig(t, dogfight.HostConfig{}, dogfight.FixedMatch(duelSetup(t), dogfight.MatchOptions{Bots: 8}, 0))
	g := r.open("lightracer=:0")
	c := r.race(g, "Ann")
	to, _ := net.ResolveUDPAddr("udp", g.Addrs()[1])
	other, err := net.DialUDP("udp", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 2)}, to)
	if err != nil {
		t.Skip("this machine has one address of loopback alone")
	}
	defer other.Close()
	elsewhere := &stranger{Conn: other}
	for range 60 {
		elsewhere.says(lightracertest.AppendToken(nil, c.welcome.Token))
	}
	elsewhere.listens(time.Now().Add(time.Second))
	if elsewhere.heard > 0 {
		t.Errorf("%d bytes went to an address that was told no token", elsewhere.heard)
	}
	here := &stranger{Conn: r.connect("udp", g.Addrs()[1])}
	here.says(lightracertest.AppendToken(nil, c.welcome.Token))
	here.hearsMore(t)
	for before, end := 0, time.Now().Add(testkit.Limit); here.heard > before; {
		if before = here.heard; time.Now().After(end) {
			t.Fatalf("%d bytes went to an address that said no more, and they do not end", here.heard)
		}
		here.listens(time.Now().Add(time.Second))
	}
	here.says(lightracertest.AppendToken(nil, c.welcome.Token))
	here.hearsMore(t)
}
