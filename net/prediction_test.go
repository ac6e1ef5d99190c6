package net

import (
	"slices"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net/link/lossy"
)

func TestAKeyMovesTheOwnShipInTheSameFrame(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{}, played{Bots: 3})
		defer m.end()
		p := newPilot(ClientConfig{Dial: m.dial(lossy.Conditions{Delay: 100 * time.Millisecond}), Name: "Rex"})
		m.fly(5*time.Second, p)
		due := 0
		for i := range 5 * game.TickRate {
			p.held = game.Steer(game.Course(1 + i%8))
			before, accepted := p.view.World.Tick, p.me().AcceptsInput()
			m.fly(tickTime(1), p)
			if p.view.World.Tick == before || !accepted || !p.me().AcceptsInput() {
				continue
			}
			if due++; p.me().Input != p.held {
				t.Fatalf("it holds %d when %d is pressed", p.me().Input, p.held)
			}
		}
		if due < 2*game.TickRate { // it may be destroyed meanwhile
			t.Errorf("only %d ticks were due in 5 s", due)
		}
	})
}

func TestWhatIsPredictedComesTrueWhenNobodyElseActs(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{})
		defer m.end()
		p := newPlayer("Rex", m.dial(lossy.Conditions{Delay: 100 * time.Millisecond, Jitter: 5 * time.Millisecond}), 1)
		m.fly(5*time.Second, p)
		before := p.view.Lag.Rollbacks
		predicted, compared := map[game.Tick]uint64{}, 0
		for range 20 * game.TickRate {
			m.fly(tickTime(1), p)
			predicted[p.view.World.Tick] = p.view.World.Hash()
			if want, ok := predicted[p.confirmed.Tick]; ok {
				if compared++; want != p.confirmed.Hash() {
					t.Fatalf("tick %d was predicted to be another", p.confirmed.Tick)
				}
			}
		}
		if n := p.view.Lag.Rollbacks - before; n != 0 || compared < 9*game.TickRate {
			t.Errorf("%d roll-backs, %d ticks compared", n, compared)
		}
	})
}

func TestAWrongPredictionIsRolledBack(t *testing.T) {
	setup := testSetup(t)
	world := game.NewWorld(setup, 1)
	world.Step(setup, []game.Order{{Kind: game.OrderJoin, Slot: 0}, {Kind: game.OrderJoin, Slot: 1}}, nil)
	for ticks := range 30 {
		p := &prediction{slot: 0}
		p.reset(setup, &world)
		truth := world
		for i := range ticks + 1 {
			p.press(game.Steer(game.Course(1 + i%8)))
		}
		var decided [][]game.Order
		for i := range ticks + 1 {
			decided = append(decided, []game.Order{
				{Kind: game.OrderInput, Slot: 0, Input: game.Steer(game.Course(1 + i%8))},
				{Kind: game.OrderInput, Slot: 1, Input: game.Steer(game.Course(1+i%7)) | game.Fire}, // a surprise
			})
		}
		for _, orders := range decided {
			truth.Step(setup, orders, nil)
			p.confirm(orders)
		}
		p.reconcile()
		if p.confirmed != truth || p.predicted != truth || p.Rollbacks != 1 {
			t.Errorf("%d ticks: not the true World after %d roll-backs", ticks+1, p.Rollbacks)
		}
	}
}

func TestARightPredictionIsNotMadeAgainHoweverFarAhead(t *testing.T) {
	setup := testSetup(t)
	world := game.NewWorld(setup, 1)
	world.Step(setup, []game.Order{{Kind: game.OrderJoin, Slot: 0}}, nil)
	p := &prediction{slot: 0}
	p.reset(setup, &world)
	var orders [][]game.Order
	press := func(ticks int) {
		for range ticks {
			p.press(game.Steer(game.Course(1 + len(orders)%8)))
			orders = append(orders, slices.Clone(p.orders))
		}
	}
	for _, ahead := range []int{1, 5, 30, 2, historyTicks - 2} {
		press(ahead)
		for range ahead {
			p.confirm(orders[0])
			orders = orders[1:]
			p.reconcile()
		}
	}
	if p.Rollbacks > 0 || p.predicted != p.confirmed {
		t.Errorf("%d roll-backs", p.Rollbacks)
	}
}

func TestACorrectionFadesWithinATenthOfASecond(t *testing.T) {
	for _, frame := range []time.Duration{time.Second / 120, time.Second / 60, time.Second / 30} {
		var p prediction
		p.offsets[3] = game.Point{X: 20 * game.One, Y: -7}
		last := p.offsets[3]
		passed := time.Duration(0)
		for ; passed < 100*time.Millisecond; passed += frame {
			p.fade(int64(fadeTime-frame), int64(fadeTime))
			if p.offsets[3].X >= last.X || p.offsets[3].X < 0 {
				t.Fatalf("from %d to %d", last.X, p.offsets[3].X)
			}
			last = p.offsets[3]
		}
		if last.X > 20*game.One/8 {
			t.Errorf("after %v at %v a frame, %d of %d is left", passed, frame, last.X, 20*game.One)
		}
		for ; passed < time.Second; passed += frame {
			p.fade(int64(fadeTime-frame), int64(fadeTime))
		}
		if p.offsets[3] != (game.Point{}) {
			t.Errorf("%v stays for ever", p.offsets[3])
		}
	}
}

func TestShipsStayWhereTheyWereShownWhenAPredictionWasWrong(t *testing.T) {
	var p prediction
	var before game.World
	for i, moved := range []int32{0, 3 * game.One, tooFar + 1} {
		before.Ships[i] = game.Ship{State: game.Flying, X: 1000}
		p.predicted.Ships[i] = game.Ship{State: game.Flying, X: 1000 + moved}
	}
	before.Ships[3] = game.Ship{State: game.Dead}
	p.predicted.Ships[3] = game.Ship{State: game.Flying, X: 100}
	p.blend(&before.Ships)
	for i, want := range []int32{0, -3 * game.One, 0, 0} {
		if got := p.offsets[i].X; got != want {
			t.Errorf("ship %d: expected an offset of %d, %d came", i, want, got)
		}
	}
}

func TestEveryFactIsToldOnceAndOnlyWhenItIsConfirmed(t *testing.T) {
	skipIfShort(t)
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{}, played{Bots: 12, Skill: 5, Seed: 6})
		defer m.end()
		p := newPlayer("Rex", m.dial(lossy.Conditions{Delay: 60 * time.Millisecond, Jitter: 20 * time.Millisecond, Loss: 0.1}), 1)
		m.fly(2*time.Second, p)
		from := p.confirmed.Tick
		var told []game.Event
		for range 60 * game.TickRate {
			m.fly(tickTime(1), p)
			told = append(told, facts(p.view.Events)...)
		}
		want := m.factsOf(from+1, p.confirmed.Tick)
		if len(want) < 20 || !slices.Equal(told, want) {
			t.Errorf("the host had %d facts to tell, %d were told", len(want), len(told))
		}
		if p.view.Lag.Keyframes != 1 {
			t.Fatal("a keyframe came: this test proves nothing")
		}
	})
}

func TestAllThatTheHostDecidesIsToldOnce(t *testing.T) {
	skipIfShort(t)
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{}, played{Bots: 12, Skill: 5, Seed: 6})
		defer m.end()
		p := newPlayer("Rex", m.dial(lossy.Conditions{Delay: 60 * time.Millisecond, Jitter: 20 * time.Millisecond, Loss: 0.1}), 1)
		m.fly(2*time.Second, p)
		from := p.confirmed.Tick
		var told, want []game.Event
		for range 20 * game.TickRate {
			m.fly(tickTime(1), p)
			told = append(told, p.view.Decided...)
		}
		m.mu.Lock()
		defer m.mu.Unlock()
		for tick := from + 1; tick <= p.confirmed.Tick; tick++ {
			want = append(want, m.events[tick]...)
		}
		if len(want) < 100 || !slices.Equal(told, want) {
			t.Errorf("%d events were decided, %d were told", len(want), len(told))
		}
	})
}

func facts(events []game.Event) (some []game.Event) {
	for _, ev := range events {
		if ev.Kind.Factual() {
			some = append(some, ev)
		}
	}
	return some
}

func TestAShotIsShownOnce(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{})
		defer m.end()
		p := newPlayer("Rex", m.dial(lossy.Conditions{Delay: 100 * time.Millisecond}), 1)
		m.fly(3*time.Second, p)
		p.bot, p.held = nil, game.Steer(game.Right)
		m.fly(time.Second, p) // all that was fired before has been told
		shown := 0
		for i := range 20 * game.TickRate {
			p.held = game.Steer(game.Right) | game.Input((i/60+1)%2)*game.Fire // none in the last second
			m.fly(tickTime(1), p)
			for _, ev := range p.view.Events {
				if ev.Kind == game.EventShot {
					shown++
				}
			}
		}
		fired := m.shotsSince(20*time.Second + 100*time.Millisecond)
		if shown == 0 || shown != fired {
			t.Errorf("%d shots were fired, %d shown", fired, shown)
		}
	})
}
