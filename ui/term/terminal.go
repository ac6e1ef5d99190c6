// Package term is the terminal as a device: it takes one over, shows frames on
// it in as few bytes as it can, and gives it back as it was.
//
//	draw ──► Screen, Grid ──changed cells──► encoder ──one write a frame──► frameTty ──► terminal
//	Events ◄────pump────────────────── tcell ◄──bytes── filter ◄────────bytes────────── keys
package term

import (
	"crypto/rand"
	"fmt"
	"sync"
	"time"

	"github.com/gdamore/tcell/v2"

	"dogfight/guard"
	"dogfight/ui/cells"
)

// patience is how long Close waits for the input that is already on its way. It
// is there within a millisecond, unless the machine is very busy.
const patience = 250 * time.Millisecond

// burst is how many events may wait to be taken together, such as those of a paste.
const burst = 256

// Terminal is a terminal that was taken over. Close gives it back.
type Terminal struct {
	screen *screen
	traits Traits
	tty    *frameTty
	events chan tcell.Event
	forget func()                        // takes Close out of guard
	broke  func(value any, stack []byte) // of a session: what is told of a panic; else nil

	flow       *flow
	keyboard   keyboard
	mouse      mouse
	background *background
	releases   releases // owned by pump

	closing chan struct{} // closed by Close: events go nowhere from now on
	quiet   chan struct{} // closed by pump: all input before the farewell is through
	pumped  chan struct{} // closed by pump: it has ended
	once    sync.Once
	left    sync.Once // the farewell came
}

// Open takes over the terminal on standard input and output. It returns
// ErrNoTerminal when one of them is not a terminal.
func Open() (*Terminal, error) { return OpenWith(AsManyAsItHas) }

// OpenTty takes over the terminal behind tty, wherever that is, and owns tty
// from then on. tty.Drain must wake a Read that waits.
func OpenTty(tty tcell.Tty, traits Traits) (*Terminal, error) {
	t, err := open(tty, traits, nil)
	if err == nil {
		t.forget = guard.OnPanic(t.Close)
	}
	return t, err
}

func open(tty tcell.Tty, traits Traits, broke func(value any, stack []byte)) (*Terminal, error) {
	local() // tcell reads the process's environment, which has to be settled first
	t := &Terminal{
		traits:     traits,
		forget:     func() {},
		broke:      broke,
		events:     make(chan tcell.Event, burst),
		releases:   releases{name: rand.Text()},
		flow:       newFlow(),
		background: newBackground(guessBackground(traits.ColorFGBG)),
		closing:    make(chan struct{}),
		quiet:      make(chan struct{}),
		pumped:     make(chan struct{}),
	}
	input := newFilter(&t.keyboard, t.releases.marks())
	input.flow, input.inner.flow = t.flow, t.flow
	input.ground, input.inner.ground = t.background, t.background
	t.tty = newFrameTty(tty, rand.Text(), input)
	ti := describe(traits)
	inner, err := tcell.NewTerminfoScreenFromTtyTerminfo(t.tty, ti)
	if err == nil {
		err = inner.Init()
	}
	if err != nil {
		tty.Close()
		return nil, fmt.Errorf("take over the terminal %q: %w", traits.Name, err)
	}
	t.keyboard.like = ti.XTermLike // which tcell has settled by now
	inner.EnablePaste()
	inner.EnableFocus() // a key that is released in another window is not reported
	t.tty.Write([]byte(t.questions(time.Now())))
	t.tty.mute(true)
	t.screen = newScreen(inner, t.tty, t.flow, ti, traits, t.Close)
	go t.pump()
	return t, nil
}

// questions returns what the terminal is asked at the start, in one write. The status is
// asked for last of all: Close waits for it, and with it for all else.
func (t *Terminal) questions(now time.Time) string {
	questions := askKitty
	if !mutes[t.traits.Name] {
		t.background.ask()
		questions = askBackground + questions
	}
	t.flow.ask(now)
	return questions + askDevice + askStatus
}

// Screen returns the one screen for menus and game. It sends only what changed,
// so whoever draws may clear it and draw everything anew. It belongs to one
// goroutine at a time, and so does the terminal's look.
func (t *Terminal) Screen() tcell.Screen { return t.screen }

// Grid returns the cells of the Screen, to be drawn on without tcell. Whoever does sees
// to it that nothing on it does harm, and that it is ASCII where nothing else may show.
func (t *Terminal) Grid() *cells.Grid { return t.screen.grid }

// Fit has the Screen take on the size of the window, which clearing it does too. If that
// is another one, all cells are blank; otherwise they stay until they are drawn over.
func (t *Terminal) Fit() { t.screen.fit() }

// Traits returns what was known of the terminal when it was opened.
func (t *Terminal) Traits() Traits { return t.traits }

// SetASCII has everything drawn in ASCII alone, from the next Show on.
func (t *Terminal) SetASCII(on bool) { t.screen.setASCII(on) }

// Recolour has each style that is drawn look like what as returns for it, from
// the next Show on; nil leaves it as it is. It is asked once for each style, also for that
// of a blank, and what was drawn can be read back as it was drawn.
func (t *Terminal) Recolour(as func(cells.Style) cells.Style) { t.screen.setRecolour(as) }

// Events delivers keys, the mouse, pastes, focus and changes of size; a released key is a
// KeyRelease. It is closed by Close, and a
// *tcell.EventError in it means that the terminal is gone.
func (t *Terminal) Events() <-chan tcell.Event { return t.events }

// Close gives the terminal back as it was. It may be called from any goroutine
// and more than once; each call returns when the terminal is restored.
//
// tcell's Fini waits for its goroutines, and they wait for somebody to take
// their events. So Close, when the answers that are on their way have come, has the input end in a farewell that nobody can
// type, and calls Fini only when the farewell has come out at the other end.
func (t *Terminal) Close() {
	t.once.Do(func() {
		close(t.closing)
		t.flow.settle(max(patience, min(2*t.flow.roundTrip(), 4*patience)))
		t.tty.endInput()
		await(t.quiet)
		t.keyboard.close(t.tty.Tty)
		t.mouse.close(t.tty.Tty)
		t.tty.mute(false)
		t.screen.Screen.Fini()
		await(t.pumped)
		t.forget()
	})
}

func await(done <-chan struct{}) {
	select {
	case <-done:
	case <-time.After(patience):
	}
}

// pump carries events from tcell to Events, and once Close was called to nowhere.
// It ends with tcell's Fini, so Close waits for it.
func (t *Terminal) pump() {
	defer close(t.pumped)
	t.deliver()
	t.poll(func(tcell.Event) {}) // what comes after a panic goes nowhere
}

// deliver carries events to Events, which it closes.
func (t *Terminal) deliver() {
	if t.broke == nil {
		defer guard.Panics()
	} else {
		defer guard.Contain(t.broke)
	}
	defer close(t.events)
	t.poll(func(ev tcell.Event) {
		if ev = t.releases.take(ev); ev == nil {
			return
		}
		select {
		case t.events <- ev:
		case <-t.closing:
		}
	})
}

// poll hands on what tcell has, until tcell ends.
func (t *Terminal) poll(take func(tcell.Event)) {
	for ev := t.screen.PollEvent(); ev != nil; ev = t.screen.PollEvent() {
		if t.tty.isFarewell(ev) {
			t.left.Do(func() { close(t.quiet) })
		} else {
			columns, _ := t.screen.Screen.Size()
			take(unpacked(ev, columns))
		}
	}
}
