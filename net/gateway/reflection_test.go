package gateway

import (
	"math/rand/v2"
	"net/netip"
	"testing"
	"time"

	"dogfight/game"
	dogfight "dogfight/net"
	"dogfight/net/link"
	"dogfight/proto/dialect/rtype"
	"dogfight/testkit"
)

// reflected forges the address of what it sends: it hears nothing,
// but we count what goes there.
type reflected struct {
	name string
	says func(c *rtypeClient, tick int) // 20 times a second
}

// reflections are what can be said without having heard the ACCEPT.
var reflections = []reflected{
	{"CONNECT and PING, and no more", func(c *rtypeClient, tick int) {
		switch tick {
		case 0:
			c.says(&rtype.Connect{})
		case 1:
			c.signals(rtype.PingType)
		}
	}},
	{"PING each second", func(c *rtypeClient, tick int) {
		if tick == 0 {
			c.says(&rtype.Connect{})
		} else if tick%20 == 1 {
			c.signals(rtype.PingType)
		}
	}},
	{"INPUT in flags", func(c *rtypeClient, tick int) {
		if tick == 0 {
			c.says(&rtype.Connect{})
		}
		c.says(&rtype.InputFlags{Flags: rtype.Flags(tick % 32)})
	}},
	{"CONNECT, INPUT and DISCONNECT in turn", func(c *rtypeClient, tick int) {
		switch tick % 4 {
		case 0:
			c.says(&rtype.Connect{})
		case 1:
			c.says(&rtype.InputFlags{})
		case 3:
			c.signals(rtype.DisconnectType)
		}
	}},
	{"INPUT of entities by guess", func(c *rtypeClient, tick int) {
		if tick == 0 {
			c.says(&rtype.Connect{ClientID: rtype.MinID + 1})
		}
		if !c.wire.Code {
			c.says(&rtype.Input{Entity: rtype.MinID + rand.Uint32N(1<<31)})
		}
	}},
}

// far has all addresses be elsewhere.
var far = link.Limits{Local: func(netip.Addr) bool { return false }}

func TestAForgedAddressGetsAtMostThreeTimesWhatItSent(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds of real time; runs without -short")
	}
	t.Parallel()
	for _, name := range []string{"rtype", "rtype-code"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRig(t, dogfight.HostConfig{}, dogfight.FixedMatch(duelSetup(t), dogfight.MatchOptions{Bots: 40}, 0))
			g := r.openWith(name+"=:0", Config{Dial: r.dial, Limits: far})
			for _, f := range reflections {
				t.Run(f.name, func(t *testing.T) {
					t.Parallel()
					reflect(t, r.client(g), f)
				})
			}
		})
	}
}

// reflect has the address of c sent to for 6 s, longer than a session may be silent, and
// counts what goes there until nothing more does.
func reflect(t *testing.T, c *rtypeClient, f reflected) {
	said := 0
	c.count = func(n int) { said += n }
	heard, buf := 0, make([]byte, 2048)
	for tick := range 120 {
		f.says(c, tick)
		c.SetReadDeadline(time.Now().Add(50 * time.Millisecond))
		for n, err := c.Read(buf); err == nil; n, err = c.Read(buf) {
			heard += n
		}
	}
	c.SetReadDeadline(time.Now().Add(time.Second))
	for n, err := c.Read(buf); err == nil; n, err = c.Read(buf) {
		heard += n
	}
	t.Logf("%d bytes came from there, %d went: %.1f times", said, heard, float64(heard)/float64(said))
	if heard > 3*said {
		t.Error("want at most 3 times")
	}
	if heard == 0 {
		t.Error("nothing was answered: this test proves nothing")
	}
}

func TestASiteThatFloodsWithConnectsIsAnsweredAFewTimesASecond(t *testing.T) {
	t.Parallel()
	r := newRig(t, dogfight.HostConfig{})
	g := r.openWith("rtype=:0", Config{Dial: r.dial, Limits: far})
	answered := 0
	begin := time.Now()
	var clients []*rtypeClient
	for range 300 {
		c := r.client(g)
		c.says(&rtype.Connect{})
		clients = append(clients, c)
	}
	for i, c := range clients {
		patience := 2 * time.Millisecond
		if i == 0 {
			patience = testkit.Limit // the first of all is answered
		}
		if c.nextWithin(patience, &rtype.Accept{}) == nil {
			answered++
		}
	}
	seconds := 1 + int(time.Since(begin)/time.Second)
	if answered == 0 || answered > (seconds+1)*newcomerRateEach {
		t.Errorf("%d of 300 were answered in %d s", answered, seconds)
	}
}

func TestForgedAddressesTakeOnlyAFewShips(t *testing.T) {
	t.Parallel()
	r := newRig(t, dogfight.HostConfig{})
	g := r.openWith("rtype-code=:0", Config{Dial: r.dial, Limits: far})
	var all []*rtypeClient
	for range 14 { // fewer than are heard of a site in a second
		all = append(all, r.client(g))
	}
	var again time.Time
	sayAgain := func() { // each second, for who is silent for some is forgotten
		if time.Now().Before(again) {
			return
		}
		again = time.Now().Add(time.Second)
		for _, c := range all {
			c.says(&rtype.Connect{})
			c.says(&rtype.InputFlags{})
			c.says(&rtype.InputFlags{})
		}
	}
	r.waits("those ships", func(w *game.World) bool {
		sayAgain()
		return ships(w) == maxUnproven
	})
	begin := r.now()
	r.waits("a second", func(w *game.World) bool {
		sayAgain()
		if n := ships(w); n > maxUnproven {
			t.Fatalf("%d ships", n)
		}
		return w.Tick > begin+game.TickRate
	})
}
