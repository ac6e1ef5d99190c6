package player

import (
	"time"

	"dogfight/ui/sound"
)

// mostBuffered is how much may have been written that was not played yet. The pacer aims at less, so that a program with
// what it holds itself finds room, and a late clock does no harm.
const (
	mostBuffered = 80 * time.Millisecond
	aim          = 64 * time.Millisecond
)

// turnBlocks is how many blocks are mixed and written together: to wake up is what costs most of the processor's time.
const (
	turnBlocks = 2
	turnFrames = turnBlocks * sound.BlockFrames
)

// pacer says when to write, by a clock: a program that takes all at once would have effects wait behind what it holds.
type pacer struct {
	begun  time.Time // when the first frame would have been played
	frames int64     // written
}

// waited is how long a write takes that found no room.
const waited = 5 * time.Millisecond

// until returns how long to wait before another turn is written.
func (p *pacer) until(now time.Time) time.Duration {
	return p.ahead(now) + timeOf(turnFrames) - aim
}

// ahead returns how much was written that was not played yet. It is not negative: whoever writes late does not catch up.
func (p *pacer) ahead(now time.Time) time.Duration {
	ahead := timeOf(p.frames) - now.Sub(p.begun)
	if ahead < 0 {
		p.begun = now.Add(-timeOf(p.frames))
		ahead = 0
	}
	return ahead
}

// wrote takes note of a turn. If there was no room for it at first, the program holds as much as it wants to, or has yet
// to begin: there is as much as may be.
func (p *pacer) wrote(began, now time.Time) {
	p.frames += turnFrames
	if now.Sub(began) > waited {
		p.begun = now.Add(aim - timeOf(p.frames))
	}
}

func timeOf(frames int64) time.Duration { return time.Duration(frames) * time.Second / sound.Rate }
