//go:build !unix

package player

import "os"

// newStdin returns the two ends of a program's standard input.
func newStdin() (theirs, ours *os.File, err error) { return os.Pipe() }
