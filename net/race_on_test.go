//go:build race

package net

// slowdown is how much shorter long matches are flown under the race detector,
// which makes each tick twenty times slower.
const slowdown = 10
