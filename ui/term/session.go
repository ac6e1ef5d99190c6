package term

import (
	"io"

	"github.com/gdamore/tcell/v2"
)

// Device is a terminal at the other end of a connection, which has made itself
// raw and will restore that itself. If it has a method Clipped, that reports whether the
// terminal is larger than Size. If it is a Drawer, each picture waits for it.
type Device interface {
	io.ReadWriter
	Size() (columns, rows int) // 0 for what is not known
	NotifyResize(resized func())
	Drain() error // ends a Read that waits, and all later ones
}

// Drawer is a Device that shares the processors with others: a picture is drawn between BeginDrawing, which may wait, and EndDrawing,
// which comes before the picture is written and may come again.
type Drawer interface {
	BeginDrawing()
	EndDrawing()
}

// OpenSession takes over the terminal of one of many users of this process. A
// panic in the Terminal's goroutine ends its Events and is told to broke, rather
// than ending the process. The caller has to close it when the process ends for
// another reason.
func OpenSession(d Device, traits Traits, broke func(value any, stack []byte)) (*Terminal, error) {
	t, err := open(remote{d}, traits, broke)
	if err == nil {
		t.tty.drawer, _ = d.(Drawer)
	}
	return t, err
}

// BeginDrawing waits until the next picture may be drawn; see Drawer.
func (t *Terminal) BeginDrawing() {
	if t.tty.drawer != nil {
		t.tty.drawer.BeginDrawing()
	}
}

// EndDrawing is to follow when the picture is drawn. Showing it does the same before it writes.
func (t *Terminal) EndDrawing() { t.tty.endDrawing() }

// remote is a Device as tcell wants one.
type remote struct{ Device }

func (remote) Start() error   { return nil }
func (remote) Stop() error    { return nil }
func (r remote) Close() error { return r.Drain() }

func (r remote) WindowSize() (tcell.WindowSize, error) {
	columns, rows := r.Size()
	return tcell.WindowSize{Width: columns, Height: rows}, nil
}

// Clipped reports whether the Device says so by a method of that name.
func (r remote) Clipped() bool {
	c, ok := r.Device.(interface{ Clipped() bool })
	return ok && c.Clipped()
}
