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

// NotifyContinued sends to c when the process continues after it was stopped. The shell may have used the terminal meanwhile.
func NotifyContinued(c chan<- os.Signal) { signal.Notify(c, syscall.SIGCONT) }

// Suspend stops the process, and those that the shell started with it, until the
// shell lets them go on, as continued tells: see NotifyContinued.
func Suspend(continued <-chan os.Signal) {
	syscall.Kill(0, syscall.SIGTSTP)
	select {
	case <-continued:
	case <-time.After(stopping):
	}
}
