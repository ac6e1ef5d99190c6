//go:build unix

package term

import (
	"os"
	"os/signal"
	"syscall"
	"time"
)

// CanSuspend tells whether a shell can suspend programs here.
const CanSuspend = true

// stopping is how long the system may take to stop us. Where there is no shell that
// could bring us back, it does not.
const stopping = 200 * time.Millisecond

// Suspend stops the process, and those that the shell started with it, until the
// shell lets them go on.
func Suspend() {
	back := make(chan os.Signal, 1)
	signal.Notify(back, syscall.SIGCONT)
	defer signal.Stop(back)
	syscall.Kill(0, syscall.SIGTSTP)
	select {
	case <-back:
	case <-time.After(stopping):
	}
}
