//go:build unix

package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

func TestCtrlZGivesTheTerminalToTheShellAndFgTakesItAgain(t *testing.T) {
	t.Parallel()
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no sh")
	}
	game := newCommand(t, "solo", "--bots", "3")
	cmd := exec.Command(shell, "-c", `set -m; "$0" solo --bots 3; echo stopped; read -r line; fg >/dev/null; echo left`, game.Path)
	cmd.Env = game.Env
	p := startTerminalOf(t, cmd)
	p.sees("boost")
	p.press("\x1a")
	p.sees("stopped")
	p.await("the terminal's own modes", func(string) bool { return p.modes() == p.found })
	p.press("\r")
	p.sees("boost")
	p.press("\x03")
	p.sees("left")
	if code := p.leaves(); code != exitOK {
		t.Errorf("exit code %d", code)
	}
	raw := p.raw.String()
	p.isAsItWas(raw)
	stopped, _, _ := strings.Cut(raw, "stopped")
	if left := changes(stopped); len(left) > 0 {
		t.Errorf("the shell is given a terminal with %v", left)
	}
}

func TestAGameThatWasStoppedFromOutsideTakesTheTerminalAgain(t *testing.T) {
	t.Parallel()
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no sh")
	}
	game := newCommand(t, "solo", "--bots", "3")
	id := filepath.Join(t.TempDir(), "id")
	// The game may stop in the middle of an escape sequence, which BEL and @ end, and at the end of a row.
	cmd := exec.Command(shell, "-c", `set -m
		sh -c 'echo $$ >"$1"; exec "$0" solo --bots 3' "$0" "$1"
		stty sane; printf '\a@\rstopped\n'; read -r line; fg >/dev/null; echo left`, game.Path, id)
	cmd.Env = game.Env
	p := startTerminalOf(t, cmd)
	p.sees("boost")
	raw := p.modes()
	text, _ := os.ReadFile(id)
	process, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	syscall.Kill(process, syscall.SIGSTOP)
	p.sees("stopped")
	p.press("\r")
	p.await("the modes of the game", func(string) bool { return p.modes() == raw })
	p.await("the match alone", func(text string) bool { return strings.Contains(text, "boost") && !strings.Contains(text, "stopped") })
	p.press("\x03")
	p.sees("left")
	if code := p.leaves(); code != exitOK {
		t.Errorf("exit code %d", code)
	}
	p.isAsItWas(p.raw.String())
}

// flood is what comes of a busy mouse and kitty's keyboard, which first tells what it is.
var flood = "\x1b[?1u\x1b[?27u" + strings.Repeat("\x1b[<35;40;12M\x1b[119;1:1u\x1b[<0;9;9M\x1b[<0;9;9m\x1b[119;1:3u", 50)

func TestOtherColoursUnderLoadWithMouseAndKittysKeysOn(t *testing.T) {
	t.Parallel()
	home, _ := homeWith(t, "steering = 'mouse'\n")
	p := startIn(t, home, "solo", "--bots", "15")
	for _, colours := range []string{"none", "16", "256"} {
		p.sees("boost")
		p.press(flood)
		p.resize(70, 22)
		p.resize(80, 24)
		p.picks("Menu (", "s", "Steering")
		p.press("\x1b[A\x1b[A\x1b[A\x1b[C") // from below, to the next
		p.sees("◂ " + colours + " ▸")
		p.press("\r")
		p.sees("Back to the match")
		p.press("b")
		p.await("the match", func(text string) bool {
			return !strings.Contains(text, "Back to") && strings.Contains(text, "mouse  Fighter")
		})
	}
	p.press(flood)
	p.quits()
	p.isAsItWas(p.raw.String())
	_, last, _ := strings.Cut(p.raw.String(), "\x1b[?1049l")
	if !strings.Contains(last, "\x1b[?1003h") || !strings.Contains(last, "\x1b[>31u") {
		t.Error("neither mouse nor releases were asked for again")
	}
}

func TestCtrlZAgainAndAgainUnderLoadWithMouseAndKittysKeysOn(t *testing.T) {
	t.Parallel()
	const times = 6
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no sh")
	}
	home, _ := homeWith(t, "steering = 'mouse'\n")
	game := newCommand(t)
	cmd := exec.Command(shell, "-c", `set -m; "$0" solo --bots 15
		while [ $# -gt 0 ]; do
			echo stopped
			until read -r line && [ "${line%onwards}" != "$line" ]; do :; done # what was typed before may be in front
			shift; fg >/dev/null
		done
		echo left`,
		game.Path, "1", "2", "3", "4", "5", "6")
	cmd.Env = append(game.Env, "XDG_CONFIG_HOME="+home)
	p := startTerminalOf(t, cmd)
	for i := range times {
		p.sees("boost")
		p.press(flood)
		p.resize(70+i, 22)
		p.resize(80, 24)
		p.press([]string{"\x1a", "\x1b[122;5u"}[i%2])
		p.sees("stopped")
		p.await("the terminal's own modes", func(string) bool { return p.modes() == p.found })
		p.press("onwards\r")
	}
	p.sees("boost")
	p.press("\x03")
	p.sees("left")
	p.leaves()
	raw := p.raw.String()
	p.isAsItWas(raw)
	for at := 0; ; at++ {
		next := strings.Index(raw[at:], "stopped")
		if next < 0 {
			break
		}
		at += next
		if left := changes(raw[:at]); len(left) > 0 {
			t.Errorf("the shell is given a terminal with %v", left)
		}
	}
	if !strings.Contains(raw, "\x1b[?1003h") || !strings.Contains(raw, "\x1b[>31u") {
		t.Error("neither mouse nor releases were asked for: this proves nothing")
	}
}
