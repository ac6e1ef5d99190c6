package testkit

import (
	"io"
	"sync"

	"github.com/gdamore/tcell/v2"
)

// Tty is a terminal in memory that stores its output. Its methods are safe for concurrent use.
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

// NewTty returns a terminal of the given size.
func NewTty(width, height int) *Tty {
	t := &Tty{width: width, height: height}
	t.typed.L = &t.mu
	return t
}

func (t *Tty) Type(keys string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.input = append(t.input, keys...)
	t.typed.Broadcast()
}

func (t *Tty) Resize(width, height int) {
	t.mu.Lock()
	t.width, t.height = width, height
	resized := t.resized
	t.mu.Unlock()
	if resized != nil {
		resized()
	}
}

// Take returns the output since the last call, and the number of writes.
func (t *Tty) Take() (output string, writes int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	output, writes = string(t.output), t.writes
	t.output, t.writes = nil, 0
	return output, writes
}

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

// Drain ends a blocked Read, and all later ones.
func (t *Tty) Drain() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.drained = true
	t.typed.Broadcast()
	return nil
}

// Close ends Read, as a hang-up does.
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
