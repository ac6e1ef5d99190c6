//go:build !race

package sound

// UnderRace reports whether the race detector is on, which makes everything slower. The external tests use it too.
const UnderRace = false
