package net

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/bot"
	"dogfight/net/link"
)

// testSetup returns a deathmatch on the default arena.
func testSetup(t testing.TB) *game.Setup {
	t.Helper()
	arena, err := assets.Arena("open")
	if err != nil {
		t.Fatal(err)
	}
	return &game.Setup{Arena: arena, Classes: assets.Classes(), Weapons: assets.Weapons(), TimeLimit: 5 * 60 * game.TickRate}
}

// testMatch is a Host that runs in a synctest bubble, and remembers its Worlds.
type testMatch struct {
	t     testing.TB
	host  *Host
	stop  context.CancelFunc
	ended chan struct{}

	mu     sync.Mutex
	hashes map[game.Tick]uint64
	last   game.World
}

func startMatch(t testing.TB, conf HostConfig) *testMatch {
	m := &testMatch{t: t, ended: make(chan struct{}), hashes: map[game.Tick]uint64{}}
	if conf.Setup == nil {
		conf.Setup = testSetup(t)
	}
	if conf.BotNames == nil {
		conf.BotNames = []string{"Bot"}
	}
	if conf.Skill == 0 {
		conf.Skill = 3
	}
	conf.Observe = func(w *game.World) {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.hashes[w.Tick] = w.Hash()
		m.last = *w
	}
	m.host = NewHost(conf)
	ctx, stop := context.WithCancel(context.Background())
	m.stop = stop
	go func() {
		defer close(m.ended)
		m.host.Run(ctx)
	}()
	return m
}

func (m *testMatch) end() {
	m.stop()
	<-m.ended
}

// world returns the host's newest World.
func (m *testMatch) world() game.World {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.last
}

// dial returns a Dial for a client whose link to the host has the conditions
// each way.
func (m *testMatch) dial(c link.Conditions) func() link.Link {
	return func() link.Link {
		near, far := link.Pipe()
		back := c
		back.Seed += 1000
		m.host.Add(link.Lossy(far, back))
		return link.Lossy(near, c)
	}
}

// check compares a client's confirmed World to the host's of the same tick.
func (m *testMatch) check(c *Client) {
	m.t.Helper()
	if !c.known {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if want, ok := m.hashes[c.confirmed.Tick]; !ok || want != c.confirmed.Hash() {
		m.t.Fatalf("%s: confirmed World of tick %d is not the host's", c.conf.Name, c.confirmed.Tick)
	}
}

// player is a client flown by a bot.
type player struct {
	*Client
	bot  bot.Bot
	view *View
}

func newPlayer(name string, dial func() link.Link, seed uint64) *player {
	return &player{
		Client: NewClient(ClientConfig{Dial: dial, Name: name}),
		bot:    bot.New(4, seed),
	}
}

func (p *player) frame() {
	var in game.Input
	if p.view != nil && p.view.Phase == Playing && p.view.Me >= 0 {
		in = p.bot.Fly(p.view.World, p.view.Setup, p.view.Me)
	}
	p.view = p.Frame(time.Now(), in)
}

// fly lets the players play for a while at 60 frames a second.
func (m *testMatch) fly(d time.Duration, players ...*player) {
	m.t.Helper()
	for until := time.Now().Add(d); time.Now().Before(until); time.Sleep(tickTime(1)) {
		for _, p := range players {
			p.frame()
			m.check(p.Client)
		}
	}
}

func TestNoClientEverConfirmsAWorldThatIsNotTheHosts(t *testing.T) {
	for _, loss := range []float64{0, 0.05, 0.20} {
		for _, c := range []link.Conditions{
			{},
			{Delay: 25 * time.Millisecond, Jitter: 5 * time.Millisecond, Duplicate: 0.01},
			{Delay: 100 * time.Millisecond, Jitter: 20 * time.Millisecond, Reorder: 0.05},
			{Delay: 50 * time.Millisecond, Jitter: 100 * time.Millisecond, Duplicate: 0.05, Reorder: 0.05},
		} {
			c.Loss, c.Seed = loss, 7
			name := fmt.Sprintf("loss %.0f %%, delay %v, jitter %v", loss*100, c.Delay, c.Jitter)
			t.Run(name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) { flyLossy(t, c) })
			})
		}
	}
}

// flyLossy is a virtual minute of eight players and as many bots.
func flyLossy(t *testing.T, c link.Conditions) {
	m := startMatch(t, HostConfig{Bots: 8, Seed: 1})
	defer m.end()
	var players []*player
	for i := range 8 {
		c.Seed += 10
		players = append(players, newPlayer(fmt.Sprintf("Pilot %d", i+1), m.dial(c), uint64(i)))
	}
	m.fly(time.Minute, players...)

	present := m.world()
	kills := 0
	for _, p := range players {
		if p.view.Phase != Playing || p.view.Me < 0 {
			t.Fatalf("%s does not play: phase %d, %v", p.conf.Name, p.view.Phase, p.view.Err)
		}
		if behind := present.Tick - p.confirmed.Tick; behind > 40 {
			t.Errorf("%s is %d ticks behind the host", p.conf.Name, behind)
		}
		if p.view.Lag.Desyncs != 0 {
			t.Errorf("%s found %d Worlds that were not the host's", p.conf.Name, p.view.Lag.Desyncs)
		}
		kills += int(present.Ships[p.view.Me].Kills)
		t.Logf("%s: RTT %v, slack %v, ahead %d, roll-backs %d, keyframes %d, correction %v", p.conf.Name,
			p.view.Lag.RTT, p.view.Lag.Slack, p.view.Lag.Ahead, p.view.Lag.Rollbacks, p.view.Lag.Keyframes, p.clock.correction())
	}
	if kills == 0 {
		t.Error("no player destroyed anybody in a minute")
	}
	for _, p := range players {
		p.Leave()
	}
}
