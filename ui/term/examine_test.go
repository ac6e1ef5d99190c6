package term

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/testkit"
)

// answering is a terminal that answers questions.
type answering struct {
	*testkit.Tty
	answers map[string]string
}

func (a *answering) Write(b []byte) (int, error) {
	for text := string(b); text != ""; text = text[1:] {
		for question, answer := range a.answers {
			if strings.HasPrefix(text, question) {
				a.Type(answer)
			}
		}
	}
	return a.Tty.Write(b)
}

// kitty answers as kitty 0.35 does, xterm as xterm 390.
var (
	kitty = map[string]string{
		"\x1b]11;?\x1b\\": "\x1b]11;rgb:ffff/ffff/ffff\x1b\\", "\x1b[?u": "\x1b[?0u", "\x1b[c": "\x1b[?62;c", "é\x1b[6n": "\x1b[4;2R", "漢\x1b[6n": "\x1b[4;3R",
		"\x1b[?1006$p": "\x1b[?1006;2$y", "\x1b[?2004$p": "\x1b[?2004;2$y", "\x1b[?2026$p": "\x1b[?2026;2$y", "\x1b[?9001$p": "\x1b[?9001;0$y",
	}
	xterm = map[string]string{
		"\x1b]11;?\x1b\\": "\x1b]11;rgb:0000/0000/0000\a", "\x1b[c": "\x1b[?64;1;2;6;9;15;18;21;22;28c", "é\x1b[6n": "\x1b[1;2R", "漢\x1b[6n": "\x1b[1;3R",
		"\x1b[?1006$p": "\x1b[?1006;2$y", "\x1b[?2004$p": "\x1b[?2004;2$y", "\x1b[?2026$p": "\x1b[?2026;0$y", "\x1b[?9001$p": "\x1b[?9001;0$y",
	}
)

func TestATerminalReportsItsFeatures(t *testing.T) {
	for _, c := range []struct {
		name    string
		answers map[string]string
		want    Findings
	}{
		{"kitty", kitty, Findings{Answers: true, Reported: Reported{Background: backgroundOf(0xffffff), Synchronised: Has}, Kitty: true, Mouse: true, Paste: true, Widths: []int{1, 2}}},
		{"xterm", xterm, Findings{Answers: true, Reported: Reported{Background: backgroundOf(0), Synchronised: Lacking}, Mouse: true, Paste: true, Widths: []int{1, 2}}},
		{"one that answers nothing", nil, Findings{Widths: []int{0, 0}}},
	} {
		synctest.Test(t, func(t *testing.T) {
			tty := &answering{testkit.NewTty(90, 28), c.answers}
			began := time.Now()
			got, err := examine(t.Context(), tty, Traits{}, Questions{Glyphs: []string{"é", "漢"}})
			if err != nil {
				t.Fatal(err)
			}
			c.want.Width, c.want.Height = 90, 28
			if len(got.Widths) != 2 || got.Widths[0] != c.want.Widths[0] || got.Widths[1] != c.want.Widths[1] {
				t.Errorf("%s: widths %v, want %v", c.name, got.Widths, c.want.Widths)
			}
			got.Widths, c.want.Widths = nil, nil
			if !equal(got, c.want) {
				t.Errorf("%s: got %+v, want %+v", c.name, got, c.want)
			}
			if tty.Raw() || time.Since(began) > answerTime {
				t.Errorf("%s: raw is %v after %v", c.name, tty.Raw(), time.Since(began))
			}
		})
	}
}

// equal compares all but the widths.
func equal(a, b Findings) bool {
	return a.Width == b.Width && a.Height == b.Height && a.Answers == b.Answers && a.Kitty == b.Kitty && a.Reported == b.Reported &&
		a.Win32 == b.Win32 && a.Mouse == b.Mouse && a.Paste == b.Paste &&
		a.FirstRepeat == b.FirstRepeat && a.Repeat == b.Repeat
}

// TestALateAnswerIsNotLeftToTheShell: GNU screen answers the last query itself.
func TestALateAnswerIsNotLeftToTheShell(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tty := &answering{testkit.NewTty(80, 24), map[string]string{"\x1b[c": "\x1b[?1;2c"}}
		time.AfterFunc(30*time.Millisecond, func() { tty.Type("\x1b]11;rgb:ffff/ffff/ffff\a") })
		f, err := examine(t.Context(), tty, Traits{}, Questions{})
		if err != nil || !f.Background.Light {
			t.Errorf("found %v, %v", f.Background, err)
		}
	})
}

func TestAnExaminationEndsAtCtrlCAndWithItsContext(t *testing.T) {
	for _, after := range []time.Duration{answerTime / 2, 2 * answerTime} { // while answers are awaited, and a key
		for _, pressed := range []bool{true, false} {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				tty := testkit.NewTty(80, 24)
				began := time.Now()
				time.AfterFunc(after, func() {
					if pressed {
						tty.Type("\x03")
					} else {
						cancel()
					}
				})
				if _, err := examine(ctx, tty, Traits{}, Questions{Hold: "Hold the space bar."}); err != errInterrupted || time.Since(began) != after || tty.Raw() {
					t.Errorf("Ctrl-C %v: ended with %v after %v, expected after %v, raw is %v", pressed, err, time.Since(began), after, tty.Raw())
				}
				cancel()
			})
		}
	}
}

func TestTheRepeatsOfAHeldKeyAreMeasured(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tty := &answering{testkit.NewTty(80, 24), xterm}
		go func() {
			time.Sleep(3 * time.Second)
			tty.Type(" ")
			time.Sleep(660 * time.Millisecond)
			for range 30 {
				tty.Type(" ")
				time.Sleep(40 * time.Millisecond)
			}
		}()
		f, err := examine(t.Context(), tty, Traits{}, Questions{Hold: "Hold the space bar."})
		if err != nil || f.FirstRepeat != 660*time.Millisecond || f.Repeat != 40*time.Millisecond {
			t.Errorf("got %v and %v, error %v", f.FirstRepeat, f.Repeat, err)
		}
	})
}

func TestAnotherKeySkipsTheHolding(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tty := &answering{testkit.NewTty(80, 24), xterm}
		time.AfterFunc(time.Second, func() { tty.Type("\r") })
		began := time.Now()
		f, err := examine(t.Context(), tty, Traits{}, Questions{Hold: "Hold the space bar."})
		if err != nil || f.FirstRepeat != 0 || time.Since(began) != time.Second {
			t.Errorf("got %v after %v, error %v", f.FirstRepeat, time.Since(began), err)
		}
	})
}
