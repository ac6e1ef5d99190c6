package term_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/testkit"
	"dogfight/ui/term"
)

// named opens a terminal of that name which answers.
func named(t *testing.T, name, answer string) *term.Terminal {
	t.Helper()
	tty := testkit.NewTty(80, 24)
	terminal, err := term.OpenTty(tty, term.Traits{Name: name})
	if err != nil {
		t.Fatal(err)
	}
	tty.Type(answer)
	synctest.Wait()
	return terminal
}

// TestATerminalIsKnownByItsOwnAnswers takes what terminals send for XTVERSION, DA2 and DA3.
func TestATerminalIsKnownByItsOwnAnswers(t *testing.T) {
	for _, c := range []struct {
		term, answer, want string
		colours            int
	}{
		{"xterm-kitty", "\x1bP>|kitty(0.26.5)\x1b\\\x1b[>1;4000;26c", "kitty 0.26.5", 1 << 24},
		{"foot", "\x1bP>|foot(1.16.2)\x1b\\\x1b[>1;011602;0c", "foot 1.16.2", 1 << 24},
		{"xterm-256color", "\x1bP>|WezTerm 20240203-110809-5046fc22\x1b\\", "WezTerm 20240203.110809.5046", 1 << 24},
		{"xterm-256color", "\x1bP>|VTE(7600)\x1b\\\x1b[>65;7600;1c", "VTE 0.76", 1 << 24},
		{"xterm-256color", "\x1b[>65;6800;1c\x1bP!|7E565445\x1b\\", "VTE 0.68", 1 << 24},
		{"xterm-256color", "\x1bP!|7E565445\x1b\\\x1b[>65;7802;1c", "VTE 0.78.2", 1 << 24},
		{"xterm-256color", "\x1bP>|XTerm(379)\x1b\\\x1b[>41;379;0c", "XTerm 379", 1 << 24},
		{"xterm-256color", "\x1b[>41;330;0c", "XTerm 330", 256},
		{"tmux-256color", "\x1bP>|tmux 3.3a\x1b\\\x1b[>84;0;0c", "tmux 3.3", 256},
		{"screen-256color", "\x1b[>83;40900;0c", "screen 4.9", 256},
		{"xterm-ghostty", "\x1bP>|ghostty 1.0.0\x1b\\\x1b[>1;10;0c", "ghostty 1", 1 << 24},
		{"xterm-256color", "\x1bP>|contour 0.4.3.6442\x1b\\", "contour 0.4.3", 1 << 24},
		{"xterm-256color", "\x1bP>|iTerm2 3.4.19\x1b\\", "iTerm2 3.4.19", 1 << 24},
		{"alacritty", "\x1b[>0;1302;1c", "Alacritty 0.13.2", 1 << 24},
		{"xterm-256color", "\x1b[>0;1302;1c", "", 256}, // that may be any
		{"xterm-256color", "\x1b[>0;10;1c", "", 256},   // Windows Terminal
		{"xterm-256color", "\x1bP>|Konsole 22.12.3\x1b\\\x1b[>1;221203;0c", "Konsole 22.12.3", 1 << 24},
		{"xterm-256color", "\x1bP>|" + strings.Repeat("x", 60) + "\x1b\\", "", 256},
		{"xterm-256color", "\x1bP>|\x1b\\", "", 256},
		{"xterm-256color", "\x1bP>|evil\x9b2J 1\x1b\\", "", 256},
		{"xterm-256color", "\x1bP>|x 99999999999.3\x1b\\", "x", 256},
		{"xterm-256color", "\x1b[?62c", "", 256},
	} {
		synctest.Test(t, func(t *testing.T) {
			terminal := named(t, c.term, c.answer)
			terminal.Fit()
			if got := terminal.Reported().Program.String(); got != c.want || terminal.Screen().Colors() != c.colours {
				t.Errorf("%s, %q: expected %q and %d colours, found %q and %d", c.term, c.answer, c.want, c.colours, got, terminal.Screen().Colors())
			}
			terminal.Close()
		})
	}
}

// chunks is a terminal that keeps each write.
type chunks struct {
	*testkit.Tty
	written []string
}

func (c *chunks) Write(b []byte) (int, error) {
	c.written = append(c.written, string(b))
	return c.Tty.Write(b)
}

func TestAllQuestionsGoOutInOneWriteWithTheSentinelLast(t *testing.T) {
	tty := &chunks{Tty: testkit.NewTty(80, 24)}
	terminal, err := term.OpenTty(tty, xterm)
	if err != nil {
		t.Fatal(err)
	}
	defer terminal.Close()
	for _, out := range tty.written {
		at := strings.Index(out, "\x1b]10;?\x1b\\")
		if at < 0 {
			continue
		}
		for _, question := range []string{askGround, "\x1b[>0q", "\x1b[>c", "\x1b[=c", "\x1b[?2026$p", "\x1b[?69$p", sentinel} {
			next := strings.Index(out, question)
			if next <= at {
				t.Errorf("%q is at %d, behind what is at %d: %q", question, next, at, out)
			}
			at = next
		}
		return
	}
	t.Errorf("nothing is asked: %q", tty.written)
}

func TestNobodyWaitsLongerThanThreeRoundTripsWhereTheyAreKnown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		terminal, _, _ := asked(t)
		began := time.Now()
		terminal.AwaitAnswers(20 * time.Millisecond)
		if waited := time.Since(began); waited != 60*time.Millisecond {
			t.Errorf("waited %v", waited)
		}
		terminal.Close()
	})
}

func TestATerminalTellsOfFramesAndMargins(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		terminal := named(t, "xterm-256color", "\x1b[?2026;0$y\x1b[?69;2$y")
		if told := terminal.Reported(); told.Synchronised != term.Lacking || told.Margins != term.Has {
			t.Errorf("found %+v", told)
		}
		terminal.Close()
	})
}

func TestFramesAreMarkedUnlessTheTerminalSaysThatItDoesNotKnowThem(t *testing.T) {
	for answer, marked := range map[string]bool{"": true, "\x1b[?2026;2$y": true, "\x1b[?2026;0$y": false} {
		synctest.Test(t, func(t *testing.T) {
			tty := testkit.NewTty(80, 24)
			terminal, err := term.OpenTty(tty, xterm)
			if err != nil {
				t.Fatal(err)
			}
			tty.Type(answer)
			synctest.Wait()
			tty.Take()
			terminal.Fit()
			terminal.Screen().Show()
			if out, _ := tty.Take(); strings.Contains(out, "\x1b[?2026h") != marked {
				t.Errorf("answered %q: %q", answer, out)
			}
			terminal.Close()
		})
	}
}

func TestTheInkTellsTheBackgroundWhereNothingElseDoes(t *testing.T) {
	for answer, want := range map[string]string{
		"\x1b]10;rgb:ffff/ffff/ffff\a":                                 "dark",
		"\x1b]10;rgb:0000/0000/0000\a":                                 "light",
		"\x1b]10;rgb:ffff/ffff/ffff\a\x1b]11;rgb:ffff/ffff/ffff\x1b\\": "light",
	} {
		synctest.Test(t, func(t *testing.T) {
			terminal := named(t, "xterm-256color", answer)
			if got := terminal.Reported().Background; got.String() != want || got.Told != strings.Contains(answer, "]11") {
				t.Errorf("%q: expected %s, found %+v", answer, want, got)
			}
			terminal.Close()
		})
	}
}

func TestTheEnvironmentTellsOfColoursAndOfWhatIsBetween(t *testing.T) {
	for _, c := range []struct {
		env    map[string]string
		true24 bool
		inside bool
	}{
		{map[string]string{"TERM": "xterm-256color"}, false, false},
		{map[string]string{"TERM": "xterm-256color", "COLORTERM": "24bit"}, true, false},
		{map[string]string{"TERM": "xterm-direct"}, true, false},
		{map[string]string{"TERM": "xterm-kitty"}, true, false},
		{map[string]string{"TERM": "tmux-256color"}, false, true},
		{map[string]string{"TERM": "screen.xterm-256color"}, false, true},
		{map[string]string{"TERM": "xterm-256color", "TMUX": "/tmp/x,1,0"}, false, true},
		{map[string]string{"TERM": "vt100", "STY": "1.pts"}, false, true},
	} {
		traits := term.TraitsOf(func(name string) string { return c.env[name] })
		if traits.TrueColor != c.true24 || traits.Inside != c.inside {
			t.Errorf("%v: found %+v", c.env, traits)
		}
	}
}
