//go:build unix

package e2e

import (
	"strings"
	"testing"
)

func TestTheDailyChallengeIsTriedOnceAndThenPractised(t *testing.T) {
	t.Parallel()
	cmd := newCommand(t, "daily")
	p := startTerminalOf(t, cmd)
	p.sees("One try a day counts")
	p.sees("No try today yet.")
	p.press("t")
	p.isInTheMatch()
	p.picks("Leave the match", "l", "Daily challenge")
	p.press("d")
	p.sees("left early")
	p.sees("Streak: 1 day")
	p.sees("Today's try is used up")
	p.press("p")
	p.isInTheMatch()
	p.press("\x03")
	if code := p.leaves(); code != exitOK {
		t.Errorf("exit code %d, expected %d", code, exitOK)
	}

	list := newCommand(t, "daily", "--list")
	list.Env = cmd.Env
	code, out, _ := runOf(t, list)
	if code != exitOK || strings.Count(out, "left early") != 2 || !strings.Contains(out, "Today's try") || !strings.Contains(out, "Practice ") {
		t.Errorf("exit code %d, expected a try and practice in\n%s", code, out)
	}
	scores := newCommand(t, "scores")
	scores.Env = cmd.Env
	if _, out, _ := runOf(t, scores); strings.Count(out, "(unfinished)") > 1 {
		t.Errorf("practice is recorded as a match:\n%s", out)
	}
}

// isInTheMatch waits for what the bottom line tells in a match of any mode: each day has another.
func (p *terminal) isInTheMatch() {
	p.Helper()
	p.await("a ship, or that of another", func(text string) bool { return strings.Contains(text, "♥ ▊") || strings.Contains(text, "? help") })
}

func TestTheSameChallengeIsListedForEverybody(t *testing.T) {
	t.Parallel()
	_, one, _ := run(t, "daily", "--list")
	_, other, _ := run(t, "daily", "--list")
	if one != other || !strings.Contains(one, "(UTC)") || !strings.Contains(one, "bots of level") {
		t.Errorf("one reads\n%s\nthe other\n%s", one, other)
	}
}

func TestThePracticeRangeIsReachedFromTheTitleAndFromALobby(t *testing.T) {
	t.Parallel()
	p := startTerminal(t)
	p.sees("(g) Practice range")
	p.press("g")
	p.sees("Cannon: 0 of 0 hit")
	p.await("a shot that counts", func(text string) bool { return !strings.Contains(text, "of 0 hit") }, func() { p.press(" ") })
	p.press("6")
	p.sees("Rail gun: ")
	p.press("\x03")
	p.leaves()

	p = startTerminal(t, "solo", "--lobby", "--arena", "duel")
	p.sees("g range")
	p.press("g")
	p.sees("lobby: 0 of 1 ready")
	p.press("r")
	p.sees("♥ ▊▊▊▊▊")
	p.await("the match in the place of the range", func(text string) bool {
		return !strings.Contains(text, "of 0 hit") && !strings.Contains(text, "lobby:")
	})
	p.press("\x03")
	if code := p.leaves(); code != exitOK {
		t.Errorf("exit code %d, expected %d", code, exitOK)
	}
}
