// Package window is the terminals at the other end of connections, by whatever door they came in: what is typed there, what
// size they have, and how much of that is drawn on.
package window

import (
	"io"
	"sync"
	"time"
)

// Terminal is what is known of one, and what is typed there. Its methods may be called from any goroutine.
type Terminal struct {
	drained   chan struct{} // nothing more is read
	drainOnce sync.Once

	mu            sync.Mutex
	typed         sync.Cond // input, ended or drained changed
	input         []byte
	ended         error   // why nothing more will come
	asked         [2]int  // columns and rows of the window
	window        *Window // nil until it is drawn on
	columns, rows int     // that are drawn on
	resizedAt     time.Time
	resizing      bool // what is asked will be applied
	resized       func()
}

// The largest window that is drawn on. A client may claim 4 billion columns.
const maxColumns, maxRows = 400, 150

// NewTerminal returns one of no size yet.
func NewTerminal() *Terminal {
	t := &Terminal{drained: make(chan struct{})}
	t.typed.L = &t.mu
	return t
}

// Size is how much of the window is to be drawn on: all of it up to 400x150, less if there
// are many terminals, and 0 for what the client does not know.
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

// NotifyResize has resized called whenever the window has another size.
func (t *Terminal) NotifyResize(resized func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.resized = resized
}

// resizeEvery is how long after a change of size the next is applied at the earliest: each has
// all cells made anew.
const resizeEvery = 200 * time.Millisecond

// Resize notes the size of the window, and has it applied.
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

// applySize draws in the size that the window has by now.
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

// fit settles how much of the window is drawn on, with mu held.
func (t *Terminal) fit() {
	t.columns, t.rows = t.asked[0], t.asked[1]
	if t.window != nil {
		t.columns, t.rows = t.window.fit(t.columns, t.rows)
	}
}

// DrawOn gives the terminal its window to draw on.
func (t *Terminal) DrawOn(on *Window) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.window = on
	t.fit()
}

// Drain ends a Read that waits, and all later ones.
func (t *Terminal) Drain() error {
	t.drainOnce.Do(func() { close(t.drained) })
	t.End(io.EOF)
	return nil
}

// Drained is closed by Drain.
func (t *Terminal) Drained() <-chan struct{} { return t.drained }

// End has nothing more come, for a reason that Read returns after what was typed.
func (t *Terminal) End(why error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.ended == nil {
		t.ended = why
	}
	t.typed.Broadcast()
}

// Read returns what was typed.
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

// Put waits until there is room and keeps what was typed, or reports that it is
// not wanted any more.
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
