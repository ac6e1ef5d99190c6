//go:build unix

package e2e

import (
	"strings"
	"testing"

	"dogfight/sys"
	"dogfight/ui/term"
)

func TestEnterOnTheTitleStartsAMatchAgainstBots(t *testing.T) {
	smoke(t)
	t.Parallel()
	p := startTerminal(t)
	p.sees("Play against bots")
	p.press("\r")
	p.sees("♥ ▊▊▊▊▊")
	p.sees("/8 ") // the place among eight ships
	p.press("\t")
	p.sees("newcomer")
	p.press("\t")
	p.await("no more scores", func(text string) bool { return !strings.Contains(text, "newcomer") })
	p.picks("Leave the match", "l", "Play against bots")
	p.press("q")
	if code := p.leaves(); code != exitOK {
		t.Errorf("exit code %d, expected %d", code, exitOK)
	}
}

// panicOnATerminal takes the terminal over and panics in a goroutine.
func panicOnATerminal() {
	if _, err := term.Open(term.AutoColours, nil); err != nil {
		panic(err)
	}
	go func() {
		defer sys.Restore()
		panic("on purpose")
	}()
	select {}
}

func TestTheTerminalIsRestoredBeforeAPanicIsShown(t *testing.T) {
	t.Parallel()
	smoke(t)
	cmd := newCommand(t)
	cmd.Env = append(cmd.Env, beTheProgram+"=panic")
	p := startTerminalOf(t, cmd)
	if code := p.leaves(); code != 2 {
		t.Errorf("exit code %d, expected 2, the Go runtime's after a panic", code)
	}
	raw := p.raw.String()
	p.isAsItWas(raw)
	if !strings.Contains(raw, "\x1b[?1049l") ||
		strings.Index(raw, "on purpose") < strings.LastIndex(raw, "\x1b[?1049l") {
		t.Errorf("the panic is not shown on the first screen: %q", raw)
	}
}
