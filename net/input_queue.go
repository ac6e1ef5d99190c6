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
// if none newer is known.
func (q *inputQueue) put(tick, present game.Tick, in game.Input) {
	if tick > present {
		q.ticks[tick%historyTicks] = tick
		q.inputs[tick%historyTicks] = in
	}
	if tick > q.newest {
		q.newest, q.cameAt = tick, present
		if tick <= present {
			q.held = in
		}
	}
}

// take returns what the pilot holds in a tick.
func (q *inputQueue) take(tick game.Tick) game.Input {
	switch {
	case q.ticks[tick%historyTicks] == tick:
		q.held = q.inputs[tick%historyTicks]
	case q.newest+silence < tick:
		q.held = game.Steer(game.Idle)
	}
	return q.held
}
