//go:build unix

package e2e

import "testing"

func TestARotationIsPlayedMatchAfterMatch(t *testing.T) {
	t.Parallel()
	p := startTerminal(t, "solo", "--rotation", "deathmatch:duel,teams:open,:belt", "--bots", "2", "--stats=false")
	p.inSpace()
	p.toResults()
	p.sees("deathmatch in duel")
	p.sees("1 open teams")
	p.press("\r")
	p.inSpace()
	p.toResults()
	p.sees("teams in open")
	p.sees("1 belt deathmatch")
	p.press("\x03")
	if code := p.leaves(); code != exitOK {
		t.Errorf("exit code %d, expected %d", code, exitOK)
	}
}
