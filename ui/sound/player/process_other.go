//go:build !unix

package player

import (
	"os"
	"os/exec"
)

// isolate does nothing here: killing the process is enough.
func isolate(*exec.Cmd) {}

// newStdin returns the two ends of a program's standard input.
func newStdin() (theirs, ours *os.File, err error) { return os.Pipe() }
