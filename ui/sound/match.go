package sound

import (
	"dogfight/game"
	"dogfight/net"
)

// freshMatch is how late a player may come and still hear it start, in ticks.
const freshMatch = 2 * game.TickRate

// follow hears a match start.
func (e *Ear) follow(v *net.View) {
	w := v.World
	if w.Status != game.InProgress {
		e.begun = e.begun && w.Status == game.Closed
		return
	}
	if e.begun && e.started == w.Started {
		return
	}
	*e = Ear{cues: e.cues, started: w.Started, begun: true}
	if w.Tick-w.Started < freshMatch {
		e.play(Start)
	}
}

// The last seconds are counted.
const (
	countFrom     = 10
	lastCountFrom = 3
)

// count counts the last seconds down.
func (e *Ear) count(v *net.View) {
	if v.World.Status != game.InProgress || v.Paused {
		return
	}
	left := (v.World.TimeLeft(v.Setup) + game.TickRate - 1) / game.TickRate
	if start := leftToGo(v); start > 0 {
		left = start
	} else if left > countFrom {
		e.second = 0 // those before the start of a race are over
	}
	switch {
	case left == 0 || left > countFrom || e.second != 0 && left >= e.second: // a prediction may go back
		return
	case left <= lastCountFrom:
		e.play(LastCount)
	default:
		e.play(Count)
	}
	e.second = left
}

// outcome returns what the end of a match is to the player.
func outcome(v *net.View) Effect {
	winner := v.Setup.Winner(v.World)
	switch {
	case v.Me < 0 || !winner.Decided:
		return Close
	case winner.Includes(uint8(v.Me), v.World.Ships[v.Me].Team):
		return Victory
	}
	return Defeat
}
