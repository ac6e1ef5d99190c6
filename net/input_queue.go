package net

import "dogfight/game"

// inputQueue holds a pilot's inputs until their ticks come.
type inputQueue struct {
	Ticks  [historyTicks]game.Tick
	Inputs [historyTicks]game.Input
	Newest game.Tick // that came in
	CameAt game.Tick // when that was
	Held   game.Input
}

// silence is how long a pilot's buttons stay as they are when nothing comes
// from them. Then their ship flies idle.
const silence = game.TickRate / 4

// put takes the input for a tick, which must be less than historyTicks after
// the present one. An input whose tick has gone by holds from the next one on,
// if none newer is known. It reports whether the tick was flown with another one,
// once.
func (q *inputQueue) put(tick, present game.Tick, in game.Input) (missed bool) {
	at := tick % historyTicks
	if missed = q.Ticks[at] == tick && q.Inputs[at] != in && tick <= present; missed || tick > present {
		q.Ticks[at], q.Inputs[at] = tick, in
	}
	if tick > q.Newest {
		q.Newest, q.CameAt = tick, present
		if tick <= present {
			q.Held = in
		}
	}
	return missed
}

// take returns what the pilot holds in a tick.
func (q *inputQueue) take(tick game.Tick) game.Input {
	switch {
	case q.Ticks[tick%historyTicks] == tick:
		q.Held = q.Inputs[tick%historyTicks]
	case q.Newest+silence < tick:
		q.Held = game.Steer(game.Idle)
	}
	q.Ticks[tick%historyTicks], q.Inputs[tick%historyTicks] = tick, q.Held
	return q.Held
}
