package playback

import (
	"dogfight/game"
	"dogfight/proto/replay"
)

// proof plays a file ahead of who looks, from keyframe to keyframe.
type proof struct {
	file   *replay.File
	cursor *replay.Cursor
	good   []bool // which parts, of as many ticks as lie between keyframes, come to what the file says
}

func newProof(f *replay.File) (p proof, err error) {
	parts := int(f.LastTick-f.Head.First+replay.KeyframeEvery-1) / replay.KeyframeEvery
	p = proof{file: f, good: make([]bool, parts)}
	p.cursor, err = f.Play()
	return p, err
}

// partOf returns the part in which a tick is played, and the tick before it; -1 for the first tick of all.
func (p *proof) partOf(t game.Tick) (part int, before game.Tick) {
	first := p.file.Head.First
	if t <= first {
		return -1, first
	}
	part = int(t-first-1) / replay.KeyframeEvery
	return part, first + game.Tick(part)*replay.KeyframeEvery
}

// of returns an error if a tick is in a part that does not come to what the file says, and the tick before that part.
func (p *proof) of(t game.Tick) (before game.Tick, err error) {
	part, before := p.partOf(t)
	if part < 0 || p.good[part] {
		return before, nil
	}
	if err = p.cursor.Seek(min(before+replay.KeyframeEvery, p.file.LastTick)); err == nil {
		p.good[part] = true
	}
	return before, err
}

// aheadTicks are done of the part that comes next, with each picture: all of it well before it is there, even at the highest
// speed, and so little that no picture comes late.
const aheadTicks = 40

// ahead plays some more of the part in which a tick is. What is wrong there, of will find again.
func (p *proof) ahead(t game.Tick) {
	part, before := p.partOf(min(t, p.file.LastTick))
	if part < 0 || p.good[part] {
		return
	}
	at, end := p.cursor.World.Tick, min(before+replay.KeyframeEvery, p.file.LastTick)
	if at < before || at >= end {
		at = before
	}
	next := min(at+aheadTicks, end)
	if p.cursor.Seek(next) == nil && next == end {
		p.good[part] = true
	}
}
