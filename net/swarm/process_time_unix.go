//go:build unix

package swarm

import (
	"syscall"
	"time"
)

// processTime returns how long this process has used processors, its own time and
// the system's for it.
func processTime() time.Duration {
	var used syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &used) != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
