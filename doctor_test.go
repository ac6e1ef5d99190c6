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

func TestADoctorTellsOnWhatTheTerminalDraws(t *testing.T) {
	for _, c := range []struct{ answer, colorfgbg, background, theme, text string }{
		{"\x1b]11;rgb:ffff/ffff/ffff\x1b\\", "", "light", "daylight", "background           light; theme daylight"},
		{"\x1b]11;rgb:1e1e/1e1e/1e1e\a", "0;15", "dark", "space", "background           dark; theme space"},
		{"", "", "unknown", "space", "background           unknown, so the game paints it; theme space"},
		{"", "0;15", "light", "daylight", "background           light by COLORFGBG, but"},
	} {
		says := answers{"\x1b[c": "\x1b[?62c"}
		if c.answer != "" {
			says["\x1b]11;?\x1b\\"] = c.answer
		}
		cmd := newCommand(t, "doctor", "--json")
		cmd.Env = append(cmd.Env, "COLORFGBG="+c.colorfgbg)
		p := startTerminalThatSays(t, says, cmd)
		p.leaves()
		text := p.raw.String()
		var got diagnosis
		if i := strings.Index(text, "{"); i < 0 || json.Unmarshal([]byte(strings.TrimSpace(text[i:])), &got) != nil || got.Background != c.background || got.Theme != c.theme {
			t.Errorf("%q, COLORFGBG %q: got %s", c.answer, c.colorfgbg, text)
		}
		cmd = newCommand(t, "doctor")
		cmd.Env = append(cmd.Env, "COLORFGBG="+c.colorfgbg)
		p = startTerminalThatSays(t, says, cmd)
		p.sees("Hold the space bar")
		p.press("\r")
		p.sees(c.text)
		p.leaves()
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
