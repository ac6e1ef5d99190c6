package term

import (
	"strings"
	"sync"
	"sync/atomic"

	"github.com/gdamore/tcell/v2"

	"dogfight/ui/input"
)

// The sequences of kitty's keyboard protocol (sw.kovidgoyal.net/kitty/keyboard-protocol). Of its flags, 1 makes Esc a
// sequence of its own, 2 reports repeats and releases, 4 the key at the same place of the US layout, 8 reports letters
// too, and 16 their text: without it a question mark would be a slash with Shift.
const (
	askKitty  = "\x1b[?u"
	pushKitty = "\x1b[>31u"
	popKitty  = "\x1b[<u"

	kittyReleases = 2
)

// The sequences for reporting keys that otherwise look alike, such as Escape and the start of a sequence. tcell sends
// all of them to each terminal, though with kitty's flag 1 alone; some terminals print unknown ones.
const (
	tcellKittyKeys = "\x1b[>1u"
	setKittyKeys   = "\x1b[>5u"
	setXtermKeys   = "\x1b[>4;2m" // modifyOtherKeys
	resetXtermKeys = "\x1b[>4;0m"
	setWin32Keys   = "\x1b[?9001h"
	resetWin32Keys = "\x1b[?9001l"
)

// withoutKeys removes these sequences from tcell's output: keyboard sends the right one after the answer of the
// terminal.
var withoutKeys = strings.NewReplacer(
	tcellKittyKeys, "", popKitty, "", setXtermKeys, "", resetXtermKeys, "", setWin32Keys, "", resetWin32Keys, "")

// keyboard is the state of the terminal's keyboard and its modes.
//
// The terminal is queried after each change, and only its answer counts: keys that it sent before have no releases.
type keyboard struct {
	kitty    atomic.Bool // the terminal has kitty's protocol
	answered atomic.Bool // the answers have arrived
	releases atomic.Bool // it reports releases by that protocol now
	win32    atomic.Bool // it reports keys as a Windows console, always with releases

	like bool // like xterm: it knows more of these sequences or ignores unknown ones; static

	mu     sync.Mutex
	began  string // sequence written after the answers
	pushed bool
	closed bool
}

// learn handles an answer of the terminal. Answers to other queries, which a stranger may send, are ignored.
func (k *keyboard) learn(seq *input.Sequence) {
	switch {
	case seq.Is('?', "u"):
		k.kitty.Store(true)
		k.releases.Store(seq.Number(0, 0, 0)&kittyReleases != 0)
	case seq.Is('?', "c"): // the last query
		k.answered.Store(true)
	}
}

func (k *keyboard) reportsReleases() bool { return k.win32.Load() || k.releases.Load() }

// begin enables the best protocol, after the answers.
func (k *keyboard) begin(tty tcell.Tty) {
	switch {
	case k.began != "" || k.closed:
		return
	case k.kitty.Load():
		k.began = setKittyKeys
	case k.answered.Load() && k.like:
		k.began = setXtermKeys + setWin32Keys
	default:
		return
	}
	tty.Write([]byte(k.began))
}

// fly switches kitty's protocol on or off, if the terminal has it.
func (k *keyboard) fly(tty tcell.Tty, on bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.begin(tty)
	if on == k.pushed || k.closed || !k.kitty.Load() {
		return
	}
	k.pushed = on
	sequence := popKitty
	if on {
		sequence = pushKitty
	}
	tty.Write([]byte(sequence + askKitty))
}

// close restores the reporting of keys for good.
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
	case setKittyKeys:
		out += popKitty
	case "":
	default:
		out += resetWin32Keys + resetXtermKeys
	}
	if out != "" {
		tty.Write([]byte(out))
	}
	k.pushed, k.closed = false, true
}

// Releases reports whether the terminal reports releases of keys. That may change at any time after Flying. It is safe
// for concurrent use.
func (t *Terminal) Releases() bool { return t.keyboard.reportsReleases() }

// Flying switches reports of releases on or off: text is best read without them. Call it before each frame, since the
// answer about the protocol may arrive late; it writes nothing without a change.
func (t *Terminal) Flying(on bool) { t.keyboard.fly(t.tty.Tty, on) }

// The modes for the mouse (xterm's ctlseqs, "Mouse Tracking"): 1003 reports each cell that the mouse enters, with the
// buttons; 1006 does so in numbers of any size.
const (
	mouseOn  = "\x1b[?1003h\x1b[?1006h"
	mouseOff = "\x1b[?1003l\x1b[?1006l"
)

// mouse is whether the terminal reports its mouse.
type mouse struct {
	mu     sync.Mutex
	on     bool
	closed bool
}

// point switches the reports on or off.
func (m *mouse) point(tty tcell.Tty, on bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if on == m.on || m.closed {
		return
	}
	m.on = on
	sequence := mouseOff
	if on {
		sequence = mouseOn
	}
	tty.Write([]byte(sequence))
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

// Pointing switches the reports of the mouse on or off: during reports, users cannot mark text. It may be called
// before each frame; it writes nothing without a change.
func (t *Terminal) Pointing(on bool) { t.mouse.point(t.tty.Tty, on) }
