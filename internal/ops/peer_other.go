//go:build !linux && !darwin && !freebsd

package ops

// userAt returns unknownUser: this system does not report the user.
func userAt(int) string { return unknownUser }
