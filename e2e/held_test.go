//go:build unix

package e2e

import (
	"strings"
	"testing"
)

func TestInKittyKeysAreHeldAndTheTerminalIsLeftAsItWas(t *testing.T) {
	t.Parallel()
	p := startTerminal(t)
	p.sees("Play against bots")
	p.press("\x1b[?1u") // kitty's answer
	p.press("\r")
	p.sees("/8 ")
	p.press("\x1b[?27u")     // releases are reported from now on
	p.press("\x1b[47;2;63u") // Shift and slash
	p.sees("Help (fly while")
	p.press("\x1b[99;5u") // Ctrl-C
	if code := p.leaves(); code != exitOK {
		t.Errorf("exit code %d, expected %d", code, exitOK)
	}
	raw := p.raw.String()
	if pushed, popped := strings.Count(raw, "\x1b[>31u")+strings.Count(raw, "\x1b[>5u"), strings.Count(raw, "\x1b[<u"); pushed != 2 || popped != 2 {
		t.Errorf("kitty's protocol was pushed %d times and popped %d times", pushed, popped)
	}
}
