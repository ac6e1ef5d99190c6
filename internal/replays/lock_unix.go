//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package replays

import (
	"os"
	"syscall"
)

// lock reports whether the file is this process's own from now on, until it is closed.
func lock(f *os.File) bool {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil
}
