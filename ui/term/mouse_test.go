package term_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/gdamore/tcell/v2"

	"dogfight/guard"
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
		"panic": func(*term.Terminal) {
			var panicked sync.WaitGroup
			panicked.Go(func() {
				defer func() { recover() }()
				defer guard.Panics()
				panic("on purpose")
			})
			panicked.Wait()
		},
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

// moved returns what a terminal's reports of its mouse become, until a '.'.
func moved(t *testing.T, typed string) (got string) {
	synctest.Test(t, func(t *testing.T) {
		terminal, tty := open(t, xterm)
		defer terminal.Close()
		synctest.Wait() // or tcell may not know the window yet, outside of which no mouse is
		tty.Type(typed + ".")
		for ev := range terminal.Events() {
			switch ev := ev.(type) {
			case *tcell.EventMouse:
				x, y := ev.Position()
				got += fmt.Sprintf("%d,%d:%d ", x, y, ev.Buttons())
			case term.KeyRelease:
				got += "-" + ev.Name() + " "
			case *tcell.EventKey:
				if ev.Rune() == '.' {
					return
				}
				got += ev.Name() + " "
			}
		}
	})
	return got
}

func TestReportsOfTheMouseArriveAmongKeysAndReleases(t *testing.T) {
	got := moved(t, "\x1b[<35;10;5Ma\x1b[1;1:1A\x1b[<0;10;5M\x1b[1;1:3A\x1b[<0;10;5m\x1b[<35;11;5M")
	if want := "9,4:0 Rune[a] Up 9,4:1 -Up 9,4:0 10,4:0 "; got != want {
		t.Errorf("expected %s, found %s", want, got)
	}
}

func TestTheReleaseOfOneButtonLeavesTheOtherDown(t *testing.T) {
	got := moved(t, "\x1b[<0;10;5M\x1b[<2;10;5M\x1b[<2;10;5m\x1b[<0;10;5m")
	if want := "9,4:1 9,4:2 9,4:0 9,4:1 9,4:0 "; got != want {
		t.Errorf("expected %s, found %s", want, got)
	}
}

func TestAReleaseThatWasNotSeenIsMadeUpForByTheNextMove(t *testing.T) {
	got := moved(t, "\x1b[<2;10;5M\x1b[<35;10;6M\x1b[<0;10;6M\x1b[<0;10;6m")
	if want := "9,4:2 9,5:0 9,5:1 9,5:0 "; got != want {
		t.Errorf("expected %s, found %s", want, got)
	}
}
