//go:build unix

package cli

import (
	"os"
	"syscall"
)

// hasTerminal reports whether this process belongs to a terminal that has not hung up.
func hasTerminal() bool {
	f, err := os.OpenFile("/dev/tty", os.O_RDONLY|syscall.O_NOCTTY, 0)
	if err != nil {
		return false
	}
	f.Close()
	return true
}
