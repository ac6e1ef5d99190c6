package term

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gdamore/tcell/v2"

	"dogfight/testkit"
)

// breaking is a device that panics when its size is read a second time.
type breaking struct {
	device
	asked *bool
}

func (b breaking) Size() (columns, rows int) {
	if *b.asked {
		panic("on purpose")
	}
	*b.asked = true
	return b.device.Size()
}

// device is a terminal in memory as one at the other end of a connection.
type device struct{ *testkit.Tty }

func (d device) Size() (columns, rows int) {
	size, _ := d.WindowSize()
	return size.Width, size.Height
}

func TestAPanicEndsTheEventsOfASessionAndItsTerminalCanStillBeClosed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var told any
		tty := testkit.NewTty(80, 24)
		terminal, err := OpenSession(breaking{device{tty}, new(bool)}, Traits{Name: "xterm"}, func(value any, _ []byte) { told = value })
		if err != nil {
			t.Fatal(err)
		}
		tty.Resize(100, 30)
		synctest.Wait()
		for range terminal.Events() { // ends, or this test does not
		}
		if told == nil {
			t.Error("broke was not called")
		}
		terminal.Close()
	})
}

// partly is a device of which only a part is drawn on.
type partly struct {
	device
	clipped bool
}

func (p partly) Clipped() bool { return p.clipped }

func TestWhereOnlyAPartOfTheWindowIsDrawnOnNoRowsOrColumnsAreOpened(t *testing.T) {
	for _, clipped := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			tty := testkit.NewTty(80, 24)
			terminal, err := OpenSession(partly{device{tty}, clipped}, Traits{Name: "xterm-256color", Remote: true}, nil)
			if err != nil {
				t.Fatal(err)
			}
			defer terminal.Close()
			landscape(terminal.Screen(), 0, 0)
			terminal.Screen().Show()
			tty.Take()
			landscape(terminal.Screen(), 2, 1)
			terminal.Screen().Show()
			if out, _ := tty.Take(); editing.MatchString(out) == clipped {
				t.Errorf("clipped %v: %q", clipped, out)
			}
		})
	}
}

// sharing is a device that shares the processors with others. It notes in which order it is called.
type sharing struct {
	device
	calls *[]string
}

func (s sharing) note(call string) { *s.calls = append(*s.calls, call) }

func (s sharing) BeginDrawing() { s.note("begin") }
func (s sharing) EndDrawing()   { s.note("end") }

func (s sharing) Write(b []byte) (int, error) {
	s.note("write")
	return s.device.Write(b)
}

// A terminal that accepts no output would otherwise block the drawing of all others.
func TestATurnEndsBeforeThePictureIsWritten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := sharing{device{testkit.NewTty(80, 24)}, new([]string)}
		terminal, err := OpenSession(s, Traits{Name: "xterm", Remote: true}, nil)
		if err != nil {
			t.Fatal(err)
		}
		defer terminal.Close()
		*s.calls = nil
		terminal.BeginDrawing()
		landscape(terminal.Screen(), 0, 0)
		terminal.Screen().Show()
		terminal.EndDrawing()
		if !slices.Equal(*s.calls, []string{"begin", "end", "write", "end"}) {
			t.Errorf("the calls are %v", *s.calls)
		}
	})
}

// slow is a terminal with slow writes.
type slow struct {
	*testkit.Tty
	delay time.Duration
}

func (s slow) Write(b []byte) (int, error) {
	time.Sleep(s.delay)
	return s.Tty.Write(b)
}

func TestABlockedTerminalDoesNotDelayTheEnd(t *testing.T) {
	for _, c := range []struct {
		delay, endsAfter, want time.Duration // of the first write
		err                    error
	}{
		{delay: time.Hour, endsAfter: 2 * time.Hour, want: time.Hour},
		{delay: 500 * time.Millisecond, want: 500 * time.Millisecond},
		{delay: time.Hour, want: time.Second, err: errStalled},
		{delay: time.Hour, endsAfter: time.Minute, want: time.Minute + time.Second, err: errStalled},
	} {
		synctest.Test(t, func(t *testing.T) {
			ending := make(chan struct{})
			time.AfterFunc(c.endsAfter, func() { close(ending) })
			tty := &leavable{Tty: slow{testkit.NewTty(80, 24), c.delay}, ending: ending}
			began := time.Now()
			if _, err := tty.Write([]byte("x")); err != c.err || time.Since(began) != c.want {
				t.Errorf("a write of %v, with the end after %v: %v after %v, expected %v after %v", c.delay, c.endsAfter, err, time.Since(began), c.err, c.want)
			}
			if began = time.Now(); c.err != nil {
				if _, err := tty.Write([]byte("y")); err != errStalled || time.Since(began) != 0 {
					t.Errorf("the next write: %v after %v", err, time.Since(began))
				}
				time.Sleep(c.delay) // until the first write ends
			}
		})
	}
}

func TestBellRingsOnceWithTheNextFrame(t *testing.T) {
	tty := testkit.NewTty(80, 24)
	terminal := openTty(t, tty, Traits{Name: "xterm-256color"})
	screen := terminal.Screen()
	screen.Show()
	tty.Take()
	screen.Beep()
	screen.Beep()
	if out, _ := tty.Take(); out != "" {
		t.Errorf("before the frame: %q", out)
	}
	screen.Show()
	if out, _ := tty.Take(); strings.Count(out, "\a") != 1 {
		t.Errorf("with the frame: %q", out)
	}
	screen.Show()
	if out, _ := tty.Take(); out != "" {
		t.Errorf("with the one after: %q", out)
	}
}

// openTty opens a terminal in memory until the end of the test.
func openTty(t testing.TB, tty tcell.Tty, traits Traits) *Terminal {
	t.Helper()
	terminal, err := OpenTty(tty, traits)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(terminal.Close)
	return terminal
}
