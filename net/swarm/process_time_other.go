//go:build !unix

package swarm

import "time"

// processTime returns 0 for unknown.
func processTime() time.Duration { return 0 }
