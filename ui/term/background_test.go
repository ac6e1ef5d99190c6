package term_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/testkit"
	"dogfight/ui/term"
)

const (
	askGround = "\x1b]11;?\x1b\\"
	sentinel  = "\x1b[c"
)

// keysOf returns the names of the keys that come by now.
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

func TestATerminalIsAskedForItsBackgroundAndTheSentinelComesAfterThat(t *testing.T) {
	_, _, opened := asked(t)
	if ground, last := strings.Index(opened, askGround), strings.Index(opened, sentinel); ground < 0 || last < ground {
		t.Errorf("asked for the background at %d, for the device at %d: %q", ground, last, opened)
	}
}

// TestTheBackgroundIsTakenFromTheAnswer takes what terminals send.
func TestTheBackgroundIsTakenFromTheAnswer(t *testing.T) {
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
			if got := terminal.Reported().Background; got.String() != want || got.Told != (want != "unknown") {
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

func TestNobodyWaitsLongerForTheBackgroundThanForTheSentinel(t *testing.T) {
	for _, c := range []struct {
		answer string
		after  time.Duration
		waits  time.Duration
	}{
		{"\x1b]11;rgb:ffff/ffff/ffff\a\x1b[?62c", 20 * time.Millisecond, 20 * time.Millisecond},
		{"\x1b[?62c", 30 * time.Millisecond, 30 * time.Millisecond}, // it has no colours to tell
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
			time.Sleep(time.Second) // a late answer is taken too
			if got := terminal.Reported().Background.Light; got != strings.Contains(c.answer, "ffff") {
				t.Errorf("%q after %v: light is %v", c.answer, c.after, got)
			}
			terminal.Close()
		})
	}
}

func TestABackgroundThatNobodyAskedForIsNotTaken(t *testing.T) {
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

func TestTheEnvironmentTellsTheBackgroundWhereTheTerminalDoesNot(t *testing.T) {
	for colorfgbg, want := range map[string]string{
		"0;15": "light", "0;default;7": "light", "15;0": "dark", "7;8": "dark", "": "unknown", "0;default": "unknown", "0;16": "unknown", "15": "light",
	} {
		traits := xterm
		traits.ColorFGBG = colorfgbg
		terminal, _ := open(t, traits)
		if got := terminal.Reported().Background; got.String() != want || got.Told {
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
