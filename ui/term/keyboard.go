package term

import (
	"strings"
	"sync"
	"sync/atomic"

	"github.com/gdamore/tcell/v2"

	"dogfight/ui/input"
)

// What asks for the keyboard protocol of kitty (sw.kovidgoyal.net/kitty/keyboard-protocol).
// Of its flags, 1 makes Esc a sequence of its own, 2 reports repeats and releases, 4 the key at
// the same place of the US layout, 8 has letters reported too, and 16 what text they make:
// without it a question mark would be a slash with Shift.
const (
	askKitty  = "\x1b[?u"
	pushKitty = "\x1b[>31u"
	popKitty  = "\x1b[<u"

	kittyReleases = 2
)

// What has a terminal report keys that otherwise look alike, such as Escape and what begins
// with it. tcell sends all of it to each terminal, though with kitty's flag 1 alone; some
// complain of what they do not know.
const (
	tcellKittyKeys  = "\x1b[>1u"
	tellKittyKeys   = "\x1b[>5u"
	tellXtermKeys   = "\x1b[>4;2m" // modifyOtherKeys
	untellXtermKeys = "\x1b[>4;0m"
	tellWin32Keys   = "\x1b[?9001h"
	untellWin32Keys = "\x1b[?9001l"
)

// withoutKeys takes out of what tcell writes how keys are to be reported, for keyboard
// decides that when the terminal has answered.
var withoutKeys = strings.NewReplacer(
	tcellKittyKeys, "", popKitty, "", tellXtermKeys, "", untellXtermKeys, "", tellWin32Keys, "", untellWin32Keys, "")

// keyboard is what is known of the terminal's keyboard, and what was switched on of it.
//
// The terminal is asked anew after each change, and only its answer counts: keys
// that it sent before come without their releases.
type keyboard struct {
	kitty    atomic.Bool // it has kitty's protocol
	answered atomic.Bool // it has said whether it has
	releases atomic.Bool // by which it reports releases now
	win32    atomic.Bool // it reports keys as a Windows console, always with releases

	like bool // of xterm: it knows more of these or skips what it does not know; static

	mu     sync.Mutex
	began  string // what was written to begin with, once it has answered
	pushed bool
	closed bool
}

// learn takes an answer of the terminal. Those to other questions, which a
// stranger may send unasked, tell nothing.
func (k *keyboard) learn(seq *input.Sequence) {
	switch {
	case seq.Is('?', "u"):
		k.kitty.Store(true)
		k.releases.Store(seq.Number(0, 0, 0)&kittyReleases != 0)
	case seq.Is('?', "c"): // what it was asked last
		k.answered.Store(true)
	}
}

func (k *keyboard) reportsReleases() bool { return k.win32.Load() || k.releases.Load() }

// begin writes to tty by which protocol it is to report keys, once it has answered.
func (k *keyboard) begin(tty tcell.Tty) {
	switch {
	case k.began != "" || k.closed:
		return
	case k.kitty.Load():
		k.began = tellKittyKeys
	case k.answered.Load() && k.like:
		k.began = tellXtermKeys + tellWin32Keys
	default:
		return
	}
	tty.Write([]byte(k.began))
}

// fly writes to tty what switches kitty's protocol on or off, where the
// terminal has it.
func (k *keyboard) fly(tty tcell.Tty, on bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.begin(tty)
	if on == k.pushed || k.closed || !k.kitty.Load() {
		return
	}
	k.pushed = on
	if on {
		tty.Write([]byte(pushKitty + askKitty))
	} else {
		tty.Write([]byte(popKitty + askKitty))
	}
}

// close has keys reported as they were before us, for good.
func (k *keyboard) close(tty tcell.Tty) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.closed {
		return
	}
	out := ""
	if k.pushed {
		out = popKitty
	}
	switch k.began {
	case tellKittyKeys:
		out += popKitty
	case "":
	default:
		out += untellWin32Keys + untellXtermKeys
	}
	if out != "" {
		tty.Write([]byte(out))
	}
	k.pushed, k.closed = false, true
}

// Releases reports whether the terminal tells when a key is released. It may begin to, or stop, at any time; Flying has it begin. It may
// be called from any goroutine.
func (t *Terminal) Releases() bool { return t.keyboard.reportsReleases() }

// Flying asks the terminal to report releases, or to stop it: keys that are
// text are best read without. To be called again before each frame, since the
// terminal may not yet have said what it can; nothing is written unless
// something changes.
func (t *Terminal) Flying(on bool) { t.keyboard.fly(t.tty.Tty, on) }

// Modes of a terminal (xterm's ctlseqs, "Mouse Tracking"): 1003 reports each cell
// that the mouse is moved to, with its buttons; 1006 does so in numbers of any size.
const (
	mouseOn  = "\x1b[?1003h\x1b[?1006h"
	mouseOff = "\x1b[?1003l\x1b[?1006l"
)

// mouse is whether the terminal was told to report its mouse.
type mouse struct {
	mu     sync.Mutex
	on     bool
	closed bool
}

// point writes to tty what has the mouse reported, or ends that.
func (m *mouse) point(tty tcell.Tty, on bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if on == m.on || m.closed {
		return
	}
	m.on = on
	if on {
		tty.Write([]byte(mouseOn))
	} else {
		tty.Write([]byte(mouseOff))
	}
}

// close ends the reports for good.
func (m *mouse) close(tty tcell.Tty) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.on {
		tty.Write([]byte(mouseOff))
	}
	m.on, m.closed = false, true
}

// Pointing asks the terminal to report the mouse, or to stop it: while it does,
// nothing can be marked with the mouse. It may be called before each frame, for
// nothing is written unless something changes.
func (t *Terminal) Pointing(on bool) { t.mouse.point(t.tty.Tty, on) }
