//go:build !race

package player

// race reports whether the race detector runs, which slows everything.
const race = false
