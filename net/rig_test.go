package net

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/net/link"
	"dogfight/net/link/lossy"
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
	pause atomic.Int64 // ns that the host is to stand still, once

	mu     sync.Mutex
	hashes map[game.Tick]uint64
	events map[game.Tick][]game.Event
	last   game.World
	lastAt time.Time
	flown  uint64 // ticks of players
	missed uint64 // among them

	checked map[*Client]checked
}

// checked is which World of a client was compared to the host's.
type checked struct {
	tick      game.Tick
	keyframes uint64
	setup     *game.Setup
	matches   uint64 // that it has been in
}

func startMatch(t testing.TB, conf HostConfig, what ...played) *testMatch {
	m := &testMatch{t: t, ended: make(chan struct{}), hashes: map[game.Tick]uint64{}, events: map[game.Tick][]game.Event{}, checked: map[*Client]checked{}}
	play := append(what, played{})[0]
	if play.Setup == nil {
		play.Setup = testSetup(t)
	}
	if conf.BotNames == nil {
		conf.BotNames = []string{"Bot"}
	}
	if play.Skill == 0 {
		play.Skill = 1 // who decides the least often
	}
	conf.Observe = func(w *game.World) {
		m.mu.Lock()
		m.hashes[w.Tick] = w.Hash()
		m.events[w.Tick] = slices.Clone(m.host.match.events.List) // we are called by their owner
		m.last, m.lastAt = *w, time.Now()
		m.flown, m.missed = m.host.match.flown, m.host.match.missed
		m.mu.Unlock()
		time.Sleep(time.Duration(m.pause.Swap(0)))
	}
	m.host = play.host(conf)
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

// tick returns that of the host's newest World.
func (m *testMatch) tick() game.Tick {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.last.Tick
}

// ship returns the one in a slot of the host's newest World.
func (m *testMatch) ship(slot uint8) game.Ship {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.last.Ships[slot]
}

// factsOf returns the factual events of the ticks from one to another.
func (m *testMatch) factsOf(from, to game.Tick) (some []game.Event) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for tick := from; tick <= to; tick++ {
		some = append(some, facts(m.events[tick])...)
	}
	return some
}

// shotsSince counts the shots that were fired in the last while.
func (m *testMatch) shotsSince(d time.Duration) (shots int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for tick := m.last.Tick - game.Tick(d*game.TickRate/time.Second); tick <= m.last.Tick; tick++ {
		for _, ev := range m.events[tick] {
			if ev.Kind == game.EventShot {
				shots++
			}
		}
	}
	return shots
}

// pipe is a Dial over a perfect link.
func (m *testMatch) pipe() link.Link {
	near, far := link.PipeOf(link.Here, "")
	m.host.Add(far)
	return near
}

// dial returns a Dial for a client whose link to the host has the conditions
// each way.
func (m *testMatch) dial(c lossy.Conditions) func() link.Link {
	return func() link.Link {
		near, far := link.PipeOf(link.Here, "")
		back := c
		back.Seed += 1000
		m.host.Add(lossy.New(far, back))
		return lossy.New(near, c)
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
	was := m.checked[c]
	now := checked{c.confirmed.Tick, c.keyframes, c.setup, was.matches}
	if now == was {
		return // in an earlier frame
	}
	if now.setup != was.setup {
		now.matches++
	}
	m.checked[c] = now
	if want, ok := m.hashes[c.confirmed.Tick]; !ok || want != c.confirmed.Hash() {
		m.t.Fatalf("%s: confirmed World of tick %d is not the host's", c.conf.Name, c.confirmed.Tick)
	}
}
