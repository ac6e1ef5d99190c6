package replays

import (
	"os"

	"golang.org/x/sys/windows"
)

// lock reports whether the file is this process's own from now on, until it is closed. A lock there keeps others from reading
// what it is of, so it is of a byte that no file has.
func lock(f *os.File) bool {
	const flags = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	return windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, &windows.Overlapped{OffsetHigh: 1 << 30}) == nil
}
