//go:build unix && !darwin

package player

import (
	"fmt"
	"os"
	"os/exec"
	"syscall"
)

// isolate gives a program its own process group, so that it gets no Ctrl-C or Ctrl-Z, and is killed with its children.
func isolate(c *exec.Cmd) {
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
}

// newStdin returns the two ends of a program's standard input. They are sockets: a pipe holds up to 64 kB, a third of a
// second of sound, and most systems have no smaller ones.
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
	// Linux counts the buffered bytes against the sender, others against the receiver. Linux rounds up to its minimum,
	// which has room for two turns.
	syscall.SetsockoptInt(ends[0], syscall.SOL_SOCKET, syscall.SO_RCVBUF, socketBytes)
	syscall.SetsockoptInt(ends[1], syscall.SOL_SOCKET, syscall.SO_SNDBUF, socketBytes)
	syscall.SetNonblock(ends[1], true) // then closing it ends a write
	return os.NewFile(uintptr(ends[0]), "stdin"), os.NewFile(uintptr(ends[1]), "stdin"), nil
}

const socketBytes = socketTurns * turnBytes
