package term

import (
	"errors"
	"io"
	"os"
	"sync"
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

// frameTty is a terminal as tcell has it, which sets it up and gives it back. What tcell
// draws is kept back, for frames are ours, and the input is not for tcell either. It is
// told of a window of no size, since it would keep 200 bytes for each cell.
type frameTty struct {
	tcell.Tty
	drawer Drawer // nil: pictures need not wait

	mu            sync.Mutex
	muted         bool // what tcell writes goes nowhere
	others        bool // something else than frames may have changed what the terminal shows
	width, height int  // of the window, as it is drawn on
	sent          int64

	drained   chan struct{}
	drainOnce sync.Once
}

func newFrameTty(tty tcell.Tty) *frameTty {
	return &frameTty{Tty: tty, width: 80, height: 24, drained: make(chan struct{})}
}

// Write is what tcell calls.
func (t *frameTty) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.muted {
		return len(b), nil
	}
	t.others = true
	if kept := withoutKeys.Replace(string(b)); kept != "" {
		if _, err := io.WriteString(t.Tty, kept); err != nil {
			return 0, err
		}
	}
	return len(b), nil
}

// mute has what tcell writes go nowhere, or through.
func (t *frameTty) mute(on bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.muted = on
}

// show writes a frame.
func (t *frameTty) show(frame []byte) {
	t.endDrawing() // the terminal may take its time
	t.mu.Lock()
	defer t.mu.Unlock()
	t.sent += int64(len(frame))
	t.Tty.Write(frame) // whose errors the input tells too
}

func (t *frameTty) endDrawing() {
	if t.drawer != nil {
		t.drawer.EndDrawing()
	}
}

// disturb notes that something else than frames may have changed what the terminal shows.
func (t *frameTty) disturb() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.others = true
}

// disturbed reports whether that is so since the last time.
func (t *frameTty) disturbed() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	was := t.others
	t.others = false
	return was
}

// measure asks for the size of the window. One that is not known stays as it was.
func (t *frameTty) measure() {
	size, err := t.Tty.WindowSize()
	if err != nil || size.Width <= 0 || size.Height <= 0 {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.width, t.height = min(size.Width, maxWidth), min(size.Height, maxHeight)
}

// size returns the size of the window as it is drawn on: at most 400x150, and 80x24 if
// the terminal does not know it.
func (t *frameTty) size() (width, height int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.width, t.height
}

// clipped reports whether the terminal may be larger than what is drawn on.
func (t *frameTty) clipped() bool {
	c, ok := t.Tty.(interface{ Clipped() bool })
	return ok && c.Clipped()
}

// Read waits for Drain, by which tcell ends it.
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

// stallTime is how long a write may take once the program is to end.
const stallTime = time.Second

var errStalled = errors.New("the terminal takes no output")

// leavable is a terminal that the program can leave although it takes no output: from ending on, a write fails that takes longer than
// stallTime, and so do all later ones. Until then writes wait, for the user may have stopped the output for a while.
type leavable struct {
	tcell.Tty
	ending <-chan struct{} // closed when the program is to end

	mu      sync.Mutex
	stalled bool
	buffer  []byte // copy of what is written, which the caller may change when Write has returned
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

// ErrNoTerminal says that standard input or output is not a terminal.
var ErrNoTerminal = errors.New("standard input and output must be a terminal, not a file or a pipe")

func stdioIsTerminal() bool {
	return term.IsTerminal(int(os.Stdin.Fd())) && term.IsTerminal(int(os.Stdout.Fd()))
}
