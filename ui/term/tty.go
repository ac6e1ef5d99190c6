package term

import (
	"io"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/gdamore/tcell/v2"
)

// The largest window that is drawn on. A client may claim 4 billion columns.
const (
	maxWidth  = 400
	maxHeight = 150
)

// frameTty stands between tcell and a terminal. It keeps back what tcell draws,
// for frames are ours; keeps the window's size within reason, filters the input and
// lets it be ended.
type frameTty struct {
	tcell.Tty

	writing sync.Mutex
	muted   bool // what tcell writes goes nowhere
	others  bool // something else than frames may have changed what the terminal shows

	// Owned by Read.
	partial  []byte // of a rune whose other bytes are still to come
	filter   *filter
	ready    []byte // filtered, and still to be read
	farewell []byte // what is left to read of it

	name      string // decoded, what the farewell brings
	ending    chan struct{}
	drained   chan struct{}
	endOnce   sync.Once
	drainOnce sync.Once
}

// newFrameTty wraps tty. name must be impossible to guess: whoever can type it
// can end the input.
func newFrameTty(tty tcell.Tty, name string, input *filter) *frameTty {
	return &frameTty{
		Tty:    tty,
		name:   name,
		filter: input,
		// BEL and ST end whatever sequence the input broke off in.
		farewell: append([]byte("\a\x1b\\"), clipboard(name)...),
		ending:   make(chan struct{}),
		drained:  make(chan struct{}),
	}
}

// Write is what tcell calls. It draws whenever the window changes, which nobody
// must see.
func (t *frameTty) Write(b []byte) (int, error) {
	t.writing.Lock()
	defer t.writing.Unlock()
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
	t.writing.Lock()
	defer t.writing.Unlock()
	t.muted = on
}

// show writes a frame.
func (t *frameTty) show(frame []byte) {
	t.writing.Lock()
	defer t.writing.Unlock()
	t.Tty.Write(frame) // whose errors the input tells too
}

// NotifyResize has resized be called. A window that changes its size forgets what it
// cuts off, even if it is back at its old size before anybody looks.
func (t *frameTty) NotifyResize(resized func()) {
	if resized == nil {
		t.Tty.NotifyResize(nil)
		return
	}
	t.Tty.NotifyResize(func() {
		t.writing.Lock()
		t.others = true
		t.writing.Unlock()
		resized()
	})
}

// disturbed reports whether, since the last time, something may have changed what
// the terminal shows.
func (t *frameTty) disturbed() bool {
	t.writing.Lock()
	defer t.writing.Unlock()
	was := t.others
	t.others = false
	return was
}

// Read returns what was typed, until endInput; then the farewell; then nothing
// before Drain.
func (t *frameTty) Read(b []byte) (int, error) {
	if !t.inputEnded() {
		n, err := t.readFiltered(b)
		if !t.inputEnded() {
			return n, err
		}
	}
	if len(t.farewell) == 0 {
		<-t.drained
		return 0, io.EOF
	}
	n := copy(b, t.farewell)
	t.farewell = t.farewell[n:]
	return n, nil
}

// readFiltered returns what the filter passed on, which may be nothing.
func (t *frameTty) readFiltered(b []byte) (int, error) {
	if len(t.ready) == 0 {
		n, err := t.readUTF8(b)
		if err != nil {
			return 0, err
		}
		now := time.Now()
		t.ready = t.filter.pass(t.ready[:0], b[:n], now)
		t.ready = t.filter.passEscape(t.ready, now)
	}
	n := copy(b, t.ready)
	t.ready = t.ready[n:]
	return n, nil
}

func (t *frameTty) readUTF8(b []byte) (int, error) {
	held := copy(b, t.partial)
	n, err := t.Tty.Read(b[held:])
	n, partial := onlyUTF8(b[:held+n])
	t.partial = append(t.partial[:0], partial...)
	return n, err
}

// onlyUTF8 takes out of b what is not UTF-8, for tcell tries for ever to decode
// a byte that is not. It returns how many bytes are left, and what part of a
// rune they are followed by.
func onlyUTF8(b []byte) (n int, partial []byte) {
	for i := 0; i < len(b); {
		if !utf8.FullRune(b[i:]) {
			return n, b[i:]
		}
		r, size := utf8.DecodeRune(b[i:])
		if r != utf8.RuneError || size > 1 {
			n += copy(b[n:], b[i:i+size])
		}
		i += size
	}
	return n, nil
}

func (t *frameTty) inputEnded() bool {
	select {
	case <-t.ending:
		return true
	default:
		return false
	}
}

// endInput has Read deliver the farewell and nothing after it.
func (t *frameTty) endInput() {
	t.endOnce.Do(func() {
		close(t.ending)
		t.Tty.Drain() // wakes Read
	})
}

func (t *frameTty) isFarewell(ev tcell.Event) bool { return isClipboard(ev, t.name) }

// Drain lets a Read that waits end.
func (t *frameTty) Drain() error {
	t.endInput()
	t.drainOnce.Do(func() { close(t.drained) })
	return nil
}

// WindowSize returns the window's size as tcell is told of it, at most 400x150, and 80x24
// if the terminal does not know it.
func (t *frameTty) WindowSize() (tcell.WindowSize, error) {
	size, err := t.Tty.WindowSize()
	if err != nil {
		return size, err
	}
	if size.Width <= 0 || size.Height <= 0 {
		size.Width, size.Height = 80, 24
	}
	return packSize(min(size.Width, maxWidth), min(size.Height, maxHeight)), nil
}
