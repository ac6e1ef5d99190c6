package net

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"dogfight/net/link/lossy"
)

func TestInputsArriveJustBeforeTheyAreNeeded(t *testing.T) {
	skipIfShort(t)
	for i, rtt := range []time.Duration{0, 20, 50, 100, 200} {
		for j, jitter := range []time.Duration{0, 5, 20} {
			if !*long && i%3 != j {
				continue // each round trip once, unless all are asked for
			}
			c := lossy.Conditions{Delay: rtt * time.Millisecond / 2, Jitter: jitter * time.Millisecond, Seed: 3}
			t.Run(fmt.Sprintf("RTT %d ms, jitter %d ms", rtt, jitter), func(t *testing.T) {
				bubble(t, func(t *testing.T) { settles(t, c) })
			})
		}
	}
}

// settles expects the clock to be right five seconds after joining.
func settles(t *testing.T, c lossy.Conditions) {
	m := startMatch(t, HostConfig{}, played{Bots: 3})
	defer m.end()
	p := newPlayer("Rex", m.dial(c), 1)
	m.fly(5*time.Second, p)
	slacks := m.slacks(10*time.Second, p)
	worst, median := slacks[len(slacks)/50], slacks[len(slacks)/2]
	t.Logf("slack: 2 %% below %v, median %v, most %v", worst, median, slacks[len(slacks)-1])
	if worst < 0 || median > 3*tickTime(1) {
		t.Errorf("expected slack between 0 and 3 ticks, 2 %% is below %v and half above %v", worst, median)
	}
}

// slacks returns those that the host reports in a while, the worst first.
func (m *testMatch) slacks(d time.Duration, p *player) (slacks []time.Duration) {
	for until := time.Now().Add(d); time.Now().Before(until); {
		m.fly(tickTime(1), p)
		slacks = append(slacks, p.view.Lag.Slack)
	}
	slices.Sort(slacks)
	return slacks
}

func TestTheClockFollowsARoundTripThatChanges(t *testing.T) {
	t.Parallel()
	skipIfShort(t)
	for _, change := range [][2]time.Duration{{20, 150}, {150, 20}, {20, 600}, {600, 20}, {0, 1000}} {
		from, to := change[0]*time.Millisecond, change[1]*time.Millisecond
		t.Run(fmt.Sprintf("from %v to %v", from, to), func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				m, w := startMatch(t, HostConfig{}, played{Bots: 3}), &wire{}
				defer m.end()
				w.setDelay(from / 2)
				p := newPlayer("Rex", w.dial(m, lossy.Conditions{Jitter: 5 * time.Millisecond}), 1)
				m.fly(5*time.Second, p)
				w.setDelay(to / 2)
				took := m.heals(p)
				t.Logf("took %v", took)
				if took > 5*time.Second {
					t.Errorf("expected inputs to be in time again within 5 s, it took %v", took)
				}
				if p.view.Lag.Desyncs != 0 {
					t.Errorf("%d desyncs", p.view.Lag.Desyncs)
				}
			})
		})
	}
}

// heals returns after what time the inputs were in time, and no more than 4 ticks
// too early, for the rest of 12 seconds.
func (m *testMatch) heals(p *player) (after time.Duration) {
	began := time.Now()
	for time.Since(began) < 12*time.Second {
		m.fly(tickTime(1), p)
		if slack := p.view.Lag.Slack; slack < 0 || slack > 4*tickTime(1) {
			after = time.Since(began)
		}
	}
	return after
}

func TestTheClockOutlivesAHostThatStopsForAWhile(t *testing.T) {
	skipIfShort(t)
	for _, pause := range []time.Duration{300 * time.Millisecond, 3 * time.Second} {
		t.Run(pause.String(), func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				m := startMatch(t, HostConfig{}, played{Bots: 3})
				defer m.end()
				p := newPlayer("Rex", m.dial(lossy.Conditions{Delay: 30 * time.Millisecond}), 1)
				m.fly(10*time.Second, p)
				m.pause.Store(int64(pause))
				took := m.heals(p)
				t.Logf("took %v", took)
				if took > pause+8*time.Second {
					t.Errorf("expected inputs to be in time again within 8 s, it took %v", took)
				}
			})
		})
	}
}

func TestAClientIsBackWithinASecondOfABlackout(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m, w := startMatch(t, HostConfig{}, played{Bots: 8}), &wire{}
		defer m.end()
		w.setDelay(50 * time.Millisecond)
		p := newPlayer("Rex", w.dial(m, lossy.Conditions{}), 1)
		m.fly(5*time.Second, p)
		w.dark.Store(true)
		m.fly(5*time.Second, p)
		w.dark.Store(false)
		m.fly(time.Second, p)
		m.plays(p)
		if behind := m.tick() - p.confirmed.Tick; behind > 8 {
			t.Errorf("it is %d ticks behind", behind)
		}
		if slack := m.slacks(time.Second, p)[0]; slack < 0 {
			t.Errorf("its inputs have a slack of %v", slack)
		}
		if p.view.Lag.Desyncs != 0 {
			t.Errorf("%d desyncs", p.view.Lag.Desyncs)
		}
	})
}

func TestTheClockJumpsOnlyWhenItIsFarOff(t *testing.T) {
	for _, off := range []time.Duration{-400, -240, -100, 0, 100, 240, 400} {
		slack := slackGoal - off*time.Millisecond
		now := time.Now()
		var c clock
		c.start(now, 1000, 0)
		c.spare = 0
		before := c.at
		for range slackWindow {
			c.report(1000, slack)
			now = now.Add(tickTime(1))
			c.advance(now)
		}
		moved := c.at - before - slackWindow*tickTime(1)
		if jumped := max(moved, -moved) > 200*time.Millisecond; jumped != (max(off, -off) > 250) {
			t.Errorf("%d ms off: it was moved by %v in half a second", off, moved)
		}
	}
}

// What a player holds must count again soon, however far the clock fell behind, while nothing but old news came, or in a
// program that got no time to run.
func TestTheClockThatFellBehindTheHostComesBack(t *testing.T) {
	for _, behind := range []time.Duration{40, 80, 150, 240} {
		t.Run(fmt.Sprintf("%d ms", behind), func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				m := startMatch(t, HostConfig{}, played{})
				defer m.end()
				p := newPlayer("Rex", m.pipe, 1)
				m.fly(time.Second/10, p) // before there are reports
				p.clock.at -= behind * time.Millisecond
				m.fly(3*time.Second, p)
				slacks := m.slacks(2*time.Second, p)
				if worst := slacks[len(slacks)/50]; worst < 0 {
					t.Errorf("five seconds later the inputs come %v late", -worst)
				}
			})
		})
	}
}
