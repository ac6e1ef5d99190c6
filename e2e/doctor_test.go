//go:build unix

package e2e

import (
	"encoding/json"
	"fmt"
	"strings"
	"syscall"
	"testing"
)

// diagnosis is what doctor --json prints, as far as it is looked at here.
type diagnosis struct {
	Terminal   bool   `json:"terminal"`
	Name       string `json:"term"`
	Locale     string `json:"locale"`
	Colours    int    `json:"colours"`
	Drawing    string `json:"drawing"`
	Why        string `json:"drawing_reason"`
	Program    string `json:"program"`
	Frames     string `json:"synchronised_output"`
	Margins    string `json:"side_margins"`
	Background string `json:"background"`
	Theme      string `json:"theme"`
}

func TestADoctorWithoutATerminalTellsWhatTheEnvironmentSays(t *testing.T) {
	t.Parallel()
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
	t.Parallel()
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

// TestADoctorTellsWhatTheTerminalIsAndWhatIsDrawnWithThere has the answers of real terminals.
func TestADoctorTellsWhatTheTerminalIsAndWhatIsDrawnWithThere(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		says                              answers
		program, drawing, frames, margins string
		colours                           int
	}{
		{answers{"\x1b[>0q": "\x1bP>|kitty(0.26.5)\x1b\\", "\x1b[?2026$p": "\x1b[?2026;2$y", "\x1b[?69$p": "\x1b[?69;0$y"}, "kitty 0.26.5", "sextants", "yes", "no", 1 << 24},
		{answers{"\x1b[>0q": "\x1bP>|foot(1.20.0)\x1b\\", "\x1b[?2026$p": "\x1b[?2026;2$y"}, "foot 1.20", "octants", "yes", "unknown", 1 << 24},
		{answers{"\x1b[>0q": "\x1bP>|XTerm(379)\x1b\\", "\x1b[?2026$p": "\x1b[?2026;0$y", "\x1b[?69$p": "\x1b[?69;2$y"}, "XTerm 379", "blocks", "no", "yes", 1 << 24},
		{answers{"\x1b[>0q": "\x1bP>|tmux 3.3a\x1b\\"}, "tmux 3.3", "blocks", "unknown", "unknown", 256},
		{answers{"\x1b[>c": "\x1b[>65;7800;1c"}, "VTE 0.78", "octants", "unknown", "unknown", 1 << 24},
		{answers{}, "", "blocks", "unknown", "unknown", 256},
	} {
		c.says["\x1b[c"] = "\x1b[?62c"
		tries(t, func() string {
			p := startTerminalThatSays(t, c.says, newCommand(t, "doctor", "--json"))
			p.leaves()
			text := p.raw.String()
			var got diagnosis
			if i := strings.Index(text, "{"); i < 0 || json.Unmarshal([]byte(strings.TrimSpace(text[i:])), &got) != nil || got.Program != c.program ||
				got.Drawing != c.drawing || got.Why == "" || got.Frames != c.frames || got.Margins != c.margins || got.Colours != c.colours {
				return fmt.Sprintf("%q: got %s", c.program, text)
			}
			return ""
		})
	}
}

func TestADoctorPrintsATestCardUnlessTheLocaleHasNothingToShow(t *testing.T) {
	t.Parallel()
	for locale, shown := range map[string]bool{"C.UTF-8": true, "C": false} {
		cmd := newCommand(t, "doctor")
		cmd.Env = append(cmd.Env, "LC_ALL="+locale)
		p := startTerminalThatSays(t, answers{"\x1b[c": "\x1b[?62c"}, cmd)
		p.sees("Hold the space bar")
		p.press("\r")
		p.leaves()
		if text := p.raw.String(); strings.Contains(text, "sextants") != shown || strings.Contains(text, "𜷥") != shown {
			t.Errorf("%s: %s", locale, text)
		}
	}
}

func TestADoctorTellsOnWhatTheTerminalDraws(t *testing.T) {
	t.Parallel()
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
		tries(t, func() string {
			cmd := newCommand(t, "doctor", "--json")
			cmd.Env = append(cmd.Env, "COLORFGBG="+c.colorfgbg)
			p := startTerminalThatSays(t, says, cmd)
			p.leaves()
			text := p.raw.String()
			var got diagnosis
			if i := strings.Index(text, "{"); i < 0 || json.Unmarshal([]byte(strings.TrimSpace(text[i:])), &got) != nil || got.Background != c.background || got.Theme != c.theme {
				return fmt.Sprintf("%q, COLORFGBG %q: got %s", c.answer, c.colorfgbg, text)
			}
			return ""
		})
		tries(t, func() string {
			cmd := newCommand(t, "doctor")
			cmd.Env = append(cmd.Env, "COLORFGBG="+c.colorfgbg)
			p := startTerminalThatSays(t, says, cmd)
			p.sees("Hold the space bar")
			p.press("\r")
			p.leaves()
			if text := p.raw.String(); !strings.Contains(text, c.text) {
				return fmt.Sprintf("%q, COLORFGBG %q: got %s", c.answer, c.colorfgbg, text)
			}
			return ""
		})
	}
}
