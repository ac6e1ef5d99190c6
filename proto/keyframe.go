package proto

import (
	"bytes"
	"slices"

	"dogfight/game"
)

// Keyframe brings the whole World of a tick to a client that cannot get there by
// orders.
type Keyframe struct {
	World []byte // as AppendWorld writes it, for the Setup that came last
}

// Type returns KeyframeType.
func (*Keyframe) Type() Type { return KeyframeType }

// Append appends the message.
func (m *Keyframe) Append(b []byte) []byte {
	return append(append(b, byte(KeyframeType)), m.World...)
}

func (m *Keyframe) parse(r *reader) {
	if len(r.Left) == 0 {
		r.Fail("world", "a World", "nothing")
	}
	m.World = slices.Clone(r.Rest())
}

// AppendWorld appends the World of a match that is played with the Setup. What
// the World has no use for is taken to be zero, as the rules leave it.
func AppendWorld(b []byte, s *game.Setup, w *game.World) []byte {
	c := worldCoder{coder: coder{b: b}}
	c.prepare(s)
	c.world(w)
	c.finish()
	return c.b
}

// ParseWorld reads a World that is all of b. It is safe to play on, whatever
// wrote it. The error is a *SyntaxError.
func ParseWorld(s *game.Setup, b []byte) (game.World, error) {
	var w game.World
	c := worldCoder{coder: coder{b: b, reading: true}}
	c.prepare(s)
	c.world(&w)
	c.finish()
	if c.bad {
		return game.World{}, &SyntaxError{Message: "keyframe", Field: "world", Want: "the bits of a World", Got: "others"}
	}
	if err := checkWorld(s, &w); err != nil {
		return game.World{}, err
	}
	// Some things could be written in two ways; only ours is taken.
	if again := AppendWorld(make([]byte, 0, len(b)), s, &w); !bytes.Equal(again, b) {
		return game.World{}, &SyntaxError{Message: "keyframe", Field: "world", Want: "in its shortest form", Got: "another"}
	}
	return w, nil
}
