package swarm

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/game"
	"dogfight/proto"
)

// On a bad network a thin client equals a full one: its inputs are in time, it has new orders, and its ship is steered.
func TestAThinClientIsAsGoodAsAFullOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, Config{RTT: 100 * time.Millisecond, Jitter: 10 * time.Millisecond, Loss: 0.05})
		p := newThin(connection{conf: &r.conf, n: 1})
		r.fly(2*time.Second, p)
		p.zero = p.zero.Add(-200 * time.Millisecond) // much too early
		r.fly(8*time.Second, p)                      // while it finds its time
		since, before := r.seen()
		late, reports, heard := 0, 0, p.hostHas
		for end := time.Now().Add(time.Minute); time.Now().Before(end); {
			r.fly(framePeriod, p)
			if p.hostHas != heard {
				heard = p.hostHas
				reports++
				if p.orders.Slack < 0 {
					late++
				}
			}
		}
		world, after := r.seen()
		if playing, err := p.state(); !playing || err != nil {
			t.Fatalf("it does not play: %v", err)
		}
		// 60 ms for the way here and its jitter, 33 for the next packet.
		if old := world.Tick - p.known; old > 10 {
			t.Errorf("it is %d ticks behind, expected 10 at most", old)
		}
		t.Logf("%d of %d inputs were late, the last %d ms early", late, reports, int(p.orders.Slack)*proto.SlackUnit)
		if late > reports/20 || int(p.orders.Slack)*proto.SlackUnit > 60 {
			t.Error("expected its inputs to be in time, but not long before")
		}
		if t.Logf("%.2f %% of its ticks were flown with another input", 100*r.starved()); r.starved() > 0.01 {
			t.Error("expected 1 % at most")
		}
		changes, expected := after[0]-before[0], changesPerSecond*int(world.Tick-since.Tick)/game.TickRate
		t.Logf("its ship changed its input %d times", changes)
		if changes < expected*3/4 || changes > expected*5/4 {
			t.Errorf("expected about %d changes of its ship's input", expected)
		}
		r.end(p)
	})
}

func TestAThinClientSendsAsOftenAsAFullOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, Config{Skill: 3})
		ages := newHistogram(ageUnit, ageRange)
		var pilots []pilot // by turns
		for n := 1; n <= 16; n += 2 {
			pilots = append(pilots, newFull(connection{conf: &r.conf, n: n}, ages), newThin(connection{conf: &r.conf, n: n + 1}))
		}
		count := func() (whole, thin tally) {
			for i := 0; i < len(pilots); i += 2 {
				pilots[i].count(&whole)
				pilots[i+1].count(&thin)
			}
			return whole, thin
		}
		r.fly(3*time.Second, pilots...)
		wholeBefore, thinBefore := count()
		r.fly(15*time.Second, pilots...)
		whole, thin := count()
		want, got := whole.since(wholeBefore).dataOut, thin.since(thinBefore).dataOut
		t.Logf("whole ones sent %d packets, thin ones %d", want, got)
		if got < want*9/10 || got > want*11/10 {
			t.Error("expected about as many")
		}
		if whole.desyncs != 0 || ages.count() < 8*60*15 {
			t.Errorf("%d desyncs, %d samples of the age", whole.desyncs, ages.count())
		}
		r.end(pilots...)
	})
}

func TestPacketsAreCountedBeforeWeLoseThem(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, Config{Loss: 0.5})
		p := newThin(connection{conf: &r.conf, n: 1})
		r.fly(2*time.Second, p)
		before := p.read()
		r.fly(10*time.Second, p)
		if got := p.read().since(before).dataIn; got < 298 || got > 302 {
			t.Errorf("expected 300 data packets from the host, got %d", got)
		}
		r.end(p)
	})
}

func TestAThinClientReportsItsRefusal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, Config{})
		var pilots []pilot
		for n := range game.MaxShips + 1 {
			pilots = append(pilots, newThin(connection{conf: &r.conf, n: n}))
		}
		r.fly(time.Second, pilots...)
		playing, refused := 0, 0
		for _, p := range pilots {
			yes, err := p.state()
			if yes {
				playing++
			}
			if err != nil {
				refused++
			}
		}
		if playing != game.MaxShips || refused != 1 {
			t.Errorf("expected %d to play and one to be refused, there are %d and %d", game.MaxShips, playing, refused)
		}
		r.stop()
		<-r.done
		r.fly(time.Second, pilots...)
		if playing, err := pilots[0].state(); playing || err == nil {
			t.Errorf("after the host closed: playing %v, error %v", playing, err)
		}
	})
}

func TestRandomInputChangesFiveTimesASecond(t *testing.T) {
	w := newRandomInput(1)
	const seconds = 1000
	changes, last := 0, w.held
	for tick := game.Tick(1); tick <= seconds*game.TickRate; tick++ {
		if changed := w.press(tick); changed != (w.held != last) {
			t.Fatalf("tick %d: from %x to %x, reported %v", tick, last, w.held, changed)
		} else if changed {
			changes++
		}
		if last = w.held; !last.Valid() {
			t.Fatalf("tick %d: %x is no input", tick, last)
		}
	}
	// Of 60,000 chances of 1 in 12, four standard deviations are 270.
	if expected := changesPerSecond * seconds; changes < expected-270 || changes > expected+270 {
		t.Errorf("expected about %d changes, got %d", expected, changes)
	}
}

func TestRandomInputRemembersItsInputs(t *testing.T) {
	w := newRandomInput(2)
	w.start(100)
	var held []game.Input // in the ticks after 100
	for tick := game.Tick(101); tick <= 200; tick++ {
		w.press(tick)
		held = append(held, w.held)
	}
	for _, c := range []struct{ tick, n game.Tick }{
		{200, 1}, {250, 1}, {199, 1}, {190, 10}, {200 - proto.MaxInputs, proto.MaxInputs}, {0, proto.MaxInputs},
	} {
		if got := w.since(nil, c.tick); !slices.Equal(got, held[100-c.n:]) {
			t.Errorf("since tick %d: expected %v, got %v", c.tick, held[100-c.n:], got)
		}
	}
}
