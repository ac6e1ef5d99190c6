//go:build unix && !darwin

package term

import "golang.org/x/sys/unix"

// poll is poll(2).
func poll(fds []unix.PollFd, milliseconds int) (ready int, err error) {
	return unix.Poll(fds, milliseconds)
}
