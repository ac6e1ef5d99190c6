//go:build !unix

package ops

// cpuSeconds is not known on this system.
func cpuSeconds() (float64, bool) { return 0, false }
