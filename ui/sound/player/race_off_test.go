//go:build !race

package player

// race is whether the race detector watches, under which everything takes longer.
const race = false
