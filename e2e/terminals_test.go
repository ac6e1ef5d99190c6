//go:build unix

package e2e

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// anyColour is SGR that sets a colour.
var anyColour = regexp.MustCompile("\x1b\\[([0-9;]*;)?([34][0-8]|9[0-7]|10[0-7])[0-9;]*m")

// TestTheGamePlaysOnEveryTerminal takes what a terminal may call itself, in locales
// with and without UTF-8.
func TestTheGamePlaysOnEveryTerminal(t *testing.T) {
	t.Parallel()
	for _, env := range []string{
		"TERM=xterm-256color", "TERM=xterm-kitty", "TERM=tmux-256color", "TERM=screen", "TERM=linux", "TERM=vt100",
		"TERM=no such terminal", "TERM=xterm-256color LC_ALL=C", "TERM=linux LC_ALL=C",
		"TERM=foot", "TERM=alacritty", "TERM=xterm-ghostty", "TERM=xterm-direct", "TERM=xterm-16color", "TERM=xterm-256color NO_COLOR=1",
		"TERM=xterm-kitty NO_COLOR=1 LC_ALL=C",
	} {
		t.Run(env, func(t *testing.T) {
			t.Parallel()
			cmd := newCommand(t, "solo", "--bots", "3")
			rest, locale, _ := strings.Cut(env, " LC_ALL=")
			if locale != "" {
				cmd.Env = append(cmd.Env, "LC_ALL="+locale)
			}
			name, _, colourless := strings.Cut(rest, " NO_COLOR=")
			cmd.Env = append(cmd.Env, name)
			if colourless {
				cmd.Env = append(cmd.Env, "NO_COLOR=1")
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
			if colour := anyColour.FindString(p.raw.String()); colourless && colour != "" {
				t.Errorf("it wrote the colour %q", colour)
			}
		})
	}
}

func TestATerminalThatCannotBeDrawnOnGetsOneLine(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"dumb", ""} {
		cmd := newCommand(t)
		cmd.Env = append(cmd.Env, "TERM="+name)
		p := startTerminalOf(t, cmd)
		if code := p.leaves(); code != exitFailure {
			t.Errorf("TERM=%s: exit code %d", name, code)
		}
		if want := fmt.Sprintf("dogfight: TERM must name a terminal that can be drawn on, such as xterm-256color, got %q\r\n", name); p.raw.String() != want {
			t.Errorf("TERM=%s: wrote %q, expected %q", name, &p.raw, want)
		}
	}
}
