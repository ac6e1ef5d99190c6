package gateway

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/game"
	dogfightnet "dogfight/net"
)

// network is between a host and a stand-in of the original client.
type network struct {
	name            string
	window, segment int
	late            time.Duration // at most, of each segment
	shows           int           // ships, at most
}

var networks = []network{
	{"a loopback", 64 << 10, 64 << 10, 0, 10},
	{"a window of a state and a half", 1536, 1448, 50 * time.Millisecond, 10},
	{"the internet", 64 << 10, 1448, 300 * time.Millisecond, 10},
	{"a window of one state", 1024, 1448, 10 * time.Millisecond, 10},
	{"a window between two states and three", 3000, 1024, 100 * time.Millisecond, 10},
	{"short segments", 8 << 10, 524, 100 * time.Millisecond, 5},
}

// moods returns how much later than usual the frames of a client are. Every few seconds it changes its mood.
func moods(chance *rand.Rand) func() time.Duration {
	upTo := func(d time.Duration) time.Duration { return time.Duration(chance.Int64N(int64(d))) }
	mood, changes := 0, time.Time{}
	return func() time.Duration {
		if time.Now().After(changes) {
			mood, changes = chance.IntN(4), time.Now().Add(upTo(10*time.Second))
		}
		switch {
		case mood == 1:
			return upTo(500 * time.Millisecond)
		case mood == 2 && chance.IntN(30) == 0:
			return 500 * time.Millisecond
		case mood == 3:
			return upTo(40 * time.Millisecond) // about as fast as states come
		}
		return 0
	}
}

// TestTheOriginalClientLivesAtAnyPaceOfReading lasts ten minutes of virtual time with -long.
func TestTheOriginalClientLivesAtAnyPaceOfReading(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds of play on many networks; runs without -short")
	}
	t.Parallel()
	lasts := 10 * time.Second
	if *long {
		lasts = 10 * time.Minute
	}
	for _, c := range []struct{ ships, guests int }{{3, 0}, {5, 4}, {8, 0}, {16, 0}, {64, 0}} {
		t.Run(fmt.Sprintf("%d ships and %d that come and go", c.ships, c.guests), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { originalsPlay(t, c.ships, c.guests, lasts) })
		})
	}
}

// originalsPlay has an original client for each network in a match of so many ships, and of guests who come and go.
func originalsPlay(t *testing.T, ships, guests int, lasts time.Duration) {
	setup := duelSetup(t)
	setup.TimeLimit = min(game.Tick(lasts/tickTime)/4, 60*game.TickRate) // one match follows another
	options := dogfightnet.MatchOptions{Bots: max(ships-len(networks), 0), Skill: 4}
	r := newRig(t, dogfightnet.HostConfig{PerAddress: game.MaxShips}, dogfightnet.FixedMatch(setup, options, 0))
	g := newGateway(Spec{Dialect: "dogfight"}, Config{Dial: r.dial, Classic: true})
	defer g.Close()
	l := newWires()
	g.addListener(l)
	g.acceptStreams(l, g.dogfightSession)
	var playing sync.WaitGroup
	for i, n := range networks[:min(ships, len(networks))] {
		c := n.original(l, uint64(i))
		playing.Go(func() {
			defer c.Close()
			if err := c.play(lasts); err != nil {
				t.Errorf("%s: died %v", n.name, err)
			}
			t.Logf("%s: %v", n.name, c.seen)
			n.judge(t, c, min(ships, 10))
		})
	}
	if guests > 0 {
		for end := time.Now().Add(lasts); time.Now().Before(end); time.Sleep(3 * time.Second) {
			leave := r.crowd(guests)
			time.Sleep(4 * time.Second)
			leave()
		}
	}
	playing.Wait()
}

// original returns a client that has connected over the network.
func (n *network) original(l *wires, seed uint64) *classicClient {
	late := func(stream uint64) func() time.Duration {
		chance := rand.New(rand.NewPCG(seed, stream))
		return func() time.Duration { return time.Duration(chance.Int64N(int64(n.late) + 1)) }
	}
	chance := rand.New(rand.NewPCG(seed, 0))
	conn := l.connect(newFlow(n.window, n.segment, late(1)), newFlow(64<<10, 1448, late(2)))
	return &classicClient{Conn: conn, chance: chance, late: moods(chance), greedy: seed%2 == 0}
}

// judge says what a client should have seen.
func (n *network) judge(t *testing.T, c *classicClient, ships int) {
	if want := min(ships, n.shows); c.seen.ships < want || c.seen.ships > n.shows {
		t.Errorf("%s: up to %d ships were shown, expected %d", n.name, c.seen.ships, want)
	}
	dies := ships > len(networks) // where there are bots
	if *long && (!c.seen.flew || !c.seen.shot || dies && !c.seen.died || c.seen.powerUps == 0) {
		t.Errorf("%s: expected flight, shots, deaths and power-ups, saw %v", n.name, c.seen)
	}
}
