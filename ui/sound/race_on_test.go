//go:build race

package sound

// UnderRace is whether the race detector watches, under which everything takes longer. It is for the tests outside of the
// package too.
const UnderRace = true
