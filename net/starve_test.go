package net

import (
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net/link"
	"dogfight/net/link/lossy"
	"dogfight/proto"
)

func TestPilotsFlyWhatTheyPressInSpiteOfLoss(t *testing.T) {
	skipIfShort(t)
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{}, played{Bots: 4, Seed: 1})
		defer m.end()
		var players []*player
		for i := range uint64(4) {
			c := lossy.Conditions{Delay: 45 * time.Millisecond, Jitter: 10 * time.Millisecond, Loss: 0.05, Seed: 100 * i}
			players = append(players, newPlayer("P"+string(rune('1'+i)), m.dial(c), i))
		}
		m.fly(5*time.Second, players...)
		confirmed, others := 0, 0
		for until := time.Now().Add(time.Minute / 3 / slowdown); time.Now().Before(until); {
			m.fly(tickTime(1), players...)
			for _, p := range players {
				if !p.confirmed.Ships[p.view.Me].AcceptsInput() {
					continue
				}
				confirmed++
				if p.prediction.inputs[p.confirmed.Tick%historyTicks] != p.confirmed.Ships[p.view.Me].Input {
					others++
				}
			}
		}
		share := 100 * float64(others) / float64(confirmed)
		t.Logf("at 5 %% loss and 10 ms jitter, %.2f %% of a pilot's ticks were flown with another input than he pressed", share)
		if share > 1.5 {
			t.Errorf("expected at most 1.5 %%")
		}
	})
}

func TestASilentPilotHoldsHisButtonsForAQuarterOfASecond(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{})
		defer m.end()
		p := newPilot(ClientConfig{Dial: m.dial(lossy.Conditions{Delay: 20 * time.Millisecond}), Name: "Rex"})
		p.held = game.Steer(game.Right) | game.Fire
		m.fly(time.Second, p)
		held := func() game.Input { w := m.world(); return w.Ships[p.view.Me].Input }
		for range 20 { // which is 200 ms
			time.Sleep(10 * time.Millisecond)
			if held() != p.held {
				t.Fatalf("the ship holds %d too early", held())
			}
		}
		time.Sleep(200 * time.Millisecond)
		if held() != game.Steer(game.Idle) {
			t.Errorf("the ship still holds %d", held())
		}
		m.fly(time.Second, p)
		if held() != p.held {
			t.Errorf("when he was heard again the ship held %d", held())
		}
	})
}

func TestALateInputCountsForTheNextTick(t *testing.T) {
	var q inputQueue
	right, left := game.Steer(game.Right), game.Steer(game.Left)
	q.put(100, 99, right)
	if got := q.take(100); got != right {
		t.Errorf("in time: %d", got)
	}
	q.put(101, 103, left)
	if got := q.take(104); got != left {
		t.Errorf("late: %d", got)
	}
	q.put(102, 104, right)
	q.put(106, 104, left)
	q.put(103, 104, right) // overtaken
	if got := q.take(105); got != right {
		t.Errorf("late, with a newer one for later: %d", got)
	}
	if got := q.take(106); got != left {
		t.Errorf("in time again: %d", got)
	}
}

func TestInputsFromTheFutureAreIgnored(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{})
		defer m.end()
		r := m.raw()
		r.join("Rex")
		r.say(&proto.Spawn{Name: "Rex"})
		r.heard()
		for _, newest := range []game.Tick{1<<32 - 1, 1<<32 - 2, 1 << 31, m.tick() + 200} {
			in := proto.Inputs{Ack: newest, Newest: newest, List: []game.Input{game.Steer(game.Up)}}
			r.Send(link.Data, in.Append(nil))
			in.Ack = 0
			r.Send(link.Data, in.Append(nil))
		}
		r.heard()
		if w := m.world(); r.Err() != nil || w.Ships[0].State == game.Empty || w.Ships[0].Input != 0 {
			t.Errorf("link %v, ship %+v", r.Err(), w.Ships[0])
		}
	})
}
