package sshd

import (
	"io"
	"sync"
	"time"

	"golang.org/x/crypto/ssh"
)

// Terminal is a visitor's. Its methods may be called from any goroutine.
type Terminal struct {
	Visitor
	name    string            // TERM
	env     map[string]string // what else the client says
	channel ssh.Channel
	out     timedWriter

	drained   chan struct{} // nothing more is read
	drainOnce sync.Once

	mu            sync.Mutex
	typed         sync.Cond // input, ended or drained changed
	input         []byte
	ended         error   // why nothing more will come
	asked         [2]int  // columns and rows of the window
	window        *window // nil until it is drawn on
	columns, rows int     // that are drawn on
	resizedAt     time.Time
	resizing      bool // what is asked will be applied
	resized       func()
}

// chunk is how much of what is typed waits to be read; the rest waits at the
// client.
const chunk = 4 << 10

func newTerminal(v Visitor, ch ssh.Channel, conn io.Closer, name string) *Terminal {
	t := &Terminal{Visitor: v, name: name, channel: ch, out: timedWriter{ch, conn}, drained: make(chan struct{})}
	t.typed.L = &t.mu
	return t
}

// Getenv returns what is known of the visitor's environment.
func (t *Terminal) Getenv(name string) string {
	if name == "TERM" {
		return t.name
	}
	return t.env[name]
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

// resize notes the size of the window, and has it applied.
func (t *Terminal) resize(columns, rows uint32) {
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

// drawOn gives the terminal its window to draw on.
func (t *Terminal) drawOn(on *window) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.window = on
	t.fit()
}

// Drain ends a Read that waits, and all later ones.
func (t *Terminal) Drain() error {
	t.drainOnce.Do(func() { close(t.drained) })
	t.end(io.EOF)
	return nil
}

func (t *Terminal) hangUp() { t.end(io.EOF) }

func (t *Terminal) end(why error) {
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

// listen reads what is typed, no faster than a player types. SSH's flow control
// holds back a client that sends more.
func (t *Terminal) listen() {
	brake := newBrake(typingRate, typingBurst)
	b := make([]byte, chunk)
	for {
		n, err := t.channel.Read(b)
		if !t.put(b[:n]) {
			io.Copy(io.Discard, t.channel) // so that the client's last words do not hold up the channel
			return
		}
		if err != nil {
			t.end(err)
			return
		}
		if wait := brake.took(n, time.Now()); wait > 0 {
			pause(wait, t.drained)
		}
	}
}

// put waits until there is room and keeps what was typed, or reports that it is
// not wanted any more.
func (t *Terminal) put(b []byte) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	for len(t.input) > 0 && t.ended == nil {
		t.typed.Wait()
	}
	t.input = append(t.input[:0], b...)
	t.typed.Broadcast()
	return t.ended == nil
}

// Write waits until the client takes b, and hangs up when it takes too long.
func (t *Terminal) Write(b []byte) (int, error) { return t.out.Write(b) }

// timedWriter writes to a channel and hangs up when the client takes nothing: SSH has
// windows of its own, which no deadline of TCP knows of.
type timedWriter struct {
	io.Writer
	conn io.Closer // not the channel, whose end the client may ignore too
}

func (w *timedWriter) Write(b []byte) (int, error) {
	late := time.AfterFunc(stall, func() { w.conn.Close() })
	defer late.Stop()
	return w.Writer.Write(b)
}
