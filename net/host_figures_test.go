package net

import (
	"sync"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net/link"
	"dogfight/proto"
)

// told keeps what a host tells of itself.
type told struct {
	mu      sync.Mutex
	figures []Figures
}

func (t *told) note(f Figures) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.figures = append(t.figures, f)
}

func (t *told) times() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.figures)
}

func (t *told) last() Figures {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.figures[len(t.figures)-1]
}

func TestAHostTellsItsFiguresOnceASecond(t *testing.T) {
	var f told
	s := newStage(HostConfig{Figures: f.note}, played{Setup: expanse(t), Bots: 3})
	eye, _ := newTube(s, 0)
	eye.hello = true // silent: it has not said who it is
	s.admit(&thin{stage: s})
	s.admit(eye)
	s.pass(3 * game.TickRate)
	if n := f.times(); n != 3 {
		t.Fatalf("told %d times in 3 s", n)
	}
	want := Figures{Players: 1, Bots: 3, Visitors: 1, Keyframes: f.last().Keyframes}
	if got := f.last(); got != want || got.Keyframes == 0 {
		t.Errorf("told %+v, expected %+v, and keyframes", got, want)
	}
}

func TestAHostCountsWhomItSendsAway(t *testing.T) {
	var f told
	s := newStage(HostConfig{Figures: f.note}, played{Setup: expanse(t)})
	say := func(m []byte) {
		near, far := link.PipeOf(link.Here, "")
		s.admit(far)
		near.Send(link.Control, m)
	}
	old := hello("Old")
	old.Version = 1
	say(old.Append(nil))
	say(hello("\x1b").Append(nil))
	say([]byte{0xff, 1, 2})
	flood := make([]byte, 0, 64)
	near, far := link.PipeOf(link.Here, "")
	s.admit(far)
	near.Send(link.Control, hello("Flood").Append(flood))
	for range 2 * perSecond {
		near.Send(link.Control, (&proto.Pause{}).Append(nil))
	}
	s.pass(2 * game.TickRate)
	got := f.last()
	if got.Refused[proto.RejectVersion] != 1 || got.Refused[proto.RejectName] != 1 || got.Malformed != 1 || got.Flooded != 1 {
		t.Errorf("told %+v", got)
	}
}

func TestAHostCountsClientsWhoseWorldIsAnother(t *testing.T) {
	bubble(t, func(t *testing.T) {
		var f told
		m := startMatch(t, HostConfig{Figures: f.note})
		p := newPlayer("Rex", m.pipe, 1)
		m.fly(2*time.Second, p)
		p.say(&proto.NeedKeyframe{Have: p.confirmed.Tick})
		m.fly(2*time.Second, p)
		m.end()
		if got := f.last(); got.Desyncs != 1 || got.Keyframes != 2 {
			t.Errorf("told %+v, expected one desync, and one keyframe more than the first", got)
		}
	})
}

func TestAHostGoesOnTellingWhileItsMatchStandsStill(t *testing.T) {
	bubble(t, func(t *testing.T) {
		var f told
		m := startMatch(t, HostConfig{Figures: f.note})
		time.Sleep(time.Second)
		if _, err := m.host.Stop(); err != nil {
			t.Fatal(err)
		}
		before := f.times()
		time.Sleep(2 * time.Second)
		m.end()
		if n := f.times() - before; n < 10 || !f.last().Standing {
			t.Errorf("told %d times in 2 s, standing: %v", n, f.last().Standing)
		}
	})
}

func TestToMeasureAHostWith64ClientsAllocatesNothing(t *testing.T) {
	skipIfShort(t)
	var last Figures
	s, _ := crowd(t)
	s.conf.Figures = func(f Figures) { last = f }
	s.conf.Measure = func(Measured) {}
	n := testing.AllocsPerRun(600, func() {
		s.pass(1)
		s.measure(0, 0)
	})
	if n != 0 || last.Players != game.MaxShips {
		t.Errorf("%v allocations a tick, and %d players", n, last.Players)
	}
}
