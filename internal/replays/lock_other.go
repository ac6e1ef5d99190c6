//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd || windows)

package replays

import "os"

// lock has a file beside say whose this one is. One that was left by a process which was killed stays locked.
func lock(f *os.File) bool {
	held, err := os.OpenFile(f.Name()+".lock", os.O_CREATE|os.O_EXCL, 0o600)
	if err == nil {
		held.Close()
	}
	return err == nil
}
