// Package termtest has a terminal in memory, for tests that count its bytes.
package testkit

import (
	"io"
	"sync"

	"github.com/gdamore/tcell/v2"
)

// Tty is a terminal that remembers what was written to it and types what it is
// told to. Its methods may be called from any goroutine.
type Tty struct {
	mu            sync.Mutex
	typed         sync.Cond // input or drained changed
	input         []byte
	drained       bool
	output        []byte
	writes        int
	width, height int
	resized       func()
	raw           bool
}

// New returns a terminal of the given size.
func NewTty(width, height int) *Tty {
	t := &Tty{width: width, height: height}
	t.typed.L = &t.mu
	return t
}

// Type sends bytes as a keyboard would.
func (t *Tty) Type(keys string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.input = append(t.input, keys...)
	t.typed.Broadcast()
}

// Resize changes the size of the window.
func (t *Tty) Resize(width, height int) {
	t.mu.Lock()
	t.width, t.height = width, height
	resized := t.resized
	t.mu.Unlock()
	if resized != nil {
		resized()
	}
}

// Take returns what was written since the last call, and in how many writes.
func (t *Tty) Take() (output string, writes int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	output, writes = string(t.output), t.writes
	t.output, t.writes = nil, 0
	return output, writes
}

// Raw reports whether the terminal was started and not yet stopped.
func (t *Tty) Raw() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.raw
}

func (t *Tty) Start() error { return t.setRaw(true) }
func (t *Tty) Stop() error  { return t.setRaw(false) }

func (t *Tty) setRaw(raw bool) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.raw = raw
	return nil
}

// Drain ends a Read that waits, and all later ones.
func (t *Tty) Drain() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.drained = true
	t.typed.Broadcast()
	return nil
}

// Close is a hang-up: Read ends.
func (t *Tty) Close() error { return t.Drain() }

func (t *Tty) Read(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for len(t.input) == 0 && !t.drained {
		t.typed.Wait()
	}
	if t.drained {
		return 0, io.EOF
	}
	n := copy(b, t.input)
	t.input = t.input[n:]
	return n, nil
}

func (t *Tty) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.output = append(t.output, b...)
	t.writes++
	return len(b), nil
}

func (t *Tty) NotifyResize(resized func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.resized = resized
}

func (t *Tty) WindowSize() (tcell.WindowSize, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return tcell.WindowSize{Width: t.width, Height: t.height}, nil
}
