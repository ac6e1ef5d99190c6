package term

import (
	"testing"
	"testing/synctest"

	"github.com/gdamore/tcell/v2"

	"dogfight/ui/term/termtest"
)

// device is a terminal in memory as one at the other end of a connection.
type device struct{ *termtest.Tty }

func (d device) Size() (columns, rows int) {
	size, _ := d.WindowSize()
	return size.Width, size.Height
}

func TestAPanicEndsTheEventsOfASessionAndItsTerminalCanStillBeClosed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var told any
		terminal, err := OpenSession(device{termtest.New(80, 24)}, Traits{Name: "xterm"}, func(value any, _ []byte) { told = value })
		if err != nil {
			t.Fatal(err)
		}
		terminal.screen.PostEvent((*tcell.EventClipboard)(nil)) // which breaks whoever looks into it
		synctest.Wait()
		for range terminal.Events() { // ends, or this test does not
		}
		if told == nil {
			t.Error("nobody was told")
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
			tty := termtest.New(80, 24)
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
