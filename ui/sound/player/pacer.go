package player

import (
	"time"

	"dogfight/ui/sound"
)

// mostBuffered is how much may have been written that was not played yet, and margin is what a wait may be wrong by.
const (
	mostBuffered = 80 * time.Millisecond
	margin       = 4 * time.Millisecond
)

// pacer says when to write, by a clock: a program that takes all at once would have effects wait behind what it holds.
type pacer struct {
	begun  time.Time // when the first frame would have been played
	frames int64     // written
}

const (
	waited   = 5 * time.Millisecond  // by a write that found no room
	inFlight = 35 * time.Millisecond // after one: what the socket holds, and the block that there was no room for
)

// until returns how long to wait before another block is written.
func (p *pacer) until(now time.Time) time.Duration {
	return p.ahead(now) + timeOf(sound.BlockFrames) + margin - mostBuffered
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

// wrote takes note of a block. If there was no room for it at first, what the socket holds was not played for certain,
// whatever the clock says of a program that may have been about to open a device.
func (p *pacer) wrote(began, now time.Time) {
	p.frames += sound.BlockFrames
	if now.Sub(began) > waited && p.ahead(now) < inFlight {
		p.begun = now.Add(inFlight - timeOf(p.frames))
	}
}

func timeOf(frames int64) time.Duration { return time.Duration(frames) * time.Second / sound.Rate }
