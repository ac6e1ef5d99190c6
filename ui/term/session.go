package term

import (
	"io"

	"github.com/gdamore/tcell/v2"
)

// Device is a terminal at the other end of a connection, already in raw mode; the Device restores it. If it has a
// method Clipped, that reports whether the terminal is larger than Size. If it is a Drawer, each picture waits for it.
type Device interface {
	io.ReadWriter
	Size() (columns, rows int) // 0 if unknown
	NotifyResize(resized func())
	Drain() error // ends a waiting Read, and all later ones
}

// Drawer is a Device that shares the processors with others: a picture is drawn between BeginDrawing, which may block,
// and EndDrawing, which is called before the picture is written, perhaps more than once.
type Drawer interface {
	BeginDrawing()
	EndDrawing()
}

// OpenSession takes over the terminal of one of many users of this process. A panic in the Terminal's goroutines
// closes its Events and is passed to broke, instead of ending the process. The caller must close the Terminal when the
// process ends for another reason.
func OpenSession(d Device, traits Traits, broke func(value any, stack []byte)) (*Terminal, error) {
	t, err := open(remote{d}, traits, broke)
	if err == nil {
		t.tty.drawer, _ = d.(Drawer)
		if c, ok := d.(interface{ Clipped() bool }); ok {
			t.tty.clipped = c.Clipped
		}
	}
	return t, err
}

// BeginDrawing waits until the next picture may be drawn; see Drawer.
func (t *Terminal) BeginDrawing() {
	if t.tty.drawer != nil {
		t.tty.drawer.BeginDrawing()
	}
}

// EndDrawing ends the drawing of a picture. Show also does that before it writes.
func (t *Terminal) EndDrawing() { t.tty.endDrawing() }

// remote is a Device as a tcell.Tty.
type remote struct{ Device }

func (remote) Start() error   { return nil }
func (remote) Stop() error    { return nil }
func (r remote) Close() error { return r.Drain() }

func (r remote) WindowSize() (tcell.WindowSize, error) {
	columns, rows := r.Size()
	return tcell.WindowSize{Width: columns, Height: rows}, nil
}
