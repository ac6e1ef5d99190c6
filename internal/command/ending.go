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

// endTime is how long a command may take to end after a signal.
const endTime = 200 * time.Millisecond

// Ending ends a process whose command does not end by itself after a signal: most commands only look something up.
type Ending struct {
	orderly atomic.Bool
	exit    func(code int) // os.Exit, but for tests
}

// Watch ends the process a moment after ctx is done, as a failure.
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

// TakeTime leaves the end to the command, which has something to close.
func (e *Ending) TakeTime() { e.orderly.Store(true) }
