//go:build !unix

package ops

import "net"

// cpuSeconds is not known on this system.
func cpuSeconds() (float64, bool) { return 0, false }

// isShort returns false: this system has no limit of file descriptors.
func isShort(error) bool { return false }

func waits(net.Listener) bool { return false }
