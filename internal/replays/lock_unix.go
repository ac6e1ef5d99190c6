//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package replays

import (
	"errors"
	"os"
	"syscall"
)

// lock locks a file until it is closed. It returns errTaken if another process has locked it, or another error if files cannot be locked.
func lock(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	for errors.Is(err, syscall.EINTR) {
		err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	}
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return errTaken
	}
	return err
}

// ownedByUser reports whether a file belongs to the user of this process.
func ownedByUser(info os.FileInfo) bool {
	s, ok := info.Sys().(*syscall.Stat_t)
	return !ok || int(s.Uid) == os.Geteuid()
}
