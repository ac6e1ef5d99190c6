package net

import (
	"fmt"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net/link"
	"dogfight/net/link/lossy"
	"dogfight/proto"
)

// Who is no longer flown, in these tests, is a machine that vanished: his link
// neither closes nor delivers.

func TestASilentPilotFliesOnFor200msAndIdleAfter300(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{})
		defer m.end()
		p := newPilot(ClientConfig{Dial: m.dial(lossy.Conditions{Delay: 20 * time.Millisecond}), Name: "Rex"})
		p.held = game.Steer(game.Right) | game.Fire
		for _, step := range []struct {
			silent time.Duration
			want   game.Input
		}{{200 * time.Millisecond, p.held}, {300 * time.Millisecond, game.Steer(game.Idle)}} {
			m.fly(time.Second, p)
			time.Sleep(20*time.Millisecond + step.silent) // what he sent last is still on its way
			if got := m.world().Ships[p.view.Me].Input; got != step.want {
				t.Errorf("silent for %v: expected the ship to hold %d, it holds %d", step.silent, step.want, got)
			}
		}
	})
}

func TestALineThatIsDeadForFiveSecondsIsNotCut(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m, w := startMatch(t, HostConfig{}), &wire{}
		defer m.end()
		p := newPlayer("Rex", w.dial(m, lossy.Conditions{}), 1)
		m.fly(3*time.Second, p)
		used := p.Link()
		w.dark.Store(true)
		m.fly(5*time.Second, p)
		w.dark.Store(false)
		m.fly(time.Second, p)
		if m.plays(p); p.Link() != used {
			t.Error("it plays over another link")
		}
	})
}

func TestAMachineThatVanishedHoldsNoLink(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{})
		defer m.end()
		p, other := newPlayer("Rex", m.pipe, 1), newPlayer("Other", m.pipe, 2)
		watcher := newPilot(ClientConfig{Dial: m.pipe, Name: "Watcher", Spectate: true})
		m.fly(time.Second, p, watcher, other)
		m.fly(6900*time.Millisecond, other)
		for _, gone := range []*player{p, watcher} {
			if err := gone.Link().Err(); err != nil {
				t.Errorf("after 6.9 s the link of %s is down: %v", gone.conf.Name, err)
			}
		}
		m.fly(500*time.Millisecond, other)
		for _, gone := range []*player{p, watcher} {
			if gone.Link().Err() == nil {
				t.Errorf("after 7.4 s the link of %s is up", gone.conf.Name)
			}
		}
		if _, in := entry(other, "Watcher"); in || !away(other.view.Roster, "Rex") {
			t.Errorf("expected Rex to be away and no spectator, the roster is %v", other.view.Roster)
		}
	})
}

// entry returns what a player's roster says of somebody.
func entry(p *player, name string) (proto.Pilot, bool) {
	for _, line := range p.view.Roster {
		if line.Name == name {
			return line, true
		}
	}
	return proto.Pilot{}, false
}

func TestTheSlotOfAMachineThatVanishedIsFreeWithinTenSecondsInAFullMatch(t *testing.T) {
	skipIfShort(t)
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{})
		defer m.end()
		p := newPlayer("Rex", m.pipe, 1)
		m.fly(time.Second, p)
		m.seatRest(game.MaxShips - 1)
		m.fly(time.Second, p)
		if n := flying(m.world()); n != game.MaxShips {
			t.Fatalf("the match is not full: %d ships", n)
		}
		slot, vanished := p.view.Me, time.Now()
		newcomer := newPilot(ClientConfig{Dial: m.pipe, Name: "New"})
		for m.fly(100*time.Millisecond, newcomer); newcomer.view.Phase == Refused; m.fly(100*time.Millisecond, newcomer) {
			newcomer = newPilot(newcomer.conf)
		}
		took := time.Since(vanished)
		m.plays(newcomer)
		if t.Logf("it took %v", took); newcomer.view.Me != slot || took < 9*time.Second || took > 10*time.Second {
			t.Errorf("expected slot %d after 9 to 10 s, slot %d was free after %v", slot, newcomer.view.Me, took)
		}
	})
}

// seatRest lets n pilots without a Client fly until the match ends: each sends an
// input ten times a second, and takes what comes.
func (m *testMatch) seatRest(n int) {
	var pilots []*raw
	for i := range n {
		r := m.raw()
		r.say(hello(fmt.Sprint("Rest ", i)), &proto.Spawn{Name: fmt.Sprint("Rest ", i)})
		pilots = append(pilots, r)
	}
	go func() {
		for {
			for _, r := range pilots {
				r.drain()
				r.hold(m.tick()+1, game.Steer(game.Idle))
			}
			select {
			case <-m.ended:
				return
			case <-time.After(100 * time.Millisecond):
			}
		}
	}()
}

// drain forgets what came.
func (r *raw) drain() {
	for {
		if _, ok := r.Receive(nil); !ok {
			return
		}
	}
}

// hold sends one input, for a tick.
func (r *raw) hold(tick game.Tick, in game.Input) {
	ack := tick - min(tick, 20) // which the host has come to
	r.Send(link.Data, (&proto.Inputs{Ack: ack, Newest: tick, List: []game.Input{in}}).Append(nil))
}

func TestWhoTalksButDoesNotFlyIsCutToo(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{})
		defer m.end()
		r := m.raw()
		r.join("Rex")
		r.say(&proto.Spawn{Name: "Rex"})
		for range 90 {
			r.say(&proto.SetReady{On: true})
			r.heard()
		}
		if r.Err() != nil || flying(m.world()) != 1 {
			t.Errorf("after 9 s: link %v, %d ships", r.Err(), flying(m.world()))
		}
		for range 8 {
			r.say(&proto.SetReady{On: true})
			r.heard()
		}
		if r.Err() == nil || flying(m.world()) != 0 {
			t.Errorf("after 9.8 s: link %v, %d ships", r.Err(), flying(m.world()))
		}
	})
}

func TestInputsThatAreNotNewDoNotKeepASeat(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{})
		defer m.end()
		r := m.raw()
		r.join("Rex")
		r.say(&proto.Spawn{Name: "Rex"})
		tick := m.tick() + 10
		for range 98 {
			r.hold(tick, game.Steer(game.Up))
			r.heard()
		}
		if r.Err() == nil || flying(m.world()) != 0 {
			t.Errorf("after 9.8 s: link %v, %d ships", r.Err(), flying(m.world()))
		}
	})
}

func TestAHostThatStandsStillForAMinuteCutsNobody(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{})
		defer m.end()
		p := newPlayer("Rex", m.dial(lossy.Conditions{Delay: 20 * time.Millisecond}), 1)
		m.fly(3*time.Second, p)
		used := p.Link()
		m.pause.Store(int64(time.Minute))
		for i := range 2 * 70 { // which are heard all at once, and are no flood
			p.Ready(i%2 == 0)
			m.fly(time.Second/2, p)
		}
		if m.plays(p); p.Link() != used {
			t.Error("it plays over another link")
		}
	})
}

func TestWhoIsThrownOutLosesHisSeatAtOnce(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{})
		defer m.end()
		r, other := m.raw(), newPlayer("Other", m.pipe, 1)
		r.join("Rex")
		r.say(&proto.Spawn{Name: "Rex"})
		m.fly(time.Second, other)
		r.Send(link.Control, []byte("nonsense"))
		m.tells(t, "Rex has left", other)
		if n := flying(m.world()); n != 1 {
			t.Errorf("expected one ship, %d fly", n)
		}
	})
}
