//go:build unix

package fleets

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"dogfight/game"
)

// rounds returns how often something is tried: once, or n times with -long.
func rounds(n int) int {
	if *long {
		return n
	}
	return 1
}

// needsLong skips a test without -long. In virtual time another test proves the same of the packages below.
func needsLong(t *testing.T, proof string) {
	t.Helper()
	if !*long {
		t.Skip("with -long: processes that stand still or cannot hear each other take their time, and " + proof + " has none of that")
	}
}

func TestAHostThatIsKilledLosesNobodyAndItsMatchGoesOn(t *testing.T) {
	f := startFleet(t, 1, 3)
	c := f.newCrowd(16)
	match := c.players[0].match
	var took, lost []time.Duration
	for round := range rounds(20) {
		c.until("somebody stands by", func() bool {
			m, ok := f.match(match)
			return ok && f.lives(m.Standby) && m.Players == len(c.players)
		})
		c.fly(time.Second) // the standby has the log
		c.mark()
		m, ok := f.match(match)
		if !ok {
			t.Fatal("the match is not in the directory")
		}
		dying := f.whereIs(&m)
		before := c.players[0].tick
		began := time.Now()
		dying.kill()
		c.until("all are back", func() bool { return c.allElsewhere(m.Address) })
		took = append(took, time.Since(began))
		c.fly(500 * time.Millisecond)
		c.sitWhereTheySat()
		c.neverTwo()
		after, ok := f.match(match)
		if !ok || after.Epoch <= m.Epoch || after.Host == m.Host {
			t.Fatalf("round %d: the directory says %+v, and said %+v", round, after, m)
		}
		went := f.whereIs(&after)
		resumed := went.resumedAt(match.String())
		lost = append(lost, time.Duration(int32(before-resumed))*time.Second/60)
		f.startAll(dying)
	}
	tell(t, "16 players are back after", took)
	tell(t, "of the match lost", lost)
	if n := len(f.matchesWithPlayers()); n != 1 {
		t.Errorf("%d matches have players", n)
	}
}

// resumedAt returns the tick from which a host went on last with a match.
func (p *process) resumedAt(match string) (tick game.Tick) {
	p.Helper()
	log := p.log()
	at := strings.LastIndex(log, `msg="goes on with a match whose host is gone" match=`+match)
	if at < 0 {
		p.Fatalf("%s does not say that it goes on with %s", p.name, match)
	}
	_, last, _ := strings.Cut(log[at:], " tick=")
	if _, err := fmt.Sscan(last, &tick); err != nil {
		p.Fatal(err)
	}
	return tick
}

// tell prints the least, the middle and the most of some times.
func tell(t *testing.T, what string, all []time.Duration) {
	all = slices.Clone(all)
	slices.Sort(all)
	round := func(d time.Duration) time.Duration { return d.Round(time.Millisecond) }
	t.Logf("%s %v, p50 %v, at most %v, of %d", what, round(all[0]), round(all[len(all)/2]), round(all[len(all)-1]), len(all))
}
