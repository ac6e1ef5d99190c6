package term_test

import (
	"strings"
	"testing"

	"github.com/gdamore/tcell/v2"

	"dogfight/ui/term"
)

func TestWantedColoursAreThoseThatAreSent(t *testing.T) {
	for wanted, sent := range map[term.Colours]string{
		term.AsManyAsItHas: "\x1b[38;5;208m",
		term.NoColours:     "",
		term.Colours16:     "\x1b[91m",
		term.Colours256:    "\x1b[38;5;208m",
		term.TrueColours:   "\x1b[38;2;255;135;0m",
	} {
		terminal, tty := open(t, term.Traits{Name: "xterm-256color", Wanted: wanted})
		terminal.Screen().SetContent(0, 0, 'x', nil, tcell.StyleDefault.Foreground(tcell.NewRGBColor(255, 135, 0)))
		terminal.Screen().Show()
		out, _ := tty.Take()
		if !strings.Contains(out, sent) || sent == "" && strings.Contains(out, "\x1b[3") {
			t.Errorf("%d: expected orange as %q, found %q", wanted, sent, out)
		}
	}
}
