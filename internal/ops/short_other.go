//go:build !unix

package ops

import "net"

// isShort reports whether an error is that no file descriptor is left: this system has no limit of them.
func isShort(error) bool { return false }

func waits(net.Listener) bool { return false }
