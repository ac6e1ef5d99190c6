package term

import (
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
