//go:build !unix

package sys

// Inherited returns no sockets: none are handed over on this system.
func InheritedSockets() (Sockets, error) { return Sockets{}, nil }
