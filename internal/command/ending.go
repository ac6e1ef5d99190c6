package command

import (
	"context"
	"fmt"
	"io"
	"os"
	"sync/atomic"
	"time"

	"dogfight/sys"
)

// endTime is the time for a command to end after a signal.
const endTime = 200 * time.Millisecond

// Ending ends a process in which a command does not end after a signal.
type Ending struct {
	orderly atomic.Bool
	exit    func(code int) // os.Exit, except in tests
}

// Watch ends the process as a failure endTime after ctx is done.
func (e *Ending) Watch(ctx context.Context, name string, stderr io.Writer) {
	exit := e.exit
	if exit == nil {
		exit = os.Exit
	}
	context.AfterFunc(ctx, func() {
		defer sys.Restore()
		time.Sleep(endTime)
		if !e.orderly.Load() {
			fmt.Fprintf(stderr, "%s: %v\n", name, errInterrupted)
			exit(ExitFailure)
		}
	})
}

// TakeTime leaves the end to the command, which has work to finish.
func (e *Ending) TakeTime() { e.orderly.Store(true) }
