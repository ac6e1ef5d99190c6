//go:build unix

package sys

import (
	"fmt"
	"os"
	"strconv"
	"syscall"
)

// firstFile is the descriptor of the first socket that is handed over, and mostFiles how many there may be: more than we know.
const firstFile, mostFiles = 3, 16

// Inherited returns the sockets that were handed to this process, which may be none. Programs that this one starts do not get them.
func InheritedSockets() (Sockets, error) {
	defer unset("LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES", "LISTEN_PIDFDID")
	count := os.Getenv("LISTEN_FDS")
	if count == "" || !isUs(os.Getenv("LISTEN_PID"), false) {
		return Sockets{}, nil
	}
	n, err := strconv.Atoi(count)
	if err != nil || n < 0 || n > mostFiles {
		return Sockets{}, fmt.Errorf("LISTEN_FDS must be 0 to %d, got %q", mostFiles, count)
	}
	var files []*os.File
	for i, name := range fileNames(os.Getenv("LISTEN_FDNAMES"), n) {
		syscall.CloseOnExec(firstFile + i)
		files = append(files, os.NewFile(uintptr(firstFile+i), name))
	}
	return take(files)
}
