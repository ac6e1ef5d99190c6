package replays

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// lock makes the file this process's own until it is closed. It returns errTaken if another process has it, and another error where
// files cannot be locked. Nobody else can read the bytes that are locked, so it locks one that no file has.
func lock(f *os.File) error {
	const flags = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	err := windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, &windows.Overlapped{OffsetHigh: 1 << 30})
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) || errors.Is(err, windows.ERROR_IO_PENDING) {
		return errTaken
	}
	return err
}

// isOwn reports whether a file belongs to the user of this process, which is not known here.
func isOwn(os.FileInfo) bool { return true }
