package playback

import (
	"dogfight/game"
	"dogfight/proto/replay"
)

// check plays the parts of a file, from keyframe to keyframe, before they are shown.
type check struct {
	file   *replay.File
	cursor *replay.Cursor
	valid  []bool // by part
}

func newCheck(f *replay.File) (c check, err error) {
	parts := int(f.LastTick-f.Head.First+replay.KeyframeEvery-1) / replay.KeyframeEvery
	c = check{file: f, valid: make([]bool, parts)}
	c.cursor, err = f.Play()
	return c, err
}

// indexOf returns the part that has a tick, and the tick before that part; -1 for the first tick.
func (c *check) indexOf(t game.Tick) (part int, before game.Tick) {
	first := c.file.Head.First
	if t <= first {
		return -1, first
	}
	part = int(t-first-1) / replay.KeyframeEvery
	return part, first + game.Tick(part)*replay.KeyframeEvery
}

// part checks the part that has a tick. It also returns the tick before the part.
func (c *check) part(t game.Tick) (before game.Tick, err error) {
	part, before := c.indexOf(t)
	if part < 0 || c.valid[part] {
		return before, nil
	}
	err = c.cursor.Seek(min(before+replay.KeyframeEvery, c.file.LastTick))
	c.valid[part] = err == nil
	return before, err
}

// aheadTicks are checked in each Frame: enough to finish the next part in time at the highest speed, and so few that no Frame is late.
const aheadTicks = 40

// ahead checks some ticks of the part that has a tick. Errors are left for part to find again.
func (c *check) ahead(t game.Tick) {
	part, before := c.indexOf(min(t, c.file.LastTick))
	if part < 0 || c.valid[part] {
		return
	}
	at, end := c.cursor.World.Tick, min(before+replay.KeyframeEvery, c.file.LastTick)
	if at < before || at >= end {
		at = before
	}
	next := min(at+aheadTicks, end)
	if c.cursor.Seek(next) == nil && next == end {
		c.valid[part] = true
	}
}
