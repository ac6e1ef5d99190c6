package net

import (
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/game"
)

// gated returns a configuration of a host that may play as long as the gate is open.
func gated(conf HostConfig) (HostConfig, *atomic.Bool) {
	open := &atomic.Bool{}
	open.Store(true)
	conf.MayTick = func(time.Time) bool { return open.Load() }
	return conf, open
}

func TestAMatchStandsStillWhileItsHostMayNotPlayIt(t *testing.T) {
	bubble(t, func(t *testing.T) {
		conf, open := gated(HostConfig{})
		m := startMatch(t, conf, played{Bots: 3})
		defer m.end()
		p, other := newPlayer("Rex", m.pipe, 1), newPlayer("Ann", m.pipe, 2)
		m.fly(3*time.Second, p, other)
		open.Store(false)
		before := m.world()
		m.fly(2*time.Second, p, other)
		if after := m.world(); after != before {
			t.Errorf("%d ticks were played", after.Tick-before.Tick)
		}
		if !p.view.Paused || !other.view.Paused || p.view.Phase != Playing {
			t.Errorf("they are told %v and %v, phase %d", p.view.Paused, other.view.Paused, p.view.Phase)
		}
		open.Store(true)
		m.fly(5*time.Second, p, other)
		if went := m.tick() - before.Tick; went < 295 || went > 305 { // nothing is caught up on
			t.Errorf("5 s later %d ticks have been played", went)
		}
		if p.view.Paused || other.view.Paused || p.view.Lag.Desyncs != 0 {
			t.Errorf("they are told %v and %v, %d desyncs", p.view.Paused, other.view.Paused, p.view.Lag.Desyncs)
		}
		m.plays(p)
	})
}

func TestAMatchThatIsHeldForLongKeepsSeatsAndNoLinks(t *testing.T) {
	bubble(t, func(t *testing.T) {
		conf, open := gated(HostConfig{})
		m := startMatch(t, conf, played{Bots: 3})
		defer m.end()
		p := newPlayer("Rex", m.pipe, 1)
		m.fly(3*time.Second, p)
		slot, before := p.view.Pilot, m.tick()
		open.Store(false)
		m.fly(20*time.Second, p)
		if p.view.Phase != Lost || m.tick() != before {
			t.Errorf("phase %d, %d ticks", p.view.Phase, m.tick()-before)
		}
		open.Store(true)
		m.fly(5*time.Second, p)
		m.plays(p)
		if p.view.Pilot != slot {
			t.Errorf("pilot %d comes back as %d", slot, p.view.Pilot)
		}
	})
}

func TestNoTickIsPlayedByAHostThatWasStopped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		until := time.Now().Add(2 * time.Second)
		m := startMatch(t, HostConfig{MayTick: func(now time.Time) bool { return now.Before(until) }}, played{Bots: 3})
		defer m.end()
		time.Sleep(time.Second)
		m.pause.Store(int64(time.Minute)) // in the middle of a tick
		time.Sleep(2 * time.Second)
		before := m.tick()
		time.Sleep(time.Minute)
		if went := m.tick() - before; went > 0 || before > 2*game.TickRate {
			t.Errorf("%d ticks were played in the end, of %d", went, before)
		}
	})
}

func TestAMatchIsFilmedAnewWhenAsked(t *testing.T) {
	bubble(t, func(t *testing.T) {
		var host reels
		m := startMatch(t, HostConfig{Film: Film{Record: host.take, State: true}}, played{Setup: briefSetup(t, 60), Bots: 2})
		p := newPlayer("Rex", m.pipe, 1)
		m.fly(3*time.Second, p)
		if err := m.host.FilmAnew(); err != nil {
			t.Fatal(err)
		}
		m.fly(3*time.Second, p)
		s, err := m.host.Stop()
		if err != nil || len(host.files) != 2 || !host.ended[0] {
			t.Fatalf("%d files, %v", len(host.files), err)
		}
		r, err := Resume(host.files[1])
		if err != nil || r.Waiting() != 1 || r.Match.World.Tick != s.Tick {
			t.Errorf("nobody can go on with the second: %v", err)
		}
		m.end()
	})
}

func TestAHostThatIsHeldEndsAtTheLimitOfItsDrain(t *testing.T) {
	for _, limit := range []time.Duration{0, 30 * time.Second} {
		bubble(t, func(t *testing.T) {
			conf, open := gated(HostConfig{})
			conf, drained := drainable(conf)
			m := startMatch(t, conf)
			defer m.end()
			p := newPlayer("Rex", m.pipe, 1)
			m.fly(3*time.Second, p)
			open.Store(false)
			m.fly(time.Second, p)
			mustDrain(t, m.host, limit)
			if m.fly(max(limit-time.Second, 0), p); limit > 0 && drained.Load() != 0 {
				t.Errorf("%v: it does not wait", limit)
			}
			if m.fly(2*time.Second, p); drained.Load() != 1 {
				t.Errorf("%v: it says that it has drained %d times", limit, drained.Load())
			}
		})
	}
}

func TestOnlyAHostThatMayPlayItsMatchTellsTheResultWhenItCloses(t *testing.T) {
	skipIfShort(t)
	for _, c := range []struct {
		name  string
		then  func(m *testMatch, open *atomic.Bool)
		tells int
	}{
		{"it plays", func(*testMatch, *atomic.Bool) {}, 1},
		{"it is held", func(_ *testMatch, open *atomic.Bool) { open.Store(false) }, 0},
		{"it has stopped", func(m *testMatch, _ *atomic.Bool) { m.host.Stop() }, 0},
		{"it has stopped and goes on", func(m *testMatch, _ *atomic.Bool) { m.host.Stop(); m.host.GoOn() }, 1},
	} {
		bubble(t, func(t *testing.T) {
			var told []Result
			var host reels
			conf, open := gated(HostConfig{Result: func(r Result) { told = append(told, r) }, Film: Film{Record: host.take, State: true}})
			m := startMatch(t, conf, played{Bots: 3})
			p := newPlayer("Rex", m.pipe, 1)
			m.fly(10*time.Second, p)
			c.then(m, open)
			m.fly(5*time.Second, p)
			m.end()
			if ended := len(host.ended) > 0 && host.ended[len(host.ended)-1]; len(told) != c.tells || ended != (c.tells > 0) {
				t.Errorf("%s: it tells %d results; its log has an end: %v", c.name, len(told), ended)
			}
		})
	}
}
