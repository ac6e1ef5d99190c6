//go:build unix

package e2e

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"

	"dogfight/testkit"
)

// onAtFirst are the private modes of DEC's that a terminal has on when it is new:
// it wraps lines, and shows a cursor.
var onAtFirst = map[string]bool{"7": true, "25": true}

var (
	privateMode = regexp.MustCompile(`\x1b\[\?([0-9;]+)([hl])`)
	kittyStack  = regexp.MustCompile(`\x1b\[[<>][0-9;]*u`)
	keypad      = regexp.MustCompile(`\x1b[=>]`)
)

// changes returns what a terminal that was sent all this is left with that it had
// not at first: private modes (1049 the alternate screen, 25 the cursor, 1000 and
// on the mouse, 2004 paste, 9001 win32), kitty's keys, and the keypad's.
func changes(raw string) (left []string) {
	on := maps.Clone(onAtFirst)
	for _, set := range privateMode.FindAllStringSubmatch(raw, -1) {
		for mode := range strings.SplitSeq(set[1], ";") {
			on[mode] = set[2] == "h"
		}
	}
	for mode, on := range on {
		if on != onAtFirst[mode] {
			left = append(left, fmt.Sprintf("mode %s %v", mode, on))
		}
	}
	depth := 0
	for _, act := range kittyStack.FindAllString(raw, -1) {
		if act[2] == '>' {
			depth++
		} else {
			depth--
		}
	}
	if depth != 0 {
		left = append(left, fmt.Sprintf("kitty's keys %d deep", depth))
	}
	if all := keypad.FindAllString(raw, -1); len(all) > 0 && all[len(all)-1] == "\x1b=" {
		left = append(left, "the keypad's own keys")
	}
	slices.Sort(left)
	return left
}

// isAsItWas fails the test unless the terminal is as it was before the program,
// which has ended and wrote raw.
func (p *terminal) isAsItWas(raw string) {
	p.Helper()
	if p.modes() != p.found {
		p.Errorf("modes %v, want %v", p.modes(), p.found)
	}
	if left := changes(raw); len(left) > 0 {
		p.Errorf("the terminal is left with %v", left)
	}
	if !strings.Contains(raw, "\x1b[?1049h") {
		p.Errorf("the program never took the terminal over: %q", raw)
	}
}

func TestEverySignalLeavesTheTerminalAsItWas(t *testing.T) {
	for _, signal := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT} {
		t.Run(signal.String(), func(t *testing.T) {
			t.Parallel()
			p := startTerminal(t, "solo", "--bots", "3")
			p.sees("boost")
			p.press("\x1b[?1u\x1b[?27u") // kitty's answers, which reports releases from now on
			p.sees("boost")
			p.press("\x1b[47;2;63u") // Shift and slash
			p.sees("Help (fly while")
			p.cmd.Process.Signal(signal)
			if code := p.leaves(); code != exitOK {
				t.Errorf("exit code %d", code)
			}
			p.isAsItWas(p.raw.String())
		})
	}
}

func TestASignalEndsAProgramWhoseTerminalTakesNoOutput(t *testing.T) {
	t.Parallel()
	far, near, err := pty.Open()
	if err != nil {
		t.Skipf("no pseudo-terminal to be had: %v", err)
	}
	defer far.Close()
	defer near.Close()
	cmd := newCommand(t, "solo", "--bots", "3")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = near, near, near
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := errors.Join(pty.Setsize(far, &pty.Winsize{Cols: 200, Rows: 60}), cmd.Start()); err != nil {
		t.Fatal(err)
	}
	testkit.Until(t, "the terminal takes no more output", func() bool {
		n, err := unix.Poll([]unix.PollFd{{Fd: int32(near.Fd()), Events: unix.POLLOUT}}, 0)
		return n == 0 && err == nil
	})
	cmd.Process.Signal(syscall.SIGTERM)
	if err := endOf(cmd); err != nil {
		t.Error(err)
	}
}

func TestChangesAreSeen(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		"\x1b[?1049h\x1b[?25l\x1b[?25h\x1b[?1049l": "[]",
		"\x1b[?1049h\x1b[?1000;1006h":              "[mode 1000 true mode 1006 true mode 1049 true]",
		"\x1b[?25l\x1b[>1u\x1b[>27u\x1b[<u\x1b=":   "[kitty's keys 1 deep mode 25 false the keypad's own keys]",
	} {
		if got := fmt.Sprint(changes(raw)); got != want {
			t.Errorf("%q: expected %s, found %s", raw, want, got)
		}
	}
}
