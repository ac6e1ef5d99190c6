//go:build unix

package e2e

import (
	"strings"
	"testing"
)

func TestTheMenuStopsAMatchThatNobodyElseIsIn(t *testing.T) {
	t.Parallel()
	host := startHeadless(t, "--bots", "3")
	for what, args := range map[string][]string{"solo": {"solo"}, "tutorial": {"tutorial"}, "alone on a server": {"join", host.addr}} {
		p := startTerminal(t, args...)
		p.sees("boost")
		p.press("\x1b")
		p.sees("Menu (paused)")
		clock := clockIn(p.text())
		p.press("\x1b")
		p.await("the match", func(text string) bool { return !strings.Contains(text, "paused") })
		if clock != "" {
			t.Errorf("%s: the top line shows %q beside the menu", what, clock)
		}
		p.press("\x03")
		p.leaves()
	}
}

func TestTheMenuStopsNoMatchThatOthersAreIn(t *testing.T) {
	smoke(t)
	t.Parallel()
	host := startHeadless(t, "--bots", "3")
	first := startTerminal(t, "join", host.addr)
	first.sees("boost")
	first.press("\x1b")
	first.sees("Menu (paused)")
	second := startTerminal(t, "join", host.addr, "--spectate")
	first.sees("Menu (match still running)")
	second.sees("spectator")
	second.press("\x03")
	second.leaves()
	first.sees("Menu (paused)")
	first.press("\x03")
	first.leaves()
}

// clockIn returns the time that the top line shows, as in 4:59.
func clockIn(text string) string {
	top, _, _ := strings.Cut(text, "\n")
	for _, word := range strings.Fields(top) {
		if minutes, seconds, ok := strings.Cut(word, ":"); ok && len(minutes) > 0 && len(seconds) == 2 {
			return word
		}
	}
	return ""
}
