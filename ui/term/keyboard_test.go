package term_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"dogfight/sys"
	"dogfight/testkit"
	"dogfight/ui/input"
	"dogfight/ui/term"
)

const (
	ask  = "\x1b[?u"
	push = "\x1b[>31u"
	pop  = "\x1b[<u"
)

// asked opens a terminal and returns the output.
func asked(t *testing.T) (*term.Terminal, *testkit.Tty, string) {
	t.Helper()
	tty := testkit.NewTty(80, 24)
	terminal := openTty(t, tty, xterm)
	out, _ := tty.Take()
	return terminal, tty, out
}

func TestReleasesAreAskedForOnlyWhileFlyingAndWhereTheTerminalHasThem(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		terminal, tty, opened := asked(t)
		if !strings.Contains(opened, ask) {
			t.Errorf("the terminal was not asked: %q", opened)
		}
		if !strings.Contains(opened, "\x1b[?1004h") {
			t.Errorf("the terminal does not report its focus: %q", opened)
		}
		wrote := func(want string) {
			t.Helper()
			if out, _ := tty.Take(); out != want {
				t.Errorf("expected %q, found %q", want, out)
			}
		}
		terminal.Flying(true)
		wrote("") // without an answer
		tty.Type("\x1b[?0u")
		synctest.Wait()
		terminal.Flying(false)
		wrote("\x1b[>5u")
		terminal.Flying(true)
		wrote(push + ask)
		terminal.Flying(true)
		wrote("")
		if terminal.Releases() {
			t.Error("expected no releases before the terminal has reported them")
		}
		tty.Type("\x1b[?27u")
		synctest.Wait()
		if !terminal.Releases() {
			t.Error("expected releases now")
		}
		terminal.Flying(false)
		wrote(pop + ask)
		tty.Type("\x1b[?1u")
		synctest.Wait()
		if terminal.Releases() {
			t.Error("expected no releases any more")
		}
		terminal.Close()
	})
}

// TestATerminalGetsOnlySequencesThatItUnderstands: kitty prints unknown ones.
func TestATerminalGetsOnlySequencesThatItUnderstands(t *testing.T) {
	const others, otherOff = "\x1b[>4;2m\x1b[?9001h", "\x1b[?9001l\x1b[>4;0m"
	for _, c := range []struct{ name, answers, told, back string }{
		{"kitty", "\x1b[?0u\x1b[?62;c", "\x1b[>5u", pop},
		{"xterm", "\x1b[?64;1;2c", others, otherOff},
		{"one that answers nothing", "", "", ""},
	} {
		synctest.Test(t, func(t *testing.T) {
			terminal, tty, opened := asked(t)
			tty.Type(c.answers)
			synctest.Wait()
			terminal.Flying(false)
			told, _ := tty.Take()
			terminal.Flying(false)
			again, _ := tty.Take()
			if strings.Contains(opened, ">1u") || strings.Contains(opened, others) || told != c.told || again != "" {
				t.Errorf("%s: expected %q after it answered, found %q before, %q, then %q", c.name, c.told, opened, told, again)
			}
			terminal.Close()
			out, _ := tty.Take()
			for _, back := range []string{pop, otherOff} {
				if want := back == c.back; strings.Contains(out, back) != want {
					t.Errorf("%s: expected %q in the end to be %v: %q", c.name, back, want, out)
				}
			}
		})
	}
}

// panics has another goroutine panic.
func panics(*term.Terminal) {
	var panicked sync.WaitGroup
	panicked.Go(func() {
		defer func() { recover() }()
		defer sys.Restore()
		panic("on purpose")
	})
	panicked.Wait()
}

func TestKittysProtocolIsSwitchedOffByCloseAndByAPanic(t *testing.T) {
	for how, end := range map[string]func(*term.Terminal){
		"close":      (*term.Terminal).Close,
		"many times": func(t *term.Terminal) { t.Close(); t.Flying(true); t.Close() },
		"on the ground": func(t *term.Terminal) {
			t.Flying(false)
			t.Close()
		},
		"panic": panics,
	} {
		synctest.Test(t, func(t *testing.T) {
			terminal, tty, opened := asked(t)
			tty.Type("\x1b[?1u")
			synctest.Wait()
			terminal.Flying(true)
			end(terminal)
			out, _ := tty.Take()
			out = opened + out
			pushed, popped := strings.Count(out, "\x1b[>5u")+strings.Count(out, push), strings.Count(out, pop)
			if pushed != 2 || popped != 2 {
				t.Errorf("%s: pushed %d times and popped %d times: %q", how, pushed, popped, out)
			}
			if strings.LastIndex(out, pop) > strings.Index(out, "\x1b[?1049l") {
				t.Errorf("%s: expected all popped on the screen where it was pushed: %q", how, out)
			}
			terminal.Close()
		})
	}
}

func TestPressesAndReleasesArriveInOrderWithAllElse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		terminal, tty := open(t, xterm)
		tty.Type("a\x1b[1;1:1A\x1b[?27u\x1b[32;;32ub\x1b[1;1:3A\x1b[I\x1b[32;1:3u.")
		var got []string
		for ev := range terminal.Events() {
			if got = append(got, ev.String()); ev.Key == '.' {
				break
			}
		}
		if want := "a Up Space b -Up focus -Space ."; strings.Join(got, " ") != want {
			t.Errorf("expected %s, found %s", want, strings.Join(got, " "))
		}
	})
}

func TestEscapeAloneIsTheKey(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		terminal, tty := open(t, xterm)
		tty.Type("\x1b")
		if ev := <-terminal.Events(); ev != input.PressOf(input.KeyEscape) {
			t.Errorf("expected Escape, found %s", ev)
		}
	})
}

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

func TestCloseAndAPanicReleaseTheMouse(t *testing.T) {
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

// reports types a report of the mouse and checks the event.
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
