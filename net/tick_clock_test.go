package net

import (
	"testing"
	"time"

	"dogfight/game"
)

func TestAfterAPauseAllTicksAreDueAsMuchLater(t *testing.T) {
	var c tickClock
	now := time.Now()
	c.begin(1000, now) // as of a match that goes on
	c.Due(now)
	next := c.Deadline(c.Next())
	c.stop(now)
	if c.wait(now) != pauseLook {
		t.Errorf("in a pause there is something to do in %v", c.wait(now))
	}
	c.resume(now.Add(time.Minute))
	if got := c.Deadline(c.Next()); c.paused() || !got.Equal(next.Add(time.Minute)) {
		t.Errorf("paused: %v, the next tick is due at %v, expected %v", c.paused(), got, next.Add(time.Minute))
	}
	if slack := c.slack(game.Tick(c.Next())+1, next.Add(time.Minute-10*slackUnit)); slack != 10 {
		t.Errorf("an input that comes in time by 10 units has a slack of %d", slack)
	}
}

func TestAPauseEndsWhenItsPlayerIsHeardOfNoMore(t *testing.T) {
	var p matchPause
	p.stop(time.Now())
	for range 3 * pauseQuiet {
		if !p.look(true) {
			t.Fatal("it ended while the player was heard")
		}
	}
	looks := 1
	for p.look(false) {
		looks++
	}
	if looks != pauseQuiet+1 {
		t.Errorf("it ended after %d looks", looks)
	}
}
