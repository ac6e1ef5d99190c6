//go:build !unix

package term

// CanSuspend tells whether a shell can suspend programs here.
const CanSuspend = false

// Suspend does nothing.
func Suspend() {}
