//go:build unix

package e2e

import (
	"strings"
	"syscall"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"
)

// shootingRange is an arena in which two ships spawn face to face, with room enough above and below that
// whoever flies from wall to wall is seen some rows further down, wherever the cells of a picture begin.
const shootingRange = `
##############################
#............................#
#............................#
#.....@................@.....#
#............................#
#............................#
##############################
`

// Two players on two terminals, and a host between them, all of them processes
// of their own.
func TestTwoPlayersFlyShootDieComeBackAndChat(t *testing.T) {
	t.Parallel()
	host := startHeadless(t, "--arena", writeFile(t, "range.txt", shootingRange), "--time", "0", "--title", "Range")
	comet := startTerminal(t, "join", host.addr, "--name", "Comet")
	comet.sees("♥ ▊▊▊▊▊")
	quasar := startTerminal(t, "join", host.addr, "--name", "Quasar")
	quasar.sees("♥ ▊▊▊▊▊")
	comet.sees("Quasar")
	quasar.sees("Comet")

	// Both fly: each sees the other's name move.
	for _, p := range []struct{ who, sees *terminal }{{comet, quasar}, {quasar, comet}} {
		name := "Comet"
		if p.who == quasar {
			name = "Quasar"
		}
		before := -1
		p.sees.await(name+" in space", func(text string) bool { before = row(text, name); return before >= 0 })
		p.who.press("s")
		p.sees.await(name+" moving down", func(text string) bool { return row(text, name) > before })
		p.who.press("w")
		p.sees.await(name+" moving back up", func(text string) bool { return row(text, name) >= 0 && row(text, name) <= before })
		p.who.press("s")
	}

	// Chat, both ways.
	comet.press("\rhello over there\r")
	quasar.sees("hello over there")
	quasar.press("\rhello yourself\r")
	comet.sees("hello yourself")

	// Both shoot, until each was destroyed, and come back.
	hunt(comet, quasar)
	hunt(quasar, comet)

	// Both see the same scores.
	comet.press("\t")
	quasar.press("\t")
	comet.await("its score board", hasScores)
	quasar.await("its score board", hasScores)
	var seen [2]string
	comet.await("the same scores on both screens", func(text string) bool {
		seen[0], seen[1] = scores(text), scores(quasar.text())
		return seen[0] == seen[1]
	})
	t.Logf("both see\n%s", seen[0])

	// The host closes, within two seconds, and tells.
	asked := time.Now()
	host.cmd.Process.Signal(syscall.SIGINT)
	if err := host.cmd.Wait(); err != nil {
		t.Errorf("the host ended with %v: %s", err, host.log.String())
	}
	t.Logf("the host was gone after %v", time.Since(asked))
	for _, p := range []*terminal{comet, quasar} {
		if code := p.leaves(); code != exitFailure {
			t.Errorf("a player whose host closed left with code %d, expected %d", code, exitFailure)
		}
	}
}

// hunt lets the shooter fire along the lower wall until the victim is
// destroyed, and waits until the victim is back.
func hunt(shooter, victim *terminal) {
	shooter.Helper()
	looks := 0
	victim.sees("destroyed", func() {
		if looks%20 == 0 { // both go to the wall, and a tap turns the ship towards the victim
			victim.press("s")
			shooter.press("s")
			time.Sleep(500 * time.Millisecond)
			towards := "a"
			if column(shooter.text(), "Comet", "Quasar") >= 40 { // the victim's name: one's own is not shown
				towards = "d"
			}
			shooter.press(towards)
			time.Sleep(100 * time.Millisecond)
			shooter.press("x")
		}
		looks++
		shooter.press(" ")
	})
	victim.sees("♥ ▊▊▊▊▊")
}

// findName returns where a ship's name stands first, or -1. The arena lies in the
// middle rows; the name may stand in others for other reasons.
func findName(text, name string) (row, column int) {
	for y, line := range strings.Split(text, "\n") {
		if before, _, ok := strings.Cut(line, name); ok && y >= 8 && y <= 17 {
			return y, utf8.RuneCountInString(before)
		}
	}
	return -1, -1
}

func row(text, name string) int {
	y, _ := findName(text, name)
	return y
}

// column returns in which column one of the names stands.
func column(text string, names ...string) int {
	for _, name := range names {
		if _, x := findName(text, name); x >= 0 {
			return x
		}
	}
	return -1
}

// scores returns the lines of the score board that are the pilots', without
// what each sees differently.
func scores(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		parts := strings.Split(line, "│")
		if len(parts) != 3 { // beside the board there are stars
			continue
		}
		fields := strings.Fields(strings.Map(func(r rune) rune {
			if r == '►' || unicode.Is(picture, r) { // which mark the own row, whose colour it is, and where the own ship is behind
				return ' '
			}
			return r
		}, parts[1]))
		if len(fields) >= 6 && (fields[1] == "Comet" || fields[1] == "Quasar") {
			lines = append(lines, strings.Join(fields[:6], " "))
		}
	}
	return strings.Join(lines, "\n")
}

// picture is what space is drawn with.
var picture = &unicode.RangeTable{R16: []unicode.Range16{{Lo: 0x2580, Hi: 0x259f, Stride: 1}, {Lo: 0x2800, Hi: 0x28ff, Stride: 1}}}

func hasScores(text string) bool { return strings.Count(scores(text), "\n") == 1 }
