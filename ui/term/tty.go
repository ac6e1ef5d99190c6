package term

import (
	"errors"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gdamore/tcell/v2"
	"golang.org/x/term"

	"dogfight/sys"
)

// The largest window that is drawn on. A client may claim 4 billion columns.
const (
	maxWidth  = 400
	maxHeight = 150
)

// frameTty is the terminal for tcell, which sets it up and restores it. tcell's frames are dropped, and it gets no
// input. It gets a window of no size, as it would allocate 200 bytes for each cell.
type frameTty struct {
	tcell.Tty
	drawer  Drawer      // or nil
	clipped func() bool // whether the terminal may be larger than size; or nil

	mu            sync.Mutex
	muted         bool // drops tcell's output
	width, height int  // of the window, as far as it is drawn on

	disturbed atomic.Bool // other output than frames may have changed the screen
	sent      atomic.Int64

	drained   chan struct{}
	drainOnce sync.Once
}

func newFrameTty(tty tcell.Tty) *frameTty {
	return &frameTty{Tty: tty, width: 80, height: 24, drained: make(chan struct{})}
}

// Write writes tcell's output.
func (t *frameTty) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.muted {
		return len(b), nil
	}
	t.disturbed.Store(true)
	if kept := withoutKeys.Replace(string(b)); kept != "" {
		if _, err := io.WriteString(t.Tty, kept); err != nil {
			return 0, err
		}
	}
	return len(b), nil
}

// mute sets whether tcell's output is dropped.
func (t *frameTty) mute(on bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.muted = on
}

// show writes a frame.
func (t *frameTty) show(frame []byte) {
	t.endDrawing() // the write may block
	t.mu.Lock()
	defer t.mu.Unlock()
	t.sent.Add(int64(len(frame)))
	t.Tty.Write(frame) // the input also reports an error
}

func (t *frameTty) endDrawing() {
	if t.drawer != nil {
		t.drawer.EndDrawing()
	}
}

// measure reads the size of the window. An unknown size changes nothing.
func (t *frameTty) measure() {
	size, err := t.Tty.WindowSize()
	if err != nil || size.Width <= 0 || size.Height <= 0 {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.width, t.height = min(size.Width, maxWidth), min(size.Height, maxHeight)
}

// size returns the size of the window as far as it is drawn on: at most 400x150, and 80x24 if unknown.
func (t *frameTty) size() (width, height int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.width, t.height
}

// Read waits for Drain, with which tcell ends it.
func (t *frameTty) Read([]byte) (int, error) {
	<-t.drained
	return 0, io.EOF
}

func (t *frameTty) Drain() error {
	t.drainOnce.Do(func() { close(t.drained) })
	return nil
}

func (t *frameTty) NotifyResize(func()) {}

func (t *frameTty) WindowSize() (tcell.WindowSize, error) { return tcell.WindowSize{}, nil }

// stallTime is how long a write may take after the end of the program was requested.
const stallTime = time.Second

var errStalled = errors.New("the terminal takes no output")

// leavable is a terminal whose blocked output cannot prevent the end of the program: after ending, a write fails after
// stallTime, and so do all later ones. Before, writes wait, as the user may have paused the output.
type leavable struct {
	tcell.Tty
	ending <-chan struct{} // closed when the program ends

	mu      sync.Mutex
	stalled bool
	buffer  []byte // copy of the written bytes, which the caller may change after Write
}

func (l *leavable) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.stalled {
		return 0, errStalled
	}
	l.buffer = append(l.buffer[:0], b...)
	wrote := make(chan error, 1)
	go func() {
		defer sys.Restore()
		_, err := l.Tty.Write(l.buffer)
		wrote <- err
	}()
	select {
	case err := <-wrote:
		return len(b), err
	case <-l.ending:
	}
	select {
	case err := <-wrote:
		return len(b), err
	case <-time.After(stallTime):
		l.stalled = true
		return 0, errStalled
	}
}

// ErrNoTerminal is returned if standard input or output is not a terminal.
var ErrNoTerminal = errors.New("standard input and output must be a terminal, not a file or a pipe")

func stdioIsTerminal() bool {
	return term.IsTerminal(int(os.Stdin.Fd())) && term.IsTerminal(int(os.Stdout.Fd()))
}
