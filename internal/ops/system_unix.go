//go:build unix

package ops

import (
	"errors"
	"net"
	"syscall"

	"golang.org/x/sys/unix"
)

// cpuSeconds returns the CPU time of the process.
func cpuSeconds() (float64, bool) {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0, false
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9, true
}

// maxFiles returns the limit of open files and sockets.
func maxFiles() float64 {
	var l syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &l) != nil {
		return 0
	}
	return float64(l.Cur)
}

// isShort reports whether an error means that no file descriptor is left.
func isShort(err error) bool { return errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE) }

// waits reports whether a connection waits to be accepted: without a descriptor, Accept does not.
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
