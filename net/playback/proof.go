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

// of returns an error if a tick is in a part that does not come to what the file says, and the tick before that part.
func (p *proof) of(t game.Tick) (before game.Tick, err error) {
	first := p.file.Head.First
	if t <= first {
		return first, nil
	}
	part := int(t-first-1) / replay.KeyframeEvery
	if p.good[part] {
		return t, nil
	}
	before = first + game.Tick(part)*replay.KeyframeEvery
	if err = p.cursor.Seek(min(before+replay.KeyframeEvery, p.file.LastTick)); err != nil {
		return before, err
	}
	p.good[part] = true
	return t, nil
}
