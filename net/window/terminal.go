// Package window is the terminals at the other end of connections, and the shared part of their doors: input, size, the cells that
// they are drawn on, and the limits of strangers.
package window

import (
	"io"
	"sync"
	"time"
)

// Terminal is the size and the input of a terminal. Its methods are safe for concurrent use.
type Terminal struct {
	drained   chan struct{} // nothing more is read
	drainOnce sync.Once

	mu            sync.Mutex
	typed         sync.Cond // input, ended or drained changed
	input         []byte
	ended         error   // of Read; nil while input may come
	asked         [2]int  // columns and rows of the window
	window        *Window // nil before DrawOn
	columns, rows int     // to draw on
	resizedAt     time.Time
	resizing      bool // applySize is due
	resized       func()
}

// The largest window that is drawn on. A client may claim 4 billion columns.
const maxColumns, maxRows = 400, 150

// NewTerminal returns a terminal without a size.
func NewTerminal() *Terminal {
	t := &Terminal{drained: make(chan struct{})}
	t.typed.L = &t.mu
	return t
}

// Size returns the part of the window to draw on: all of it up to 400x150, less if there are many terminals, and 0 for a size that
// the client does not know.
func (t *Terminal) Size() (columns, rows int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.columns, t.rows
}

// Clipped reports whether the window is larger than Size.
func (t *Terminal) Clipped() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.asked != [2]int{t.columns, t.rows}
}

// NotifyResize sets a function to call at each change of size.
func (t *Terminal) NotifyResize(resized func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.resized = resized
}

// resizeEvery is the least time between changes of size: each makes all cells again.
const resizeEvery = 200 * time.Millisecond

// Resize sets the size of the window.
func (t *Terminal) Resize(columns, rows uint32) {
	t.mu.Lock()
	t.asked = [2]int{int(min(columns, maxColumns)), int(min(rows, maxRows))}
	soon := resizeEvery - time.Since(t.resizedAt)
	switch {
	case t.resizing:
	case t.window != nil && soon > 0:
		t.resizing = true
		time.AfterFunc(soon, t.applySize)
	default:
		defer t.applySize()
	}
	t.mu.Unlock()
}

// applySize applies the latest size.
func (t *Terminal) applySize() {
	t.mu.Lock()
	t.resizing, t.resizedAt = false, time.Now()
	t.fit()
	resized := t.resized
	t.mu.Unlock()
	if resized != nil {
		resized()
	}
}

// fit sets the part to draw on. The caller holds mu.
func (t *Terminal) fit() {
	t.columns, t.rows = t.asked[0], t.asked[1]
	if t.window != nil {
		t.columns, t.rows = t.window.fit(t.columns, t.rows)
	}
}

// DrawOn sets the window to draw on.
func (t *Terminal) DrawOn(on *Window) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.window = on
	t.fit()
}

// Drain ends a waiting Read, and all later ones.
func (t *Terminal) Drain() error {
	t.drainOnce.Do(func() { close(t.drained) })
	t.End(io.EOF)
	return nil
}

// Drained is closed by Drain.
func (t *Terminal) Drained() <-chan struct{} { return t.drained }

// End ends the input: Read returns the error after the rest of it.
func (t *Terminal) End(why error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.ended == nil {
		t.ended = why
	}
	t.typed.Broadcast()
}

// Read reads input.
func (t *Terminal) Read(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for len(t.input) == 0 && t.ended == nil {
		t.typed.Wait()
	}
	if len(t.input) == 0 {
		return 0, t.ended
	}
	n := copy(b, t.input)
	if t.input = t.input[n:]; len(t.input) == 0 {
		t.typed.Broadcast() // there is room
	}
	return n, nil
}

// Put waits for room and adds input, or reports that none is wanted any more.
func (t *Terminal) Put(b []byte) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	for len(t.input) > 0 && t.ended == nil {
		t.typed.Wait()
	}
	t.input = append(t.input[:0], b...)
	t.typed.Broadcast()
	return t.ended == nil
}
