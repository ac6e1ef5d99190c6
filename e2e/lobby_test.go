//go:build unix

package e2e

import "testing"

func TestALobbyIsSetAndStartedByWhoHostsIt(t *testing.T) {
	t.Parallel()
	p := startTerminal(t, "solo", "--lobby", "--arena", "open", "--bots", "3")
	p.sees("0 of 1 ready, 3 bots of auto skill")
	p.press("m")
	p.sees("Match settings")
	p.press("\x1b[C\x1b[B\x1b[C\x1b[B\x1b[C\x1b[B\x1b[C\r") // one bot more, the lowest level, another arena, two teams
	p.sees("0 of 1 ready, 4 bots of skill 1")
	p.sees("teams in ")
	p.sees("the match settings have changed")
	p.press("\x1b")
	p.sees("Start now")
	p.press("n")
	p.sees("♥ ▊▊▊▊▊")
	p.picks("End this match now", "e", "next match in")
	p.press("\x03")
	if code := p.leaves(); code != exitOK {
		t.Errorf("exit code %d, expected %d", code, exitOK)
	}
}
