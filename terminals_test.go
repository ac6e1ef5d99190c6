//go:build unix

package main

import (
	"strings"
	"testing"
)

// TestTheGamePlaysOnEveryTerminal takes what a terminal may call itself, in locales
// with and without UTF-8.
func TestTheGamePlaysOnEveryTerminal(t *testing.T) {
	for _, env := range []string{
		"TERM=xterm-256color", "TERM=xterm-kitty", "TERM=tmux-256color", "TERM=screen", "TERM=linux", "TERM=vt100",
		"TERM=dumb", "TERM=", "TERM=no such terminal", "TERM=xterm-256color LC_ALL=C", "TERM=linux LC_ALL=C",
	} {
		t.Run(env, func(t *testing.T) {
			t.Parallel()
			cmd := newCommand(t, "solo", "--bots", "3")
			name, locale, _ := strings.Cut(env, " LC_ALL=")
			cmd.Env = append(cmd.Env, name)
			if locale != "" {
				cmd.Env = append(cmd.Env, "LC_ALL="+locale)
			}
			p := startTerminalOf(t, cmd)
			p.sees("boost")
			p.press("\x1b[A")
			p.sees("boost")
			p.press("\x03")
			if code := p.leaves(); code != exitOK || p.modes() != p.found {
				t.Errorf("exit code %d, modes %v, want %v", code, p.modes(), p.found)
			}
			if locale == "C" && strings.IndexFunc(p.raw.String(), func(r rune) bool { return r >= 0x80 }) >= 0 {
				t.Error("it wrote more than ASCII")
			}
		})
	}
}
