package net

import (
	"context"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net/link"
	"dogfight/proto"
)

// drainable counts how often a host says that it has drained.
func drainable(conf HostConfig) (HostConfig, *atomic.Int32) {
	var n atomic.Int32
	conf.Drained = func() { n.Add(1) }
	return conf, &n
}

// told returns the notices that a player has read while they fly for so long.
func (m *testMatch) told(d time.Duration, p *player, others ...*player) (lines []string) {
	until := time.Now().Add(d)
	m.flyUntil(func() bool {
		if p.view != nil {
			for _, line := range p.view.Chat {
				if line.Pilot == proto.Notice {
					lines = append(lines, line.Text)
				}
			}
		}
		return !time.Now().Before(until)
	}, append(others, p)...)
	return lines
}

func mustDrain(t *testing.T, h *Host, limit time.Duration) {
	t.Helper()
	if err := h.Drain(limit); err != nil {
		t.Fatal(err)
	}
}

func TestADrainingHostPlaysItsMatchToTheEndAndTakesNobodyNew(t *testing.T) {
	skipIfShort(t)
	bubble(t, func(t *testing.T) {
		conf, drained := drainable(HostConfig{})
		m := startMatch(t, conf, played{Setup: briefSetup(t, 30), Bots: 1})
		defer m.end()
		ann := newPilot(ClientConfig{Dial: m.pipe, Name: "Ann"})
		m.fly(time.Second, ann)
		mustDrain(t, m.host, 10*time.Minute)
		late := newPilot(ClientConfig{Dial: m.pipe, Name: "Late"})
		watcher := newPilot(ClientConfig{Dial: m.pipe, Name: "Watcher", Spectate: true})
		lines := m.told(time.Second, ann, late, watcher)
		for _, p := range []*player{late, watcher} {
			if p.view.Phase != Refused || !strings.Contains(p.view.Err.Error(), "closing") {
				t.Errorf("%s: phase %d, %v", p.conf.Name, p.view.Phase, p.view.Err)
			}
		}
		if !slices.Contains(lines, "this host closes after this match, in 10 min at the latest") {
			t.Errorf("Ann is told %q", lines)
		}
		m.plays(ann)
		m.fly(29*time.Second, ann)
		if w := m.world(); w.Status != game.Closed || drained.Load() != 0 {
			t.Fatalf("after its time the match is in status %v; drained %d times", w.Status, drained.Load())
		}
		ann.Ready(true) // for a match that does not come
		m.fly(5*time.Second, ann)
		if w := m.world(); w.Status != game.Closed || ann.view.NextMatch != 0 {
			t.Errorf("the status is %v, and the next match is promised in %v", w.Status, ann.view.NextMatch)
		}
		if m.fly(6*time.Second, ann); drained.Load() != 1 {
			t.Errorf("the host says that it has drained %d times", drained.Load())
		}
	})
}

func TestPlayersComeBackToTheirSeatsAtADrainingHost(t *testing.T) {
	bubble(t, func(t *testing.T) {
		conf, drained := drainable(HostConfig{})
		m := startMatch(t, conf)
		defer m.end()
		ann, rex := newPilot(ClientConfig{Dial: m.pipe, Name: "Ann"}), newPilot(ClientConfig{Dial: m.pipe, Name: "Rex"})
		m.fly(time.Second, ann, rex)
		mustDrain(t, m.host, time.Minute)
		ann.Link().Close()
		m.fly(3*time.Second, ann, rex)
		m.plays(ann)
		m.plays(rex)
		if drained.Load() != 0 {
			t.Error("the host has drained while they play")
		}
	})
}

func TestTheMatchEndsAtTheLimitWithAResult(t *testing.T) {
	skipIfShort(t)
	bubble(t, func(t *testing.T) {
		var results []Result
		conf, drained := drainable(HostConfig{Result: func(r Result) { results = append(results, r) }})
		m := startMatch(t, conf)
		ann := newPilot(ClientConfig{Dial: m.pipe, Name: "Ann"})
		m.fly(time.Second, ann)
		mustDrain(t, m.host, 2*time.Minute)
		lines := m.told(2*time.Minute+time.Second, ann)
		want := []string{"in 2 min at the latest", "in 60 s at the latest", "in 10 s at the latest"}
		got := slices.DeleteFunc(slices.Clone(lines), func(l string) bool { return !strings.Contains(l, "this host closes") })
		for i := range max(len(want), len(got)) {
			if i >= len(want) || i >= len(got) || !strings.HasSuffix(got[i], want[i]) {
				t.Fatalf("Ann is told %q, expected %q", got, want)
			}
		}
		if w := m.world(); w.Status != game.Closed || drained.Load() != 0 {
			t.Errorf("at the limit the status is %v; drained %d times", w.Status, drained.Load())
		}
		m.fly(11*time.Second, ann)
		if drained.Load() != 1 {
			t.Errorf("the host says that it has drained %d times", drained.Load())
		}
		m.end()
		if len(results) != 1 || !results[0].Finished {
			t.Errorf("the results are %+v", results)
		}
	})
}

func TestAHostWhereNobodyPlaysHasDrainedAtOnce(t *testing.T) {
	bubble(t, func(t *testing.T) {
		conf, drained := drainable(HostConfig{})
		m := startMatch(t, conf, played{Bots: 4})
		defer m.end()
		watcher := newPilot(ClientConfig{Dial: m.pipe, Name: "Watcher", Spectate: true})
		m.fly(time.Second, watcher)
		mustDrain(t, m.host, time.Hour)
		m.fly(100*time.Millisecond, watcher)
		if drained.Load() != 1 {
			t.Error("the host waits for somebody")
		}
		if m.host.Drain(time.Hour) == nil || m.host.Undrain() == nil {
			t.Error("a host that ends takes orders")
		}
	})
}

func TestALobbyIsNotWaitedFor(t *testing.T) {
	bubble(t, func(t *testing.T) {
		conf, drained := drainable(HostConfig{})
		setup := testSetup(t)
		setup.Lobby = true
		m := startMatch(t, conf, played{Setup: setup})
		defer m.end()
		ann := newPilot(ClientConfig{Dial: m.pipe, Name: "Ann"})
		m.fly(time.Second, ann)
		mustDrain(t, m.host, time.Hour)
		m.fly(100*time.Millisecond, ann)
		if drained.Load() != 1 {
			t.Error("the host waits for players to be ready")
		}
	})
}

func TestWhoseLinkIsLostIsWaitedForBriefly(t *testing.T) {
	bubble(t, func(t *testing.T) {
		conf, drained := drainable(HostConfig{})
		m := startMatch(t, conf)
		defer m.end()
		ann := newPilot(ClientConfig{Dial: m.pipe, Name: "Ann"})
		m.fly(time.Second, ann)
		mustDrain(t, m.host, time.Hour)
		ann.Link().Close()
		if time.Sleep(drainGrace - time.Second); drained.Load() != 0 {
			t.Error("nobody waited for Ann")
		}
		if time.Sleep(2 * time.Second); drained.Load() != 1 {
			t.Error("the host waits for Ann for long")
		}
	})
}

func TestAMatchThatStandsStillEndsAtTheLimitToo(t *testing.T) {
	bubble(t, func(t *testing.T) {
		conf, drained := drainable(HostConfig{})
		m := startMatch(t, conf)
		defer m.end()
		ann := newPilot(ClientConfig{Dial: m.pipe, Name: "Ann"})
		m.fly(time.Second, ann)
		ann.Pause(true)
		m.fly(time.Second, ann)
		if !ann.view.Paused {
			t.Fatal("the match does not stand still")
		}
		mustDrain(t, m.host, 30*time.Second)
		m.fly(31*time.Second, ann)
		if drained.Load() != 1 {
			t.Error("the host waits for a player in a menu")
		}
	})
}

func TestAHostThatDrainsNoMoreIsAsItWas(t *testing.T) {
	bubble(t, func(t *testing.T) {
		conf, drained := drainable(HostConfig{})
		var said []bool
		conf.Draining = func(on bool) { said = append(said, on) }
		m := startMatch(t, conf, played{Setup: briefSetup(t, 20)})
		ann := newPilot(ClientConfig{Dial: m.pipe, Name: "Ann"})
		m.fly(time.Second, ann)
		mustDrain(t, m.host, time.Hour)
		if !m.host.Draining() || len(m.host.Answer((&proto.Query{}).Append(nil), nil)) != 0 {
			t.Error("a host that drains tells strangers of its match")
		}
		if told := m.ask(t); !told.Closing {
			t.Error("who asks is not told that the host is closing")
		}
		if err := m.host.Undrain(); err != nil {
			t.Fatal(err)
		}
		if told := m.ask(t); told.Closing || len(m.host.Answer((&proto.Query{}).Append(nil), nil)) == 0 {
			t.Error("strangers are not told of the match again")
		}
		late := newPilot(ClientConfig{Dial: m.pipe, Name: "Late"})
		m.fly(31*time.Second, ann, late)
		if w := m.world(); w.Status != game.InProgress || drained.Load() != 0 {
			t.Errorf("the next match has status %v; drained %d times", w.Status, drained.Load())
		}
		m.plays(late)
		if m.host.Undrain() == nil {
			t.Error("a host that does not drain is undrained")
		}
		m.end()
		if !slices.Equal(said, []bool{true, false}) {
			t.Errorf("the server is told %v", said)
		}
	})
}

// ask asks the host as a stranger.
func (m *testMatch) ask(t *testing.T) Told {
	t.Helper()
	near, far := link.PipeOf(link.Here, "")
	m.host.Add(far)
	told, err := Ask(t.Context(), near)
	if err != nil {
		t.Fatal(err)
	}
	return told
}

func TestTheMatchOfAPlayerWhoHostsIsNotDrained(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{})
		defer m.end()
		if m.host.Drain(time.Minute) == nil || m.host.Suspend() == nil {
			t.Error("it is")
		}
	})
}

func TestNobodyWithoutASeatGetsOneAtADrainingHost(t *testing.T) {
	bubble(t, func(t *testing.T) {
		conf, _ := drainable(HostConfig{})
		m := startMatch(t, conf)
		defer m.end()
		ann := newPilot(ClientConfig{Dial: m.pipe, Name: "Ann"})
		m.fly(time.Second, ann)
		r := m.raw()
		r.say(hello("Rex"))
		m.fly(time.Second, ann)
		mustDrain(t, m.host, time.Minute)
		r.say(&proto.Spawn{Name: "Rex"})
		m.fly(time.Second, ann)
		if got := among[*proto.SpawnResult](t, r.heard()); got.Status == proto.SpawnOK || got.Slot != proto.NoSlot {
			t.Errorf("the answer is %+v", got)
		}
	})
}

func TestASuspendedMatchGoesOnAtAnotherHostAsItStood(t *testing.T) {
	bubble(t, func(t *testing.T) {
		var d disk
		conf, drained := drainable(d.config())
		m := startMatch(t, conf, played{Bots: 2})
		host := m
		dial := func() link.Link { return host.pipe() }
		ann := newPilot(ClientConfig{Dial: dial, Name: "Ann"})
		ann.held = game.Steer(game.Right)
		m.fly(2*time.Second+30*time.Millisecond, ann)
		if err := m.host.Suspend(); err != nil {
			t.Fatal(err)
		}
		m.fly(50*time.Millisecond, ann)
		if drained.Load() != 1 || !m.host.Suspended() {
			t.Fatal("the host does not end")
		}
		m.end()
		was := m.world()
		r, err := Resume(d.log)
		if err != nil {
			t.Fatal(err)
		}
		if r.Match.World != was {
			t.Errorf("tick %d of %d is resumed", r.Match.World.Tick, was.Tick)
		}
		lines := m.read(ann)
		if ann.view.Phase == Ended || ann.view.Phase == Refused || !slices.Contains(lines, restarting) {
			t.Fatalf("Ann is told %q, phase %d, %v", lines, ann.view.Phase, ann.view.Err)
		}
		slot := ann.view.Me
		conf.Resumed = r
		host = m.resumed(conf)
		defer host.end()
		for began := time.Now(); ann.view.Phase != Playing; time.Sleep(tickTime(1)) {
			if ann.frame(); time.Since(began) > 2*time.Second {
				t.Fatalf("Ann is not back: %v", ann.view.Err)
			}
		}
		if host.plays(ann); ann.view.Me != slot {
			t.Errorf("Ann had slot %d, and has %d", slot, ann.view.Me)
		}
	})
}

// read returns the notices that wait for a player whose host is gone.
func (m *testMatch) read(p *player) (lines []string) {
	for range 6 {
		p.frame()
		for _, line := range p.view.Chat {
			lines = append(lines, line.Text)
		}
		time.Sleep(tickTime(1))
	}
	return lines
}

// resumed starts a host that goes on with the match of the configuration's log.
func (m *testMatch) resumed(conf HostConfig) *testMatch {
	next := &testMatch{t: m.t, ended: make(chan struct{}), hashes: map[game.Tick]uint64{}}
	conf.Observe = func(w *game.World) {
		next.mu.Lock()
		next.hashes[w.Tick], next.last, next.lastAt = w.Hash(), *w, time.Now()
		next.mu.Unlock()
	}
	next.host = NewHost(conf, conf.Resumed.Match)
	ctx, stop := context.WithCancel(context.Background())
	next.stop = stop
	go func() {
		defer close(next.ended)
		next.host.Run(ctx)
	}()
	return next
}
