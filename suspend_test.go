//go:build unix

package main

import (
	"os/exec"
	"strings"
	"testing"
)

func TestCtrlZGivesTheTerminalToTheShellAndFgTakesItAgain(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no sh")
	}
	game := newCommand(t, "solo", "--bots", "3")
	cmd := exec.Command(shell, "-c", `set -m; "$0" solo --bots 3; echo stopped; sleep 1; fg >/dev/null; echo left`, game.Path)
	cmd.Env = game.Env
	p := startTerminalOf(t, cmd)
	p.sees("Fighter")
	p.press("\x1a")
	p.sees("stopped")
	p.await("the terminal's own modes", func(string) bool { return p.modes() == p.found })
	p.sees("Fighter")
	p.press("\x03")
	p.sees("left")
	if code := p.leaves(); code != exitOK {
		t.Errorf("exit code %d", code)
	}
	raw := p.raw.String()
	p.isAsItWas(raw)
	stopped, _, _ := strings.Cut(raw, "stopped")
	if left := changes(stopped); len(left) > 0 {
		t.Errorf("the shell is given a terminal with %v", left)
	}
}
