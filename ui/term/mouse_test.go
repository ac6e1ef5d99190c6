package term_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"dogfight/testkit"
	"dogfight/ui/input"
	"dogfight/ui/term"
)

const (
	mouseOn  = "\x1b[?1003h\x1b[?1006h"
	mouseOff = "\x1b[?1003l\x1b[?1006l"
)

func TestTheMouseIsReportedOnlyWhileItPoints(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		terminal, tty, opened := asked(t)
		if strings.Contains(opened, "\x1b[?1003h") {
			t.Errorf("the mouse is reported from the beginning: %q", opened)
		}
		for _, step := range []struct {
			on   bool
			want string
		}{{false, ""}, {true, mouseOn}, {true, ""}, {false, mouseOff}, {false, ""}} {
			terminal.Pointing(step.on)
			if out, _ := tty.Take(); out != step.want {
				t.Errorf("expected %q, found %q", step.want, out)
			}
		}
		terminal.Close()
	})
}

func TestTheMouseIsLetGoByCloseAndByAPanic(t *testing.T) {
	for how, end := range map[string]func(*term.Terminal){
		"close":      (*term.Terminal).Close,
		"many times": func(t *term.Terminal) { t.Close(); t.Pointing(true); t.Close() },
		"panic":      panics,
	} {
		synctest.Test(t, func(t *testing.T) {
			terminal, tty, _ := asked(t)
			terminal.Pointing(true)
			end(terminal)
			out, _ := tty.Take()
			if on, off := strings.LastIndex(out, mouseOn), strings.LastIndex(out, mouseOff); on < 0 || off < on {
				t.Errorf("%s: found %q", how, out)
			}
			terminal.Close()
		})
	}
}

// reports has a terminal report its mouse, and looks at what becomes of that.
func reports(t *testing.T, typed, want string) {
	t.Helper()
	inBubble(t, func(t *testing.T, terminal *term.Terminal, tty *testkit.Tty) {
		tty.Type(typed)
		synctest.Wait()
		got := ""
		for len(terminal.Events()) > 0 {
			if ev := <-terminal.Events(); ev.Kind == input.Mouse {
				got += fmt.Sprintf("%d,%d:%d ", ev.X, ev.Y, ev.Buttons)
			} else {
				got += ev.String() + " "
			}
		}
		if got != want {
			t.Errorf("expected %s, found %s", want, got)
		}
	})
}

func TestReportsOfTheMouseArriveAmongKeysAndReleases(t *testing.T) {
	reports(t, "\x1b[<35;10;5Ma\x1b[1;1:1A\x1b[<0;10;5M\x1b[1;1:3A\x1b[<0;10;5m\x1b[<35;11;5M", "9,4:0 a Up 9,4:1 -Up 9,4:0 10,4:0 ")
}

func TestTheReleaseOfOneButtonLeavesTheOtherDown(t *testing.T) {
	reports(t, "\x1b[<0;10;5M\x1b[<2;10;5M\x1b[<2;10;5m\x1b[<0;10;5m", "9,4:1 9,4:5 9,4:1 9,4:0 ")
}

func TestAReleaseThatWasNotSeenIsMadeUpForByTheNextMove(t *testing.T) {
	reports(t, "\x1b[<2;10;5M\x1b[<35;10;6M\x1b[<0;10;6M\x1b[<0;10;6m", "9,4:4 9,5:0 9,5:1 9,5:0 ")
}

func TestTheMouseStaysWithinTheWindow(t *testing.T) {
	reports(t, "\x1b[<35;80;24M\x1b[<35;4000;25M\x1b[<35;0;0M", "79,23:0 79,23:0 0,0:0 ")
}
