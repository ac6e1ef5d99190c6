//go:build unix

package e2e

import (
	"regexp"
	"testing"
)

// tenSecondsOn matches the clock of a match of five minutes from its tenth second on.
var tenSecondsOn = regexp.MustCompile(` (4:[0-4]|[0-3]:)\d`)

func TestAMatchIsWatchedRenamedAndDeletedFromTheTitle(t *testing.T) {
	t.Parallel()
	p := startTerminal(t)
	p.sees("Play against bots")
	p.press("w")
	p.sees("No replays yet.")
	p.press("\x1b")
	p.sees("New here?")
	p.press("p")
	p.inSpace()
	p.sees("newcomer: gg", p.pressing("1"))
	p.await("ten seconds of the match", tenSecondsOn.MatchString) // a shorter one is not kept
	p.toResults()
	p.press("\x1b")
	p.sees("Play again")
	p.press("l")
	p.sees("Play against bots")
	p.press("w")
	p.sees("Replays (1)")
	p.sees("bots")
	p.press("\r")
	p.sees("0:0") // where it is watched
	p.await("the match", func(text string) bool { return clock.MatchString(text) })
	p.press("\x1b")
	p.sees("Leave")
	p.press("l")
	p.sees("Replays (1)")
	p.press("r")
	p.sees("Rename replay")
	p.press(" the best\r")
	p.sees("the best")
	p.press("k")
	p.sees("k unkeep")
	p.press("d")
	p.sees("y deletes")
	p.press("y")
	p.sees("No replays yet.")
	p.press("\x1b")
	p.sees("Play against bots")
	p.press("q")
	if code := p.leaves(); code != exitOK {
		t.Errorf("exit code %d, expected %d", code, exitOK)
	}
}
