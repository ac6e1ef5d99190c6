// Package term drives a terminal: it takes it over, shows frames in as few bytes as possible, and restores it.
//
//	draw ──► Screen, Grid ──changed cells──► encoder ──one write a frame──► frameTty ──► terminal
//	Events ◄──deliver◄── input.Decoder ◄────────────bytes──────────────── read ◄──────── keys
package term

import (
	"fmt"
	"sync"
	"time"

	"github.com/gdamore/tcell/v2"
	"github.com/gdamore/tcell/v2/terminfo"

	"dogfight/sys"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
)

// patience is how long Close waits for answers and goroutines. They need a millisecond, unless the machine is very
// busy.
const patience = 250 * time.Millisecond

// burst is how many events are buffered, such as those of a paste.
const burst = 256

// Terminal is a terminal that this process has taken over. Close restores it.
type Terminal struct {
	screen *screen
	traits Traits
	tty    *frameTty
	events chan input.Event
	forget func()                        // removes Close from sys.OnPanic
	broke  func(value any, stack []byte) // receives a panic of a session; else nil

	flow     *flow
	keyboard keyboard
	mouse    mouse
	probe    *probe

	input   chan terminalRead // from read to deliver; closed after the last
	resized chan struct{}     // receives when the window may have a new size

	// Owned by deliver.
	decoder input.Decoder
	inputAt time.Time // arrival of the input

	closing   chan struct{} // closed by Close: events are dropped
	stopping  chan struct{} // closed by Close: the input ends
	delivered chan struct{} // closed by deliver at its end
	once      sync.Once
}

// OpenTty takes over the terminal behind tty, and owns tty from then on. tty.Drain must end a waiting Read.
func OpenTty(tty tcell.Tty, traits Traits) (*Terminal, error) {
	t, err := open(tty, traits, nil)
	if err == nil {
		t.forget = sys.OnPanic(t.Close)
	}
	return t, err
}

func open(tty tcell.Tty, traits Traits, broke func(value any, stack []byte)) (*Terminal, error) {
	local() // tcell reads the process's environment, which must be changed first
	t := &Terminal{
		traits:    traits,
		tty:       newFrameTty(tty),
		forget:    func() {},
		broke:     broke,
		events:    make(chan input.Event, burst),
		flow:      newFlow(),
		probe:     newProbe(traits),
		input:     make(chan terminalRead),
		resized:   make(chan struct{}, 1),
		closing:   make(chan struct{}),
		stopping:  make(chan struct{}),
		delivered: make(chan struct{}),
	}
	t.decoder.Answers = t.answer
	tty.NotifyResize(func() {
		t.tty.disturbed.Store(true) // a window loses the cells that it cuts off, even if it is soon back at its old size
		wake(t.resized)
	})
	ti := describe(traits)
	inner, err := t.setUp(ti)
	if err != nil {
		tty.Close()
		return nil, fmt.Errorf("take over the terminal %q: %w", traits.Name, err)
	}
	t.keyboard.like = ti.XTermLike // tcell has set it by now
	t.screen = newScreen(inner, t.tty, t.flow, ti, traits, t.Close)
	go t.guarded(t.read)
	go t.guarded(t.deliver)
	return t, nil
}

// setUp lets tcell set up the terminal, and sends all queries. Later output of tcell is dropped.
func (t *Terminal) setUp(ti *terminfo.Terminfo) (tcell.Screen, error) {
	s, err := tcell.NewTerminfoScreenFromTtyTerminfo(t.tty, ti)
	if err == nil {
		err = s.Init()
	}
	if err != nil {
		return nil, err
	}
	s.EnablePaste()
	s.EnableFocus() // the release of a key in another window is not reported
	t.tty.Write([]byte(t.questions(time.Now())))
	t.tty.mute(true)
	t.tty.measure()
	return s, nil
}

// questions returns the queries of the start, for one write. The status is the last: Close waits for its answer, and
// so for all.
func (t *Terminal) questions(now time.Time) string {
	questions := probeText(t.traits)
	if questions != "" {
		t.probe.ask()
	}
	t.flow.ask(now)
	return questions + askKitty + askDevice + askStatus
}

// Screen returns the screen for menus and game. It sends only changes, so callers may clear it and draw everything. It
// belongs to one goroutine at a time, as do the methods that change the look. Its own events are unused.
func (t *Terminal) Screen() tcell.Screen { return t.screen }

// Grid returns the cells of the Screen, for drawing without tcell. Callers must not write control characters, and only
// ASCII after SetASCII(true).
func (t *Terminal) Grid() *canvas.Grid { return t.screen.grid }

// Fit adopts the size of the window, as clearing the Screen does. A new size blanks all cells; otherwise they stay. It
// also applies new reports of the terminal.
func (t *Terminal) Fit() {
	t.screen.apply(t.Reported())
	t.screen.fit()
}

// Traits returns the traits with which the terminal was opened.
func (t *Terminal) Traits() Traits { return t.traits }

// SetASCII draws everything in ASCII alone, from the next Show on.
func (t *Terminal) SetASCII(on bool) { t.screen.setASCII(on) }

// Recolour changes the style of everything drawn to the result of as, from the next Show on; nil changes nothing. It
// calls as once for each style, including that of a blank. Cells that are read back have their drawn styles.
func (t *Terminal) Recolour(as func(canvas.Style) canvas.Style) { t.screen.setRecolour(as) }

// Events delivers the events of the terminal; releases of keys only while Releases reports true. It is closed by
// Close, and when the terminal is gone.
func (t *Terminal) Events() <-chan input.Event { return t.events }

// Close restores the terminal. It is safe for concurrent use and may be called more than once; each call returns after
// the terminal is restored.
func (t *Terminal) Close() {
	t.once.Do(func() {
		close(t.closing)
		t.flow.settle(max(patience, min(2*t.flow.roundTrip(), 4*patience)))
		close(t.stopping)
		t.tty.Tty.Drain() // ends read
		select {
		case <-t.delivered:
		case <-time.After(patience):
		}
		t.tty.Tty.NotifyResize(nil)
		t.keyboard.close(t.tty.Tty)
		t.mouse.close(t.tty.Tty)
		t.tty.mute(false)
		t.screen.Screen.Fini()
		t.forget()
	})
}

// terminalRead is the result of a Read of the terminal.
type terminalRead struct {
	bytes []byte
	at    time.Time
}

// readSize is how many bytes are read at once: a few dozen keys.
const readSize = 256

// guarded runs a goroutine of the Terminal. A panic is passed to broke, or ends the program after the terminal is
// restored.
func (t *Terminal) guarded(run func()) {
	if t.broke == nil {
		defer sys.Restore()
	} else {
		defer sys.Recover(t.broke)
	}
	run()
}

// read passes input on, until the terminal is gone or Close ends the input.
func (t *Terminal) read() {
	defer close(t.input)
	var buffers [2][readSize]byte // read fills one while deliver has the other
	for i := 0; ; i = 1 - i {
		n, err := t.tty.Tty.Read(buffers[i][:])
		if err != nil {
			return
		}
		select {
		case <-t.stopping:
			return
		default:
		}
		select {
		case t.input <- terminalRead{buffers[i][:n], time.Now()}:
		case <-t.delivered:
		}
	}
}

// deliver turns the input into Events, and closes them at its end.
func (t *Terminal) deliver() {
	defer close(t.delivered)
	defer close(t.events)
	var events []input.Event
	for more := true; more; {
		events, more = t.next(events[:0])
		for _, ev := range events {
			t.send(ev)
		}
	}
}

// next waits for input, a size or an Escape, and appends the events. It reports false at the end of the input.
func (t *Terminal) next(dst []input.Event) (events []input.Event, more bool) {
	var escape <-chan time.Time
	if at, waits := t.decoder.Due(); waits {
		escape = time.After(time.Until(at))
	}
	select {
	case in, more := <-t.input:
		t.inputAt = in.at
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

// send passes an event on, or drops it after Close. The mouse stays within the window.
func (t *Terminal) send(ev input.Event) {
	if ev.Kind == input.Mouse {
		width, height := t.tty.size()
		ev.X, ev.Y = min(ev.X, width-1), min(ev.Y, height-1)
	}
	select {
	case t.events <- ev:
	case <-t.closing:
	}
}

// answer passes an answer of the terminal to the parts that asked.
func (t *Terminal) answer(a input.TerminalAnswer) {
	if a.Is(0, "n") {
		t.flow.answer(t.inputAt)
		return
	}
	t.keyboard.learn(&a.Sequence)
	t.probe.read(a)
}
