//go:build darwin || freebsd

package ops

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// userAt returns the user of the process at the other end of a Unix socket.
func userAt(fd int) string {
	const level = 0 // SOL_LOCAL
	c, err := unix.GetsockoptXucred(fd, level, unix.LOCAL_PEERCRED)
	if err != nil {
		return unknownUser
	}
	return fmt.Sprintf("uid %d", c.Uid)
}
