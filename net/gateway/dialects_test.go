package gateway

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"net/netip"
	"runtime"
	"slices"
	"testing"
	"time"

	"dogfight/game"
	dogfight "dogfight/net"
	"dogfight/net/admission"
	"dogfight/proto/dialect"
	"dogfight/proto/dialect/carnage"
	"dogfight/proto/dialect/lightracer"
	"dogfight/proto/dialect/rtype"
	"dogfight/testkit"
	"dogfight/testkit/dialects"
)

// The tests in this file check the common properties of all dialects.

// deaf is a dialect.Send.
func deaf(dialect.Channel, []byte) {}

func TestNoSessionAllocatesAsMuchAsItsPeerClaims(t *testing.T) {
	const most = 8 << 10 // the claims are of 64 KiB and more
	m := dialects.NewMatch(2)
	for i, kind := range talkers() {
		for _, word := range malformed() {
			for _, ch := range []dialect.Channel{dialect.Main, dialect.Data} {
				for _, joined := range []bool{false, true} {
					least := uint64(1 << 62)
					for range 3 { // as the runtime may disturb one
						player := talkers()[i]
						if joined {
							player.arrives(t, &m.Scene, deaf)
						}
						if least = min(least, allocated(func() { player.session.Receive(ch, word, deaf) })); least <= most {
							break
						}
					}
					if least > most {
						t.Errorf("%s, joined %v: %d bytes allocated for %.40x", kind.name, joined, least, word)
					}
				}
			}
		}
	}
}

// allocated returns the bytes that a function allocates.
func allocated(do func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// Every session gets valid and invalid packets, with bytes changed, cut off and repeated.
func TestNoBytesMakeASessionPanic(t *testing.T) {
	t.Parallel()
	tries := 150
	switch {
	case *long:
		tries = 5000
	case testing.Short():
		tries = 30
	}
	random := rand.New(rand.NewPCG(4, 2))
	m := dialects.NewMatch(2)
	for i, kind := range talkers() {
		words := append(append(slices.Clone(kind.greets), kind.alive), malformed()...)
		words = append(words, (&lightracer.Input{Player: 1}).AppendUpdate(nil))
		for range tries {
			player := talkers()[i]
			if random.IntN(2) == 0 {
				player.arrives(t, &m.Scene, deaf)
			}
			spoil(t, player, words, random, m)
		}
	}
}

// spoil sends spoilt words until the session ends, or twenty.
func spoil(t *testing.T, player talker, words [][]byte, random *rand.Rand, m *dialects.Match) {
	var said []byte
	defer func() {
		if v := recover(); v != nil {
			t.Fatalf("%s: after %x: %v", player.name, said, v)
		}
	}()
	for range 20 {
		said = spoilt(words[random.IntN(len(words))], random)
		if player.session.Receive(dialect.Channel(random.IntN(2)), said, deaf) != nil || player.session.Tick(&m.Scene, deaf) != nil {
			return
		}
		if in := player.session.Intent().Input; !in.Valid() {
			t.Fatalf("%s: after %x the input is %d", player.name, said, in)
		}
	}
}

// spoilt returns a word with a few changed bytes, or with some of the end missing or doubled.
func spoilt(word []byte, random *rand.Rand) []byte {
	word = bytes.Clone(word)
	if len(word) == 0 {
		return []byte{byte(random.Uint32())}
	}
	for range random.IntN(4) {
		word[random.IntN(len(word))] = byte(random.Uint32())
	}
	at := random.IntN(len(word) + 1)
	switch random.IntN(4) {
	case 0:
		return word[:at]
	case 1:
		return append(word, word[at:]...)
	}
	return word
}

// An unproven address gets no datagram longer than its own.
func TestNoReplyIsLongerThanItsRequest(t *testing.T) {
	if testing.Short() {
		t.Skip("a second of real time; runs without -short")
	}
	t.Parallel()
	for name, port := range map[string]int{"rtype": 0, "rtype-code": 0, "warworlds": 0, "lightracer": 1} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRig(t, dogfight.HostConfig{}, dogfight.FixedMatch(duelSetup(t), dogfight.MatchOptions{Bots: 8}, 0))
			words := wordsOf(name)
			words = append(words[:len(words)-1], dialects.AppendToken(nil, 1))
			var strangers []*stranger
			for few := range slices.Chunk(words, newcomerRateEach/2) { // more are not read
				g := r.openWith(name+"=:0", Config{Dial: r.dial, Limits: far})
				for _, word := range few {
					s := &stranger{Conn: r.connect("udp", g.Addrs()[port])}
					s.sends(word)
					strangers = append(strangers, s)
				}
			}
			late, answers := time.Now().Add(time.Second), 0
			for i, s := range strangers {
				s.listens(late)
				if s.longest > s.sent {
					t.Errorf("%d bytes were answered by %d: %x", s.sent, s.longest, words[i])
				}
				if s.longest > 0 {
					answers++
				}
			}
			t.Logf("%d of %d were answered", answers, len(words))
			for end := time.Now().Add(testkit.Limit); answers == 0 && name != "lightracer"; {
				if time.Now().After(end) {
					t.Fatal("there was no answer: this test proves nothing")
				}
				for _, s := range strangers {
					if s.listens(time.Now()); s.longest > 0 {
						answers++
					}
				}
			}
		})
	}
}

func TestPlayersWithoutANameAreCalledByTheirDialectAndANumber(t *testing.T) {
	t.Parallel()
	eachDialect(t, func(t *testing.T, name string) {
		r := newRig(t, dogfight.HostConfig{})
		g := r.open(name + "=:0")
		for i := range 3 {
			r.connectsNameless(g)
			r.waits("a ship", func(w *game.World) bool { return ships(w) == i+1 })
		}
		all, err := r.host.Pilots()
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range all {
			if want := fmt.Sprintf("%s-%d", name, i+1); p.Name != want {
				t.Errorf("pilot %d is called %q, expected %q", i+1, p.Name, want)
			}
		}
	})
}

// connectsNameless connects a client without a name or, if one is needed, with an invalid one.
func (r *rig) connectsNameless(g *Gateway) {
	r.Helper()
	const reserved = "0.0.0.0/0"
	switch g.Name() {
	case "carnage":
		c := r.mute(g)
		hello := c.wire.Append(nil, &carnage.HelloRequest{Version: 1})
		c.Write(c.wire.Append(hello, &carnage.SpawnRequest{Name: reserved}))
	case "lightracer":
		r.connect("tcp", g.Addrs()[0]).Write((&lightracer.Join{Name: reserved}).Append(nil))
	default:
		r.connects(g)
	}
}

// reflected forges the source of its datagrams: it receives nothing, but we count the bytes sent there.
type reflected struct {
	name  string
	sends func(c *rtypeClient, tick int) // 20 times a second
}

// reflections are the packets that need no ACCEPT.
var reflections = []reflected{
	{"CONNECT and PING, and no more", func(c *rtypeClient, tick int) {
		switch tick {
		case 0:
			c.sends(&rtype.Connect{})
		case 1:
			c.signals(rtype.PingType)
		}
	}},
	{"PING each second", func(c *rtypeClient, tick int) {
		if tick == 0 {
			c.sends(&rtype.Connect{})
		} else if tick%20 == 1 {
			c.signals(rtype.PingType)
		}
	}},
	{"INPUT in flags", func(c *rtypeClient, tick int) {
		if tick == 0 {
			c.sends(&rtype.Connect{})
		}
		c.sends(&rtype.InputFlags{Flags: rtype.Flags(tick % 32)})
	}},
	{"CONNECT, INPUT and DISCONNECT in turn", func(c *rtypeClient, tick int) {
		switch tick % 4 {
		case 0:
			c.sends(&rtype.Connect{})
		case 1:
			c.sends(&rtype.InputFlags{})
		case 3:
			c.signals(rtype.DisconnectType)
		}
	}},
	{"INPUT of entities by guess", func(c *rtypeClient, tick int) {
		if tick == 0 {
			c.sends(&rtype.Connect{ClientID: rtype.MinID + 1})
		}
		if !c.wire.Code {
			c.sends(&rtype.Input{Entity: rtype.MinID + rand.Uint32N(1<<31)})
		}
	}},
}

// far makes all addresses remote.
var far = admission.Limits{Local: func(netip.Addr) bool { return false }}

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

// reflect sends packets with the forged address of c for 6 s, longer than a session may be silent, and counts the bytes
// sent there until the end.
func reflect(t *testing.T, c *rtypeClient, f reflected) {
	said := 0
	c.count = func(n int) { said += n }
	heard, buf := 0, make([]byte, 2048)
	for tick := range 120 {
		f.sends(c, tick)
		c.SetReadDeadline(time.Now().Add(50 * time.Millisecond))
		for n, err := c.Read(buf); err == nil; n, err = c.Read(buf) {
			heard += n
		}
	}
	c.SetReadDeadline(time.Now().Add(time.Second))
	for n, err := c.Read(buf); err == nil; n, err = c.Read(buf) {
		heard += n
	}
	t.Logf("got %d bytes from there, sent %d: %.1f times", said, heard, float64(heard)/float64(said))
	if heard > 3*said {
		t.Error("want at most 3 times")
	}
	if heard == 0 {
		t.Error("nothing was answered: this test proves nothing")
	}
}

func TestConnectsFromOneSiteHaveALimit(t *testing.T) {
	t.Parallel()
	r := newRig(t, dogfight.HostConfig{})
	g := r.openWith("rtype=:0", Config{Dial: r.dial, Limits: far})
	answered := 0
	begin := time.Now()
	var clients []*rtypeClient
	for range 300 {
		c := r.client(g)
		c.sends(&rtype.Connect{})
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

func TestForgedAddressesGetOnlyAFewShips(t *testing.T) {
	t.Parallel()
	r := newRig(t, dogfight.HostConfig{})
	g := r.openWith("rtype-code=:0", Config{Dial: r.dial, Limits: far})
	var all []*rtypeClient
	for range 14 { // fewer than the limit of a site a second
		all = append(all, r.client(g))
	}
	var again time.Time
	sayAgain := func() { // each second, as a silent player is forgotten
		if time.Now().Before(again) {
			return
		}
		again = time.Now().Add(time.Second)
		for _, c := range all {
			c.sends(&rtype.Connect{})
			c.sends(&rtype.InputFlags{})
			c.sends(&rtype.InputFlags{})
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
