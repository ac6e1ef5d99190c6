//go:build !unix

package systemd

// Inherited returns no sockets: none are handed over on this system.
func Inherited() (Sockets, error) { return Sockets{}, nil }
