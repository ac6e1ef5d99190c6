package term

import (
	"sync"
	"sync/atomic"

	"github.com/gdamore/tcell/v2"
)

// keyboard is what is known of the terminal's keyboard, and whether kitty's
// protocol was switched on.
//
// The terminal is asked anew after each change, and only its answer counts: keys
// that it sent before come without their releases.
type keyboard struct {
	kitty    atomic.Bool // it has kitty's protocol
	releases atomic.Bool // by which it reports releases now
	win32    atomic.Bool // it reports keys as a Windows console, always with releases

	mu     sync.Mutex
	pushed bool
	closed bool
}

// learn takes an answer of the terminal. Those to other questions, which a
// stranger may send unasked, tell nothing.
func (k *keyboard) learn(seq *csi) {
	if seq.mark == '?' && seq.final == 'u' && !seq.middle {
		k.kitty.Store(true)
		k.releases.Store(seq.number(0, 0, 0)&kittyReleases != 0)
	}
}

func (k *keyboard) sawWin32() { k.win32.Store(true) }

func (k *keyboard) reportsReleases() bool { return k.win32.Load() || k.releases.Load() }

// fly writes to tty what switches kitty's protocol on or off, where the
// terminal has it.
func (k *keyboard) fly(tty tcell.Tty, on bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
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

// close switches kitty's protocol off for good.
func (k *keyboard) close(tty tcell.Tty) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.pushed {
		tty.Write([]byte(popKitty))
	}
	k.pushed, k.closed = false, true
}

// Releases reports whether the terminal tells when a key is released, as a
// KeyRelease. It may begin to, or stop, at any time; Flying has it begin. It may
// be called from any goroutine.
func (t *Terminal) Releases() bool { return t.keyboard.reportsReleases() }

// Flying asks the terminal to report releases, or to stop it: keys that are
// text are best read without. To be called again before each frame, since the
// terminal may not yet have said that it can; nothing is written unless
// something changes.
func (t *Terminal) Flying(on bool) { t.keyboard.fly(t.tty.Tty, on) }
