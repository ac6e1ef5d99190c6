package term

import (
	"errors"
	"sync"
	"time"

	"github.com/gdamore/tcell/v2"

	"dogfight/sys"
)

// stallTime is how long a write may take once the program is to end.
const stallTime = time.Second

var errStalled = errors.New("the terminal takes no output")

// leavable is a terminal that the program can leave although it takes no output: from ending on, a write fails that takes longer than
// stallTime, and so do all later ones. Until then writes wait, for the user may have stopped the output for a while.
type leavable struct {
	tcell.Tty
	ending <-chan struct{} // closed when the program is to end

	mu      sync.Mutex
	stalled bool
	buffer  []byte // copy of what is written, which the caller may change when Write has returned
}

func (l *leavable) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.stalled {
		return 0, errStalled
	}
	l.buffer = append(l.buffer[:0], b...)
	wrote := make(chan error, 1)
	go func() {
		defer sys.Restore()
		_, err := l.Tty.Write(l.buffer)
		wrote <- err
	}()
	select {
	case err := <-wrote:
		return len(b), err
	case <-l.ending:
	}
	select {
	case err := <-wrote:
		return len(b), err
	case <-time.After(stallTime):
		l.stalled = true
		return 0, errStalled
	}
}
