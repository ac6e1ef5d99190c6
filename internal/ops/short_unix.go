//go:build unix

package ops

import (
	"errors"
	"net"
	"syscall"

	"golang.org/x/sys/unix"
)

// isShort reports whether an error is that no file descriptor is left.
func isShort(err error) bool { return errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE) }

// waits reports whether a connection waits to be accepted. Accept alone does not say so without a descriptor.
func waits(l net.Listener) (waiting bool) {
	c, ok := l.(syscall.Conn)
	if !ok {
		return false
	}
	raw, err := c.SyscallConn()
	if err != nil {
		return false
	}
	raw.Control(func(fd uintptr) {
		n, err := unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}, 0)
		waiting = err == nil && n > 0
	})
	return waiting
}
