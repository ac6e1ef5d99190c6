//go:build !unix

package ops

import "net"

// cpuSeconds is not known on this system.
func cpuSeconds() (float64, bool) { return 0, false }

// maxFiles is not known on this system.
func maxFiles() float64 { return 0 }

// isShort returns false: this system has no limit of file descriptors.
func isShort(error) bool { return false }

func waits(net.Listener) bool { return false }
