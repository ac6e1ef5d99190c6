package net

import "dogfight/game"

// inputQueue holds a pilot's inputs until their ticks come.
type inputQueue struct {
	ticks  [historyTicks]game.Tick
	inputs [historyTicks]game.Input
	newest game.Tick // that came in
	cameAt game.Tick // when that was
	held   game.Input
}

// silence is how long a pilot's buttons stay as they are when nothing comes
// from him. Then his ship flies idle.
const silence = game.TickRate / 4

// put takes the input for a tick, which must be less than historyTicks after
// the present one. An input whose tick has gone by holds from the next one on,
// if none newer is known. It reports whether the tick was flown with another one,
// once.
func (q *inputQueue) put(tick, present game.Tick, in game.Input) (missed bool) {
	at := tick % historyTicks
	if missed = q.ticks[at] == tick && q.inputs[at] != in && tick <= present; missed || tick > present {
		q.ticks[at], q.inputs[at] = tick, in
	}
	if tick > q.newest {
		q.newest, q.cameAt = tick, present
		if tick <= present {
			q.held = in
		}
	}
	return missed
}

// take returns what the pilot holds in a tick.
func (q *inputQueue) take(tick game.Tick) game.Input {
	switch {
	case q.ticks[tick%historyTicks] == tick:
		q.held = q.inputs[tick%historyTicks]
	case q.newest+silence < tick:
		q.held = game.Steer(game.Idle)
	}
	q.ticks[tick%historyTicks], q.inputs[tick%historyTicks] = tick, q.held
	return q.held
}
