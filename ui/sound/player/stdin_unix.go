//go:build unix

package player

import (
	"fmt"
	"os"
	"syscall"
)

// newStdin returns the two ends of a program's standard input. They are sockets: a pipe holds up to 64 kB, which is a
// third of a second here, and most systems give no smaller one.
func newStdin() (theirs, ours *os.File, err error) {
	syscall.ForkLock.RLock()
	ends, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err == nil {
		syscall.CloseOnExec(ends[0])
		syscall.CloseOnExec(ends[1])
	}
	syscall.ForkLock.RUnlock()
	if err != nil {
		return nil, nil, fmt.Errorf("socketpair: %w", err)
	}
	// What is held counts against the sender on Linux, against the receiver elsewhere. Linux gives its least, in which
	// there is room for two turns.
	syscall.SetsockoptInt(ends[0], syscall.SOL_SOCKET, syscall.SO_RCVBUF, socketBytes)
	syscall.SetsockoptInt(ends[1], syscall.SOL_SOCKET, syscall.SO_SNDBUF, socketBytes)
	syscall.SetNonblock(ends[1], true) // so that closing it ends a write
	return os.NewFile(uintptr(ends[0]), "stdin"), os.NewFile(uintptr(ends[1]), "stdin"), nil
}

const socketBytes = socketTurns * turnBytes
