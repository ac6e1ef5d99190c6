package command

import (
	"bytes"
	"io"
	"sync"
	"time"

	"dogfight/sys"
)

// patience is how long the first line that is not taken stops a server, and maxWaiting how many lines wait after that.
const patience, maxWaiting = time.Second, 1024

// PatientLog returns a writer of log lines to a reader that may stop: the server goes on, and lines wait as far as there is room. The others
// are lost.
func PatientLog(to io.Writer) io.Writer { return &patientLog{to: to} }

type patientLog struct {
	to io.Writer

	mu      sync.Mutex
	waiting [][]byte // the first is being written
}

func (l *patientLog) Write(b []byte) (int, error) {
	l.mu.Lock()
	n := len(l.waiting)
	if n < maxWaiting {
		l.waiting = append(l.waiting, bytes.Clone(b))
	}
	l.mu.Unlock()
	if n > 0 {
		return len(b), nil
	}
	taken := make(chan struct{})
	go func() {
		defer sys.Restore()
		defer close(taken)
		l.drain()
	}()
	select {
	case <-taken:
	case <-time.After(patience):
	}
	return len(b), nil
}

// drain writes lines until none waits.
func (l *patientLog) drain() {
	for l.mu.Lock(); len(l.waiting) > 0; l.waiting = l.waiting[1:] {
		line := l.waiting[0]
		l.mu.Unlock()
		l.to.Write(line)
		l.mu.Lock()
	}
	l.mu.Unlock()
}
