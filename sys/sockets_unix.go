//go:build unix

package sys

import (
	"fmt"
	"os"
	"strconv"
	"syscall"
)

// firstFile is the descriptor of the first socket, and mostFiles their number, which is more than we use.
const firstFile, mostFiles = 3, 16

// InheritedSockets returns the sockets from the service manager, if any. Child processes do not inherit them.
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
	return socketsOf(files)
}
