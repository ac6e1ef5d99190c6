// Package term is the terminal as a device: it takes one over, shows frames on
// it in as few bytes as it can, and gives it back as it was.
//
//	draw ──► Screen, Grid ──changed cells──► encoder ──one write a frame──► frameTty ──► terminal
//	Events ◄──deliver◄── keys.Decoder ◄─────────────bytes──────────────── read ◄──────── keys
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

// patience is how long Close waits for answers and goroutines. They come within a
// millisecond, unless the machine is very busy.
const patience = 250 * time.Millisecond

// burst is how many events may wait to be taken together, such as those of a paste.
const burst = 256

// Terminal is a terminal that was taken over. Close gives it back.
type Terminal struct {
	screen *screen
	traits Traits
	tty    *frameTty
	events chan input.Event
	forget func()                        // takes Close out of crash
	broke  func(value any, stack []byte) // of a session: what is told of a panic; else nil

	flow     *flow
	keyboard keyboard
	mouse    mouse
	probe    *probe

	input   chan terminalRead // from read to deliver; closed with the last
	resized chan struct{}     // has something when the window may have another size

	// Owned by deliver.
	decoder input.Decoder
	heard   time.Time // when what is being decoded came

	closing   chan struct{} // closed by Close: events go nowhere from now on
	stopping  chan struct{} // closed by Close: the input ends
	delivered chan struct{} // closed by deliver: it has ended
	once      sync.Once
}

// OpenTty takes over the terminal behind tty, wherever that is, and owns tty
// from then on. tty.Drain must wake a Read that waits.
func OpenTty(tty tcell.Tty, traits Traits) (*Terminal, error) {
	t, err := open(tty, traits, nil)
	if err == nil {
		t.forget = sys.OnPanic(t.Close)
	}
	return t, err
}

func open(tty tcell.Tty, traits Traits, broke func(value any, stack []byte)) (*Terminal, error) {
	local() // tcell reads the process's environment, which has to be settled first
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
		t.tty.disturb() // a window forgets what it cuts off, even if it is back at its old size before anybody looks
		wake(t.resized)
	})
	ti := describe(traits)
	inner, err := t.setUp(ti)
	if err != nil {
		tty.Close()
		return nil, fmt.Errorf("take over the terminal %q: %w", traits.Name, err)
	}
	t.keyboard.like = ti.XTermLike // which tcell has settled by now
	t.screen = newScreen(inner, t.tty, t.flow, ti, traits, t.Close)
	go t.guarded(t.read)
	go t.guarded(t.deliver)
	return t, nil
}

// setUp has tcell set the terminal up, and asks it all questions. What tcell writes from then
// on goes nowhere.
func (t *Terminal) setUp(ti *terminfo.Terminfo) (tcell.Screen, error) {
	s, err := tcell.NewTerminfoScreenFromTtyTerminfo(t.tty, ti)
	if err == nil {
		err = s.Init()
	}
	if err != nil {
		return nil, err
	}
	s.EnablePaste()
	s.EnableFocus() // a key that is released in another window is not reported
	t.tty.Write([]byte(t.questions(time.Now())))
	t.tty.mute(true)
	t.tty.measure()
	return s, nil
}

// questions returns what the terminal is asked at the start, in one write. The status is
// asked for last of all: Close waits for it, and with it for all else.
func (t *Terminal) questions(now time.Time) string {
	questions := probeText(t.traits)
	if questions != "" {
		t.probe.ask()
	}
	t.flow.ask(now)
	return questions + askKitty + askDevice + askStatus
}

// Screen returns the one screen for menus and game. It sends only what changed,
// so you may clear it and draw everything anew. It belongs to one goroutine at a
// time, and so does the terminal's look. No events come from it.
func (t *Terminal) Screen() tcell.Screen { return t.screen }

// Grid returns the cells of the Screen, to be drawn on without tcell. Draw nothing
// on it that does harm, and only ASCII where nothing else may show.
func (t *Terminal) Grid() *canvas.Grid { return t.screen.grid }

// Fit has the Screen take on the size of the window, which clearing it does too. If that
// is another one, all cells are blank; otherwise they stay until they are drawn over. It also follows
// what the terminal has told of itself since.
func (t *Terminal) Fit() {
	t.screen.follow(t.Reported())
	t.screen.fit()
}

// Traits returns what was known of the terminal when it was opened.
func (t *Terminal) Traits() Traits { return t.traits }

// SetASCII has everything drawn in ASCII alone, from the next Show on.
func (t *Terminal) SetASCII(on bool) { t.screen.setASCII(on) }

// Recolour has each style that is drawn look like what as returns for it, from
// the next Show on; nil leaves it as it is. It is asked once for each style, also for that
// of a blank, and what was drawn can be read back as it was drawn.
func (t *Terminal) Recolour(as func(canvas.Style) canvas.Style) { t.screen.setRecolour(as) }

// Events delivers what happens at the terminal, releases of keys only while Releases
// says so. It is closed by Close, and when the terminal is gone.
func (t *Terminal) Events() <-chan input.Event { return t.events }

// Close gives the terminal back as it was. It may be called from any goroutine
// and more than once; each call returns when the terminal is restored.
func (t *Terminal) Close() {
	t.once.Do(func() {
		close(t.closing)
		t.flow.settle(max(patience, min(2*t.flow.roundTrip(), 4*patience)))
		close(t.stopping)
		t.tty.Tty.Drain() // wakes read
		t.awaitDelivery()
		t.tty.Tty.NotifyResize(nil)
		t.keyboard.close(t.tty.Tty)
		t.mouse.close(t.tty.Tty)
		t.tty.mute(false)
		t.screen.Screen.Fini()
		t.forget()
	})
}

func (t *Terminal) awaitDelivery() {
	select {
	case <-t.delivered:
	case <-time.After(patience):
	}
}

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
