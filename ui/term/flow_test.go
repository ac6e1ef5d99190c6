package term_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/testkit"
	"dogfight/ui/term"
)

const (
	question = "\x1b[5n"
	reply    = "\x1b[0n"
)

// show shows the nth of a series of different frames, which may have a size in
// bytes, and reports whether it was written.
func show(t *term.Terminal, tty *testkit.Tty, n int, size ...int) (out string, written bool) {
	t.Screen().PutStr(0, 0, fmt.Sprint("frame ", n, " "))
	for i := 0; len(size) > 0 && i < size[0]-40; i++ { // besides the number, and the marks of a frame
		t.Screen().PutStr(i%80, 1+i/80, string(rune('a'+n%26)))
	}
	t.Screen().Show()
	out, _ = tty.Take()
	return out, out != ""
}

// inBubble runs a test on an open terminal in virtual time.
func inBubble(t *testing.T, test func(t *testing.T, terminal *term.Terminal, tty *testkit.Tty)) {
	synctest.Test(t, func(t *testing.T) {
		terminal, tty := open(t, xterm)
		test(t, terminal, tty)
	})
}

// answer has the terminal answer so many questions.
func answer(tty *testkit.Tty, n int) {
	tty.Type(strings.Repeat(reply, n))
	synctest.Wait()
}

// answerLate has it answer one when the next picture is due.
func answerLate(tty *testkit.Tty) {
	time.Sleep(time.Second / 30)
	answer(tty, 1)
}

func TestATerminalThatNeverAnswersIsNotWaitedFor(t *testing.T) {
	inBubble(t, func(t *testing.T, terminal *term.Terminal, tty *testkit.Tty) {
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
	inBubble(t, func(t *testing.T, terminal *term.Terminal, tty *testkit.Tty) {
		answerLate(tty) // to the first query
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
			t.Error("Room has received while there is none")
		default:
		}
		answerLate(tty)
		select {
		case <-terminal.Room():
		default:
			t.Error("Room has not received")
		}
		if out, _ := show(terminal, tty, 20); !strings.Contains(out, "20") || !strings.Contains(out, question) {
			t.Errorf("after an answer, %q was written: want the newest frame and a question", out)
		}
	})
}

func TestATerminalThatFallsSilentIsWaitedForAWhileAndNotForEver(t *testing.T) {
	inBubble(t, func(t *testing.T, terminal *term.Terminal, tty *testkit.Tty) {
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
			t.Error("its round trip is reported")
		}
	})
}

func TestTheRoundTripIsThatOfTheLine(t *testing.T) {
	inBubble(t, func(t *testing.T, terminal *term.Terminal, tty *testkit.Tty) {
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
	inBubble(t, func(t *testing.T, terminal *term.Terminal, tty *testkit.Tty) {
		tty.Type("a" + reply + "\x1b[3n" + "b\x1b[0;0;27;1;0;1_\x1b[0;0;91;1;0;1_\x1b[0;0;48;1;0;1_\x1b[0;0;110;1;0;1_c")
		synctest.Wait()
		var typed string
		for len(terminal.Events()) > 0 {
			typed += (<-terminal.Events()).String()
		}
		if typed != "abc" {
			t.Errorf("typed %q, want abc", typed)
		}
	})
}

func TestAQuickLineIsAskedSeldomAndWaitedForAsSoon(t *testing.T) {
	inBubble(t, func(t *testing.T, terminal *term.Terminal, tty *testkit.Tty) {
		answer(tty, 1)
		asked, written := 0, 0
		for n := range 60 {
			if out, _ := show(terminal, tty, n); strings.Contains(out, question) {
				asked++
				answer(tty, 1)
			}
			time.Sleep(time.Second / 30)
		}
		for n := range 60 { // from now on nothing gets through
			if _, ok := show(terminal, tty, 60+n); ok {
				written++
			}
		}
		if asked != 15 || written != 6 {
			t.Errorf("%d of 60 frames asked, and %d were shown without an answer, want 15 and 6", asked, written)
		}
	})
}

func TestUnaskedAnswersOpenNoWindow(t *testing.T) {
	inBubble(t, func(t *testing.T, terminal *term.Terminal, tty *testkit.Tty) {
		answerLate(tty)
		answer(tty, 999)
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

func TestCloseWaitsForAnswers(t *testing.T) {
	inBubble(t, func(t *testing.T, terminal *term.Terminal, tty *testkit.Tty) {
		answerLate(tty)
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

// line carries so many bytes a second, in order, to a terminal that answers at once, and its answers back; both have a
// delay. The test's own goroutine writes everything.
type line struct {
	tty  *testkit.Tty
	rate int
	way  time.Duration
	free time.Time // when all its bytes are sent

	hitch   time.Duration // a pause in each second
	hitched time.Time
}

// put puts a frame on the line.
func (l *line) put(out string) {
	now := time.Now()
	if l.free.Before(now) {
		l.free = now
	}
	if now.Sub(l.hitched) >= time.Second {
		l.hitched, l.free = now, l.free.Add(l.hitch)
	}
	l.free = l.free.Add(time.Duration(len(out)) * time.Second / time.Duration(l.rate))
	if strings.Contains(out, question) {
		time.AfterFunc(l.free.Add(2*l.way).Sub(now), func() { l.tty.Type(reply) })
	}
}

// play shows 30 different frames a second, of about so many bytes each, or as room allows. It returns how many were
// shown, and the largest queue on the line after half the time, and later.
func (l *line) play(terminal *term.Terminal, size int, long time.Duration) (shown int, worst time.Duration) {
	frames := time.NewTicker(time.Second / 30)
	defer frames.Stop()
	for began := time.Now(); time.Since(began) < long; {
		out, written := show(terminal, l.tty, shown, size)
		if written {
			shown++
			l.put(out)
		}
		if time.Since(began) > long/2 {
			worst = max(worst, time.Until(l.free))
		}
		select {
		case <-frames.C:
		case <-terminal.Room():
		}
	}
	time.Sleep(2 * time.Second) // until all answers have arrived
	return shown, worst
}

func TestOnASlowLineOneFrameIsOnItsWay(t *testing.T) {
	inBubble(t, func(t *testing.T, terminal *term.Terminal, tty *testkit.Tty) {
		answer(tty, 1)
		const rate, size = 12_000, 600
		shown, worst := (&line{tty: tty, rate: rate, way: 5 * time.Millisecond}).play(terminal, size, 10*time.Second)
		if limit := 70 * time.Millisecond; worst > limit { // a frame needs 50 ms
			t.Errorf("frames waited for up to %v, want %v", worst, limit)
		}
		if shown < 140 {
			t.Errorf("%d frames in 10 s, want 140 of the 200 that the line carries", shown)
		}
	})
}

func TestALongFastLineShowsAllFrames(t *testing.T) {
	for _, way := range []time.Duration{20 * time.Millisecond, 60 * time.Millisecond, 80 * time.Millisecond} {
		inBubble(t, func(t *testing.T, terminal *term.Terminal, tty *testkit.Tty) {
			time.AfterFunc(2*way, func() { tty.Type(reply) })
			time.Sleep(2 * way)
			synctest.Wait()
			if shown, _ := (&line{tty: tty, rate: 1_000_000, way: way, hitch: 60 * time.Millisecond}).play(terminal, 600, 10*time.Second); shown < 250 {
				t.Errorf("%v away: %d frames of 300 were shown, want 250", way, shown)
			}
		})
	}
}

func TestALineIsCrowdedNoLongerThanAWhile(t *testing.T) {
	inBubble(t, func(t *testing.T, terminal *term.Terminal, tty *testkit.Tty) {
		answer(tty, 1)
		l := &line{tty: tty, rate: 12_000, way: 5 * time.Millisecond}
		l.play(terminal, 600, 5*time.Second)
		l.rate = 1_000_000
		l.play(terminal, 600, 3*time.Second)
		asked := 0
		for n := range 60 {
			out, _ := show(terminal, tty, n, 40)
			asked += strings.Count(out, question)
			l.put(out)
			time.Sleep(time.Second / 30)
		}
		if asked != 15 {
			t.Errorf("%d of 60 frames asked, want each fourth one", asked)
		}
	})
}
