package ops

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// userAt returns the user of the process at the other end of a Unix socket.
func userAt(fd int) string {
	c, err := unix.GetsockoptUcred(fd, unix.SOL_SOCKET, unix.SO_PEERCRED)
	if err != nil {
		return unknownUser
	}
	return fmt.Sprintf("uid %d, pid %d", c.Uid, c.Pid)
}
