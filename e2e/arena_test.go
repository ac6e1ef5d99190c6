//go:build unix

package e2e

import (
	"strings"
	"testing"
)

func TestAnArenaIsShownInColoursOnATerminalAsWideAsThat(t *testing.T) {
	t.Parallel()
	p := startTerminal(t, "arena", "show", "duel")
	p.sees("spawns of team 2")
	p.sees("rock, ")
	if code := p.leaves(); code != exitOK {
		t.Errorf("exit code %d", code)
	}
	if raw := p.raw.String(); !strings.Contains(raw, "\x1b[38;5;") {
		t.Errorf("no colours in %q", raw)
	}
	cmd := newCommand(t, "arena", "show", "expanse")
	cmd.Env = append(cmd.Env, "NO_COLOR=1")
	p = startTerminalOf(t, cmd)
	p.sees("rock, ")
	if code := p.leaves(); code != exitOK {
		t.Errorf("exit code %d", code)
	}
	if raw := p.raw.String(); strings.Contains(raw, "\x1b") || !strings.Contains(raw, "┌"+strings.Repeat("─", 78)+"┐") {
		t.Errorf("with NO_COLOR: %q", raw)
	}
}

func TestAnArenaThatIsWrongFailsItsCheck(t *testing.T) {
	t.Parallel()
	file := writeFile(t, "my.txt", "...\n.@.\n...\n##.\n")
	if code, out, errs := run(t, "arena", "check", file); code != exitOK || !strings.Contains(out, "is fine") || errs != "" {
		t.Errorf("exit code %d, %q, %q", code, out, errs)
	}
	file = writeFile(t, "my.txt", "....\n.@..\n....\n###.\n#.##\n####\n")
	if code, out, _ := run(t, "arena", "check", file); code != 1 || !strings.HasPrefix(out, file+":5:2: a hole of 1 tile in rock") {
		t.Errorf("exit code %d, %q", code, out)
	}
}
