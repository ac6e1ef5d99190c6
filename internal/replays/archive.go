package replays

import (
	"crypto/tls"
	"sync"
	"time"

	"dogfight/sys"
)

// Archive keeps the matches of a process in the folder. Its fields are static; the zero value records nothing.
type Archive struct {
	Folder  Folder
	Program string // version of this program
	// Key, if not nil, returns the certificate that the replays of hosts are sealed with.
	Key func() (tls.Certificate, error)

	running    sync.WaitGroup
	developing sync.Mutex // one log at a time: that is work for a core
	takingIn   sync.Once
	wrap       func(disk) disk // for tests; may be nil
}

// patience is how long a process waits at its end for replays to be written. What is not done by then, or hangs, the next
// process does.
const patience = 5 * time.Second

// Close waits until what was filmed is in the folder. All recorders must have been closed before.
func (a *Archive) Close() {
	done := make(chan struct{})
	go func() {
		defer sys.Restore()
		a.running.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(patience):
	}
}

// TakeIn makes replays of logs, and removes them. It does not wait.
func (a *Archive) TakeIn(logs []*Log) {
	if len(logs) == 0 {
		return
	}
	a.running.Go(func() {
		defer sys.Restore()
		for _, l := range logs {
			if _, err := a.develop(l); err != nil {
				l.Close() // which a later process may try again
			}
		}
	})
}

// tidy makes replays of what processes left that were killed, once.
func (a *Archive) tidy() {
	a.takingIn.Do(func() { a.TakeIn(a.Folder.leftToAll(time.Now())) })
}
