package term

import (
	"io"

	"github.com/gdamore/tcell/v2"
)

// Device is a terminal at the other end of a connection, which has made itself
// raw and will restore that itself. If it has a method Clipped, that reports whether the
// terminal is larger than Size.
type Device interface {
	io.ReadWriter
	Size() (columns, rows int) // 0 for what is not known
	NotifyResize(resized func())
	Drain() error // ends a Read that waits, and all later ones
}

// OpenSession takes over the terminal of one of many users of this process. A
// panic in the Terminal's goroutine ends its Events and is told to broke, rather
// than ending the process. The caller has to close it when the process ends for
// another reason.
func OpenSession(d Device, traits Traits, broke func(value any, stack []byte)) (*Terminal, error) {
	return open(remote{d}, traits, broke)
}

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
