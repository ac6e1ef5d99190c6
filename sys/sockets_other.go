//go:build !unix

package sys

// InheritedSockets returns none on this system.
func InheritedSockets() (Sockets, error) { return Sockets{}, nil }
