package term

import (
	"time"

	"dogfight/sys"
	"dogfight/ui/input"
)

// input is what a Read of the terminal returned, and when.
type terminalRead struct {
	bytes []byte
	at    time.Time
}

// readSize is how many bytes are read at once: a few dozen keys.
const readSize = 256

// guarded runs what a goroutine of the Terminal does. A panic of it is told to broke, or
// ends the program when the terminal is restored.
func (t *Terminal) guarded(run func()) {
	if t.broke == nil {
		defer sys.Restore()
	} else {
		defer sys.Recover(t.broke)
	}
	run()
}

// read passes on what comes from the terminal, until it is gone or Close ends the input.
func (t *Terminal) read() {
	defer close(t.input)
	var buffers [2][readSize]byte // one is filled while deliver has the other
	for i := 0; ; i = 1 - i {
		n, err := t.tty.Tty.Read(buffers[i][:])
		if err != nil || isClosed(t.stopping) {
			return
		}
		select {
		case t.input <- terminalRead{buffers[i][:n], time.Now()}:
		case <-t.delivered:
		}
	}
}

func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// deliver makes Events of the input, and closes them when that ends.
func (t *Terminal) deliver() {
	defer close(t.delivered)
	defer close(t.events)
	var events []input.Event
	for more := true; more; {
		events, more = t.next(events[:0])
		for _, ev := range events {
			t.hand(ev)
		}
	}
}

// next waits until something happens and appends the events of it. It reports false when the
// input has ended.
func (t *Terminal) next(dst []input.Event) (events []input.Event, more bool) {
	var escape <-chan time.Time
	if at, waits := t.decoder.Due(); waits {
		escape = time.After(time.Until(at))
	}
	select {
	case in, more := <-t.input:
		t.heard = in.at
		dst = t.decoder.Decode(dst, in.bytes, in.at)
		if t.decoder.Console {
			t.keyboard.win32.Store(true)
		}
		return dst, more
	case now := <-escape:
		return t.decoder.Decode(dst, nil, now), true
	case <-t.resized:
		t.tty.measure()
		return append(dst, input.Event{Kind: input.Resized}), true
	}
}

// hand passes an event on, and nowhere once Close was called. The mouse stays within the window.
func (t *Terminal) hand(ev input.Event) {
	if ev.Kind == input.Mouse {
		width, height := t.tty.size()
		ev.X, ev.Y = min(ev.X, width-1), min(ev.Y, height-1)
	}
	select {
	case t.events <- ev:
	case <-t.closing:
	}
}

// answer takes what the terminal answers to those who asked.
func (t *Terminal) answer(a input.TerminalAnswer) {
	switch {
	case a.Is(0, "n"):
		t.flow.answer(t.heard)
	default:
		t.keyboard.learn(&a.Sequence)
		t.probe.hear(a)
	}
}
