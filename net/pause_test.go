package net

import (
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net/link"
	"dogfight/net/link/lossy"
	"dogfight/proto"
)

// farLink is one over a network, whose host is given up when the match stands still for no reason.
type farLink struct{ link.Link }

func (farLink) Kind() string { return "udp" }

// rest has a player go to a menu, and waits for the match to stand still.
func (m *testMatch) rest(p *player) {
	m.t.Helper()
	p.Pause(true)
	m.fly(time.Second, p)
	if !p.view.Paused {
		m.t.Fatal("the match runs on, though the only one in it is in a menu")
	}
}

// restFor lets a long time pass.
func (m *testMatch) restFor(d time.Duration, p *player) {
	m.t.Helper()
	for ; d > 0; d -= time.Minute {
		m.fly(min(d, time.Minute), p)
	}
}

func TestAMatchStandsStillWhileTheOnlyPlayerIsInAMenu(t *testing.T) {
	t.Parallel()
	skipIfShort(t)
	bubble(t, func(t *testing.T) {
		results, pause := 0, 10*time.Minute
		if *long {
			pause = time.Hour
		}
		m := startMatch(t, HostConfig{Result: func(r Result) {
			results++
			if r.Lasted > 20*time.Second {
				t.Errorf("the records tell of a match of %v, of which %v was a pause", r.Lasted, pause)
			}
		}}, played{Bots: 7})
		dial := m.dial(lossy.Conditions{Delay: 40 * time.Millisecond, Jitter: 5 * time.Millisecond, Loss: 0.02})
		p := newPlayer("Rex", func() link.Link { return farLink{dial()} }, 1)
		m.fly(10*time.Second, p)
		m.rest(p)
		before, sent := m.world(), p.link.Counts()
		m.restFor(pause, p)
		counts := p.link.Counts()
		t.Logf("%v: %d data packets up, %d down, RTT %v", pause, counts.DataOut-sent.DataOut, counts.DataIn-sent.DataIn, p.view.Lag.RTT)
		if after := m.world(); after != before {
			t.Errorf("the World went on from tick %d to %d", before.Tick, after.Tick)
		}
		if most := uint64(2 * pause / time.Second); counts.DataOut-sent.DataOut > most || counts.DataIn-sent.DataIn > most {
			t.Errorf("expected two packets a second each way at most")
		}
		if p.view.Stale || p.view.Phase != Playing {
			t.Errorf("phase %d, stale %v", p.view.Phase, p.view.Stale)
		}
		p.Pause(false)
		m.goesOn(p, before.Tick)
		m.end()
		if results != 1 {
			t.Errorf("expected one result, got %d", results)
		}
	})
}

// goesOn expects that a match which stood still at a tick goes on with the usual pace,
// in which the player's inputs come in time.
func (m *testMatch) goesOn(p *player, from game.Tick) {
	m.t.Helper()
	ticks, rollbacks := game.Tick(5*game.TickRate), p.Rollbacks
	m.fly(5*time.Second, p)
	if p.view.Paused {
		m.t.Fatal("it is said to stand still yet")
	}
	if went := m.tick() - from; went > ticks || went < ticks-30 {
		m.t.Errorf("5 s after the pause it is %d ticks farther, must be %d to %d", went, ticks-30, ticks)
	}
	if slack := p.view.Lag.Slack; slack < 0 || slack > 100*time.Millisecond {
		m.t.Errorf("inputs reach the host %v early", slack)
	}
	if ahead := p.view.Lag.Ahead; ahead > 15 {
		m.t.Errorf("%d ticks are predicted", ahead)
	}
	if lag := p.view.Lag; lag.Desyncs != 0 || lag.Jitter > 30*time.Millisecond {
		m.t.Errorf("%d desyncs, jitter %v, %d roll-backs", lag.Desyncs, lag.Jitter, p.Rollbacks-rollbacks)
	}
}

func TestASecondOneEndsThePause(t *testing.T) {
	skipIfShort(t)
	for _, spectates := range []bool{false, true} {
		bubble(t, func(t *testing.T) {
			m := startMatch(t, HostConfig{}, played{Bots: 3})
			defer m.end()
			p := newPlayer("Rex", m.pipe, 1)
			m.fly(2*time.Second, p)
			m.rest(p)
			m.restFor(time.Minute, p)
			before := m.tick()
			other := newPilot(ClientConfig{Dial: m.pipe, Name: "Ann", Spectate: spectates})
			m.fly(5*time.Second, p, other)
			if p.view.Paused || other.view.Paused || other.view.Phase != Playing {
				t.Errorf("spectates %v: paused for %v and %v, phase %d", spectates, p.view.Paused, other.view.Paused, other.view.Phase)
			}
			if went := m.tick() - before; went < 4*game.TickRate {
				t.Errorf("spectates %v: it went on by %d ticks", spectates, went)
			}
			other.Leave()
			m.fly(2*time.Second, p)
			if !p.view.Paused {
				t.Error("it runs on without the second, though the first is in a menu yet")
			}
			p.Pause(false)
			m.goesOn(p, m.tick())
		})
	}
}

func TestNobodyStopsAMatchThatOthersAreIn(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m, dark := startMatch(t, HostConfig{}, played{Bots: 3}), &wire{}
		defer m.end()
		p, stranger := newPlayer("Rex", dark.dial(m, lossy.Conditions{}), 1), newPlayer("Eve", m.pipe, 2)
		stranger.Pause(true)
		m.fly(3*time.Second, stranger, p)
		if stranger.view.Paused || p.view.Paused {
			t.Fatal("a stranger stops a match that somebody else is in")
		}
		dark.dark.Store(true)
		m.fly(8*time.Second, stranger, p) // his link is cut after 7 s
		if stranger.view.Paused {
			t.Error("a stranger stops the match while the other makes a new link")
		}
		dark.dark.Store(false)
		m.fly(5*time.Second, stranger, p)
		m.plays(p)
	})
}

func TestAPausedMatchEndsItsPauseWithItsPlayer(t *testing.T) {
	skipIfShort(t)
	for name, goes := range map[string]func(p *player, w *wire){
		"who leaves":         func(p *player, w *wire) { p.Leave() },
		"whose line is dead": func(p *player, w *wire) { w.dark.Store(true) },
	} {
		bubble(t, func(t *testing.T) {
			m, w := startMatch(t, HostConfig{}, played{Bots: 3}), &wire{}
			defer m.end()
			p := newPlayer("Rex", w.dial(m, lossy.Conditions{}), 1)
			m.fly(2*time.Second, p)
			m.rest(p)
			before := m.tick()
			goes(p, w)
			m.fly(30*time.Second, p)
			if went := m.tick() - before; went < 20*game.TickRate {
				t.Errorf("%s: 30 s later the match is %d ticks farther", name, went)
			}
		})
	}
}

func TestAPauseOutlivesALinkThatIsMadeAgain(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{}, played{Bots: 3})
		defer m.end()
		p := newPlayer("Rex", m.pipe, 1)
		m.fly(2*time.Second, p)
		m.rest(p)
		p.link.Close()
		m.fly(3*time.Second, p)
		if !p.view.Paused {
			t.Error("the match runs, though its player is in a menu yet")
		}
		p.Pause(false)
		m.goesOn(p, m.tick())
		m.plays(p)
	})
}

func TestAPauseOutlivesAFewSecondsOfSilence(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{}, played{Bots: 3})
		defer m.end()
		p := newPlayer("Rex", m.pipe, 1)
		m.fly(2*time.Second, p)
		m.rest(p)
		before := m.tick()
		time.Sleep(3 * time.Second) // nobody calls Frame
		m.fly(time.Second, p)
		if went := m.tick() - before; went != 0 || !p.view.Paused {
			t.Errorf("it went on by %d ticks, paused %v", went, p.view.Paused)
		}
	})
}

func TestTheLobbyAndTheResultsStandStillAsWell(t *testing.T) {
	bubble(t, func(t *testing.T) {
		setup := testSetup(t)
		setup.TimeLimit = 5 * game.TickRate
		m := startMatch(t, HostConfig{}, played{Setup: setup, Bots: 3})
		defer m.end()
		p := newPlayer("Rex", m.pipe, 1)
		m.flyUntil(func() bool { return p.view != nil && p.view.NextMatch > 0 }, p)
		m.rest(p)
		left := p.view.NextMatch
		m.fly(time.Minute, p)
		if p.view.NextMatch != left {
			t.Errorf("the next match began to come nearer: %v, it was %v", p.view.NextMatch, left)
		}
		p.Pause(false)
		m.fly(time.Second, p)
		if now := p.view.NextMatch; now > left-900*time.Millisecond || now < left-1100*time.Millisecond {
			t.Errorf("a second later the next match is in %v, it was %v", now, left)
		}
	})
}

func TestTheHostOfAPausedMatchDoesWhatItIsTold(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{}, played{Bots: 3})
		defer m.end()
		p := newPlayer("Rex", m.pipe, 1)
		m.fly(2*time.Second, p)
		m.rest(p)
		m.host.Tell("hello")
		m.host.SetBots(5)
		p.Choose(1, 1, 0)
		m.fly(time.Second, p)
		if who, err := m.host.Who(); err != nil || len(who.Pilots) != 4 {
			t.Errorf("%v, %v", who.Pilots, err)
		}
		p.Pause(false)
		m.fly(time.Second, p)
		if who, err := m.host.Who(); err != nil || len(who.Pilots) != 6 {
			t.Errorf("expected Rex and five bots, got %v, %v", who.Pilots, err)
		}
	})
}

func TestAHostIsToldOfAMenuOnce(t *testing.T) {
	near, far := link.PipeOf(link.Here, "")
	c := NewClient(ClientConfig{Dial: func() link.Link { return near }, Name: "Rex"})
	c.Frame(time.Now(), 0)
	for range 10 {
		c.Pause(true)
	}
	said := 0
	for packet, ok := far.Receive(nil); ok; packet, ok = far.Receive(nil) {
		if m, err := proto.Parse(packet.Bytes); err == nil && m.Type() == proto.PauseType {
			said++
		}
	}
	if said != 1 {
		t.Errorf("said %d times", said)
	}
}
