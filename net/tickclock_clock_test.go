package net

import (
	"testing"
	"testing/synctest"
	"time"
)

const rate = 60

// ticks returns how long n ticks take.
func ticks(n int) time.Duration { return time.Duration(n) * time.Second / rate }

func TestALateTickDelaysNoneAfterIt(t *testing.T) {
	start := time.Unix(1e9, 0)
	c := newTickClock(0, start, rate)
	for _, step := range []struct {
		at   time.Duration
		due  int
		next int64
	}{
		{-time.Nanosecond, 0, 0},
		{0, 1, 1},
		{0, 0, 1},
		{ticks(1), 1, 2},
		{ticks(3) + time.Millisecond, 2, 4}, // a tick and a bit late
		{ticks(4), 1, 5},
		{ticks(9), 5, 10},
	} {
		if due := c.Due(start.Add(step.at)); due != step.due || c.Next() != step.next {
			t.Errorf("at %v: %d ticks due and then tick %d, expected %d and %d", step.at, due, c.Next(), step.due, step.next)
		}
	}
	if wait := c.Wait(start.Add(ticks(9))); c.Slips != 0 || wait != ticks(10)-ticks(9) {
		t.Errorf("%d slips, and %v until the next", c.Slips, wait)
	}
}

func TestNoMoreThanAFewTicksAreMadeUp(t *testing.T) {
	start := time.Unix(1e9, 0)
	c := newTickClock(0, start, rate)
	if due := c.Due(start.Add(ticks(99))); due != maxCatchUp || c.Slips != 100-maxCatchUp {
		t.Errorf("%d ticks due and %d given up", due, c.Slips)
	}
	if due := c.Due(start.Add(ticks(99))); due != 0 {
		t.Errorf("%d ticks due at once again", due)
	}
	if due := c.Due(start.Add(ticks(100))); due != 1 {
		t.Errorf("%d ticks due a tick later", due)
	}
}

func TestADelayedClockCatchesUpOnNothing(t *testing.T) {
	start := time.Unix(1e9, 0)
	c := newTickClock(0, start, rate)
	c.Due(start)
	c.Delay(time.Hour)
	if due := c.Due(start.Add(time.Hour)); due != 0 {
		t.Errorf("%d ticks due right after the pause", due)
	}
	if due := c.Due(start.Add(time.Hour + ticks(1))); due != 1 || c.Slips != 0 {
		t.Errorf("%d ticks due a tick later, and %d given up", due, c.Slips)
	}
}

func TestAClockMayBeginWithAnyTick(t *testing.T) {
	start := time.Unix(1e9, 0)
	c := newTickClock(1000, start, rate)
	if due := c.Due(start); due != 1 || c.Next() != 1001 || !c.Deadline(1000).Equal(start) {
		t.Errorf("%d ticks due and then tick %d, tick 1000 at %v", due, c.Next(), c.Deadline(1000))
	}
}

func TestDeadlinesDoNotDrift(t *testing.T) {
	start := time.Unix(1e9, 0)
	c := newTickClock(0, start, rate)
	if hour := c.Deadline(3600 * rate).Sub(start); hour != time.Hour {
		t.Errorf("an hour of ticks takes %v", hour)
	}
}

func TestATickerMakesUpForSlowTicks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ticker := NewTickTicker(rate)
		defer ticker.Stop()
		done := 0
		for began := time.Now(); time.Since(began) < 10*time.Second; {
			<-ticker.C
			if ticker.Next() {
				done++
			}
			if done%50 == 0 {
				time.Sleep(60 * time.Millisecond) // three ticks and a half
			}
		}
		if done < 10*rate-5 || done > 10*rate {
			t.Errorf("%d ticks in 10 s", done)
		}
	})
}

func TestTicksThatAreTakenBackAreDueAgain(t *testing.T) {
	start := time.Unix(1e9, 0)
	c := newTickClock(0, start, rate)
	now := start.Add(ticks(2))
	if due := c.Due(now); due != 3 {
		t.Fatalf("%d ticks due", due)
	}
	c.Back(2)
	if due := c.Due(now); due != 2 || c.Next() != 3 {
		t.Errorf("%d ticks due again, and then tick %d", due, c.Next())
	}
}
