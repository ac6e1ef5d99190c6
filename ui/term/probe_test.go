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

// TestAnswersIdentifyATerminal has the answers of terminals to XTVERSION, DA2 and DA3.
func TestAnswersIdentifyATerminal(t *testing.T) {
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
	openTty(t, tty, xterm)
	for _, out := range tty.written {
		at := strings.Index(out, "\x1b]10;?\x1b\\")
		if at < 0 {
			continue
		}
		for _, question := range []string{askGround, "\x1b[>0q", "\x1b[>c", "\x1b[=c", "\x1b[?2026$p", "\x1b[?69$p", sentinel} {
			next := strings.Index(out, question)
			if next <= at {
				t.Errorf("%q is at %d, behind %d: %q", question, next, at, out)
			}
			at = next
		}
		return
	}
	t.Errorf("nothing is asked: %q", tty.written)
}

func TestProbesWaitAtMostThreeKnownRoundTrips(t *testing.T) {
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

func TestATerminalReportsFramesAndMargins(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		terminal := named(t, "xterm-256color", "\x1b[?2026;0$y\x1b[?69;2$y")
		if told := terminal.Reported(); told.Synchronised != term.Lacking || told.Margins != term.Has {
			t.Errorf("found %+v", told)
		}
		terminal.Close()
	})
}

func TestFramesAreMarkedUnlessTheTerminalLacksThem(t *testing.T) {
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

func TestTheInkReplacesAMissingBackground(t *testing.T) {
	for answer, want := range map[string]string{
		"\x1b]10;rgb:ffff/ffff/ffff\a":                                 "dark",
		"\x1b]10;rgb:0000/0000/0000\a":                                 "light",
		"\x1b]10;rgb:ffff/ffff/ffff\a\x1b]11;rgb:ffff/ffff/ffff\x1b\\": "light",
	} {
		synctest.Test(t, func(t *testing.T) {
			terminal := named(t, "xterm-256color", answer)
			if got := terminal.Reported().Background; got.String() != want || got.Reported != strings.Contains(answer, "]11") {
				t.Errorf("%q: expected %s, found %+v", answer, want, got)
			}
			terminal.Close()
		})
	}
}

func TestTheEnvironmentHasColoursAndMultiplexers(t *testing.T) {
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

const (
	askGround = "\x1b]11;?\x1b\\"
	sentinel  = "\x1b[c"
)

// keysOf returns the names of the keys received so far.
func keysOf(terminal *term.Terminal) (names []string) {
	synctest.Wait()
	for {
		select {
		case ev := <-terminal.Events():
			if ev.IsPress() {
				names = append(names, ev.String())
			}
		default:
			return names
		}
	}
}

func TestTheSentinelFollowsTheQueryForTheBackground(t *testing.T) {
	_, _, opened := asked(t)
	if ground, last := strings.Index(opened, askGround), strings.Index(opened, sentinel); ground < 0 || last < ground {
		t.Errorf("asked for the background at %d, for the device at %d: %q", ground, last, opened)
	}
}

// TestTheBackgroundIsThatOfTheAnswer has the answers of terminals.
func TestTheBackgroundIsThatOfTheAnswer(t *testing.T) {
	for answer, want := range map[string]string{
		"\x1b]11;rgb:ffff/ffff/ffff\x1b\\":                "light",
		"\x1b]11;rgb:ffff/ffff/ffff\a":                    "light",
		"\x1b]11;rgb:fd/f6/e3\a":                          "light",
		"\x1b]11;rgb:f/f/f\a":                             "light",
		"\x1b]11;rgb:0000/0000/0000\x1b\\":                "dark",
		"\x1b]11;rgb:0000/2b2b/3636\x1b\\":                "dark",
		"\x1b]11;rgba:fafa/fafa/fafa/8000\x1b\\":          "light",
		"\x1b]11;rgb:7575/7575/7575\a":                    "dark", // of a luminance of 0.178
		"\x1b]11;rgb:7878/7878/7878\a":                    "light",
		"\x1b]11;rgb:fffff/ffff/ffff\a":                   "unknown",
		"\x1b]11;rgb:ffff/ffff\a":                         "unknown",
		"\x1b]11;rgb:-1/ff/ff\a":                          "unknown",
		"\x1b]11;?\a":                                     "unknown",
		"\x1b]11;white\a":                                 "unknown",
		"\x1b]11;rgb:" + strings.Repeat("f", 5000) + "\a": "unknown",
	} {
		synctest.Test(t, func(t *testing.T) {
			terminal, tty, _ := asked(t)
			tty.Type(answer)
			synctest.Wait()
			if got := terminal.Reported().Background; got.String() != want || got.Reported != (want != "unknown") {
				t.Errorf("%.40q: expected %s, found %+v", answer, want, got)
			}
			terminal.Close()
		})
	}
}

func TestAnAnswerIsSwallowedWhereverTheReadsDivideIt(t *testing.T) {
	const all = "a\x1b]11;rgb:ffff/ffff/ffff\x1b\\\x1b[?62;22cb"
	for at := 1; at < len(all); at++ {
		synctest.Test(t, func(t *testing.T) {
			terminal, tty, _ := asked(t)
			tty.Type(all[:at])
			synctest.Wait()
			tty.Type(all[at:])
			if got := strings.Join(keysOf(terminal), " "); got != "a b" || !terminal.Reported().Background.Light {
				t.Errorf("divided after %q: keys %s, background %v", all[:at], got, terminal.Reported().Background)
			}
			terminal.Close()
		})
	}
}

func TestProbesWaitNoLongerForTheBackgroundThanForTheSentinel(t *testing.T) {
	for _, c := range []struct {
		answer string
		after  time.Duration
		waits  time.Duration
	}{
		{"\x1b]11;rgb:ffff/ffff/ffff\a\x1b[?62c", 20 * time.Millisecond, 20 * time.Millisecond},
		{"\x1b[?62c", 30 * time.Millisecond, 30 * time.Millisecond}, // it reports no colours
		{"\x1b]11;rgb:ffff/ffff/ffff\a\x1b[?62c", 400 * time.Millisecond, 300 * time.Millisecond},
		{"", 0, 300 * time.Millisecond},
	} {
		synctest.Test(t, func(t *testing.T) {
			terminal, tty, _ := asked(t)
			time.AfterFunc(c.after, func() { tty.Type(c.answer) })
			began := time.Now()
			terminal.AwaitAnswers(0)
			if waited := time.Since(began); waited != c.waits {
				t.Errorf("%q after %v: waited %v", c.answer, c.after, waited)
			}
			time.Sleep(time.Second) // a late answer is accepted too
			if got := terminal.Reported().Background.Light; got != strings.Contains(c.answer, "ffff") {
				t.Errorf("%q after %v: light is %v", c.answer, c.after, got)
			}
			terminal.Close()
		})
	}
}

func TestAnUnaskedBackgroundIsIgnored(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		terminal, tty, _ := asked(t)
		tty.Type("\x1b]11;rgb:0/0/0\a\x1b]11;rgb:f/f/f\a")
		synctest.Wait()
		if terminal.Reported().Background.Light {
			t.Error("the second answer to one question was taken")
		}
		for range 1000 {
			terminal.AskBackground()
		}
		out, _ := tty.Take()
		if n := strings.Count(out, askGround); n != 1 {
			t.Errorf("asked %d times before an answer came", n)
		}
		tty.Type("\x1b]11;rgb:f/f/f\a\x1b[0n")
		synctest.Wait()
		if !terminal.Reported().Background.Light {
			t.Error("the answer to the next question was not taken")
		}
		terminal.Close()
	})
}

func TestTheEnvironmentReplacesAMissingBackground(t *testing.T) {
	for colorfgbg, want := range map[string]string{
		"0;15": "light", "0;default;7": "light", "15;0": "dark", "7;8": "dark", "": "unknown", "0;default": "unknown", "0;16": "unknown", "15": "light",
	} {
		traits := xterm
		traits.ColorFGBG = colorfgbg
		terminal, _ := open(t, traits)
		if got := terminal.Reported().Background; got.String() != want || got.Reported {
			t.Errorf("%q: expected %s, found %+v", colorfgbg, want, got)
		}
		terminal.Close()
	}
}

func TestTerminalsThatWouldShowTheQuestionAreNotAsked(t *testing.T) {
	for _, name := range []string{"linux", "vt100", "vt220"} {
		tty := testkit.NewTty(80, 24)
		terminal, err := term.OpenTty(tty, term.Traits{Name: name})
		if err != nil {
			t.Fatal(err)
		}
		terminal.Close()
		if out, _ := tty.Take(); strings.Contains(out, "\x1b]11") || !strings.Contains(out, sentinel) {
			t.Errorf("%s was asked: %q", name, out)
		}
	}
}
