//go:build unix

package main

import (
	"encoding/json"
	"strings"
	"syscall"
	"testing"
)

func TestADoctorWithoutATerminalTellsWhatTheEnvironmentSays(t *testing.T) {
	cmd := newCommand(t, "doctor", "--json")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} // no terminal to find
	cmd.Env = append(cmd.Env, "TERM=linux", "LC_ALL=C")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var got diagnosis
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatalf("%s: %v", out, err)
	}
	if got.Terminal || got.Name != "linux" || got.Locale != "C" || got.Colours != 8 || got.Drawing != "ascii" {
		t.Errorf("got %s", out)
	}
}

func TestADoctorAsksTheTerminalAndLeavesItAsItWas(t *testing.T) {
	p := startTerminal(t, "doctor")
	p.sees("Hold the space bar")
	p.press("\r")
	for _, words := range []string{`TERM                 "xterm-256color"`, "colours              256", "window               80x24"} {
		p.sees(words)
	}
	now := p.modes()
	if code := p.leaves(); code != exitOK || now != p.found {
		t.Errorf("exit code %d, modes %v, want %v", code, now, p.found)
	}
}

func TestADoctorTellsWhatIsOdd(t *testing.T) {
	d := &diagnosis{
		Name: "x\x1b[2J", Terminal: true, Width: 50, Height: 30, Answers: true, Colours: 1 << 24, Drawing: "half-blocks",
		Glyphs: map[string]int{"▀": 1, "▄": 1, "█": 1, "▲": 2, "♥": 1, "•": 1, "·": 1, "│": 1, "┌": 1, "⣿": 1},
	}
	text := d.String()
	for _, want := range []string{`"x\x1b[2J"`, "50x30: the game needs 60x20", "▲ takes 2: choose ASCII", "16 million"} {
		if !strings.Contains(text, want) {
			t.Errorf("it does not say %q:\n%s", want, text)
		}
	}
}
