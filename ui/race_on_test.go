//go:build race

package ui

// race is whether the race detector watches.
const race = true
