//go:build unix

package fleets

import (
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestADrainedHostHandsItsMatchOverInABlink drains hosts under load: by dogfight admin and by SIGTERM in turn.
func TestADrainedHostHandsItsMatchOverInABlink(t *testing.T) {
	f := startFleet(t, 1, 2)
	c := f.newCrowd(16)
	match := c.players[0].match
	var stood, took []time.Duration
	for round := range rounds(20) {
		m, ok := f.match(match)
		c.until("the directory has the match with all of them, and another host has room", func() bool {
			m, ok = f.match(match)
			return ok && m.Players == len(c.players) && f.lives(m.Standby)
		})
		c.fly(time.Second)
		c.mark()
		c.fly(time.Second)
		before := c.longestGap()
		c.mark()
		drained, began := f.whereIs(&m), time.Now()
		if round%2 == 0 {
			drained.run("admin", "--socket", drained.socket, "drain")
		} else {
			drained.signal(syscall.SIGTERM)
		}
		c.until("all are elsewhere", func() bool { return c.allElsewhere(m.Address) })
		took = append(took, time.Since(began))
		c.fly(time.Second)
		stood = append(stood, c.longestGap())
		t.Logf("round %d: the longest time without a new tick was %v before, and %v while the match changed hosts", round,
			before.Round(time.Millisecond), c.longestGap().Round(time.Millisecond))
		c.checkSeats()
		c.neverTwo()
		_, handed, _ := strings.Cut(drained.log()[max(strings.LastIndex(drained.log(), "handed over"), 0):], " tick=")
		t.Logf("tick %s", strings.TrimSpace(handed))
		if code := drained.hasEnded(); code != 0 {
			t.Fatalf("the drained host ends with %d", code)
		}
		f.startAll(drained)
	}
	reportTimes(t, "16 players are elsewhere after", took)
	reportTimes(t, "the longest time without a new tick of any of them was", stood)
	if n := len(f.matchesWithPlayers()); n != 1 {
		t.Errorf("%d matches have players", n)
	}
}
