package term

import (
	"fmt"
	"sync"

	"github.com/gdamore/tcell/v2"
)

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

// mouseButtons are the buttons of the mouse that are down, for tcell takes the
// release of one for that of all.
type mouseButtons uint8

// Parts of the number by which a report names a button.
const (
	mouseButton = 3 // 0 to 2, and 3 for none
	mouseMotion = 32
	mouseWheel  = 64 // and other buttons that have no place among the three
)

// isMouse reports whether a sequence is a report of the mouse.
func isMouse(seq *csi) bool {
	return seq.mark == '<' && !seq.middle && (seq.final == 'M' || seq.final == 'm')
}

// report appends what becomes of a report: it says where the mouse is as tcell is told of
// it, and after a release, the buttons that are still down are pressed again.
func (b *mouseButtons) report(dst []byte, seq *csi) []byte {
	code, at := seq.number(0, 0, 0), packMouse(seq.number(1, 0, 1), seq.number(2, 0, 1))
	dst = fmt.Appendf(dst, "\x1b[<%d;%d;1%c", code, at, seq.final)
	button := code & mouseButton
	switch {
	case code >= mouseWheel:
	case button == mouseButton:
		*b = 0
	case seq.final == 'M' && code&mouseMotion == 0:
		*b |= 1 << button
	case seq.final == 'm':
		*b &^= 1 << button
		for other := range mouseButton {
			if *b>>other&1 == 1 {
				dst = fmt.Appendf(dst, "\x1b[<%d;%d;1M", other, at)
			}
		}
	}
	return dst
}
