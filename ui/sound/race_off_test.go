//go:build !race

package sound

// race is whether the race detector watches, under which everything takes longer.
const race = false
