package net

import "dogfight/game"

// allowance lets so much through in a while: one each so many ticks, and after a pause a burst at once. The zero
// allowance is full.
type allowance struct {
	full game.Tick // when it is full again
}

// has reports whether one more may pass now.
func (a *allowance) has(now, each game.Tick, burst int) bool {
	return max(a.full, now)+each-now <= game.Tick(burst)*each
}

// take lets one more pass, whether it may or not.
func (a *allowance) take(now, each game.Tick) { a.full = max(a.full, now) + each }
