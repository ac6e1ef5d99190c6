package term_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gdamore/tcell/v2"

	"dogfight/ui/term"
	"dogfight/ui/term/termtest"
)

const (
	question = "\x1b[5n"
	reply    = "\x1b[0n"
)

// show shows the nth of a series of different frames, and reports whether it was
// written.
func show(t *term.Terminal, tty *termtest.Tty, n int) (out string, written bool) {
	t.Screen().PutStr(0, 0, fmt.Sprint("frame ", n, " "))
	t.Screen().Show()
	out, _ = tty.Take()
	return out, out != ""
}

// inBubble runs a test on an open terminal in virtual time.
func inBubble(t *testing.T, test func(t *testing.T, terminal *term.Terminal, tty *termtest.Tty)) {
	synctest.Test(t, func(t *testing.T) {
		terminal, tty := open(t, xterm)
		test(t, terminal, tty)
	})
}

// answer has the terminal answer so many questions.
func answer(tty *termtest.Tty, n int) {
	tty.Type(strings.Repeat(reply, n))
	synctest.Wait()
}

func TestATerminalThatNeverAnswersIsNotWaitedFor(t *testing.T) {
	inBubble(t, func(t *testing.T, terminal *term.Terminal, tty *termtest.Tty) {
		asked := 0
		for n := range 1000 {
			out, written := show(terminal, tty, n)
			if !written {
				t.Fatalf("frame %d was left out", n)
			}
			asked += strings.Count(out, question)
			time.Sleep(time.Second / 30)
		}
		if asked > 3 {
			t.Errorf("it was asked %d times, want 3 at most", asked)
		}
	})
}

func TestFramesAreLeftOutWhileThreeQuestionsAreUnanswered(t *testing.T) {
	inBubble(t, func(t *testing.T, terminal *term.Terminal, tty *termtest.Tty) {
		answer(tty, 1) // to what was asked at first
		asked, written := 0, 0
		for n := range 20 {
			out, ok := show(terminal, tty, n)
			asked += strings.Count(out, question)
			if ok {
				written++
			}
		}
		if asked != 3 || written != 6 {
			t.Errorf("%d questions in %d frames, want 3 in 6", asked, written)
		}
		select {
		case <-terminal.Room():
			t.Error("told of room while there is none")
		default:
		}
		answer(tty, 1)
		select {
		case <-terminal.Room():
		default:
			t.Error("not told that there is room")
		}
		if out, _ := show(terminal, tty, 20); !strings.Contains(out, "20") || !strings.Contains(out, question) {
			t.Errorf("after an answer, %q was written: want the newest frame and a question", out)
		}
	})
}

func TestATerminalThatFallsSilentIsWaitedForAWhileAndNotForEver(t *testing.T) {
	inBubble(t, func(t *testing.T, terminal *term.Terminal, tty *termtest.Tty) {
		answer(tty, 1)
		var last time.Time
		for n := range 30 * 20 {
			if _, written := show(terminal, tty, n); written {
				last = time.Now()
			} else if time.Since(last) > 2*time.Second+50*time.Millisecond {
				t.Fatalf("nothing was shown for %v", time.Since(last))
			}
			time.Sleep(time.Second / 30)
		}
		if _, written := show(terminal, tty, 1000); !written {
			t.Error("it is still waited for after 20 s")
		}
		if terminal.RoundTrip() != 0 {
			t.Error("its round trip is told")
		}
	})
}

func TestTheRoundTripIsThatOfTheLine(t *testing.T) {
	inBubble(t, func(t *testing.T, terminal *term.Terminal, tty *termtest.Tty) {
		const way = 80 * time.Millisecond
		time.Sleep(way)
		answer(tty, 1)
		for n := range 300 {
			if out, _ := show(terminal, tty, n); strings.Contains(out, question) {
				time.AfterFunc(way, func() { tty.Type(reply) })
			}
			time.Sleep(time.Second / 30)
		}
		if got := terminal.RoundTrip(); got < way-way/8-2*time.Millisecond || got > way+way/8+2*time.Millisecond {
			t.Errorf("round trip %v, want about %v", got, way)
		}
		time.Sleep(way)
	})
}

func TestAnswersAreNobodysKeys(t *testing.T) {
	inBubble(t, func(t *testing.T, terminal *term.Terminal, tty *termtest.Tty) {
		tty.Type("a" + reply + "\x1b[3n" + "b\x1b[0;0;27;1;0;1_\x1b[0;0;91;1;0;1_\x1b[0;0;48;1;0;1_\x1b[0;0;110;1;0;1_c")
		synctest.Wait()
		var typed string
		for len(terminal.Events()) > 0 {
			if key, ok := (<-terminal.Events()).(*tcell.EventKey); ok {
				typed += string(key.Rune())
			}
		}
		if typed != "abc" {
			t.Errorf("typed %q, want abc", typed)
		}
	})
}

func TestUnaskedAnswersOpenNoWindow(t *testing.T) {
	inBubble(t, func(t *testing.T, terminal *term.Terminal, tty *termtest.Tty) {
		answer(tty, 1000)
		written := 0
		for n := range 100 {
			if _, ok := show(terminal, tty, n); ok {
				written++
			}
		}
		if written != 6 {
			t.Errorf("%d frames were shown, want 6", written)
		}
	})
}

func TestCloseWaitsForAnswersThatTheShellWouldTakeForKeys(t *testing.T) {
	inBubble(t, func(t *testing.T, terminal *term.Terminal, tty *termtest.Tty) {
		answer(tty, 1)
		show(terminal, tty, 1)
		show(terminal, tty, 2)
		time.AfterFunc(100*time.Millisecond, func() { tty.Type(reply) })
		began := time.Now()
		terminal.Close()
		if took := time.Since(began); took != 100*time.Millisecond {
			t.Errorf("closed after %v, want 100ms", took)
		}
	})
}
