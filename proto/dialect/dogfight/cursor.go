package dogfight

import (
	"encoding/binary"
	"fmt"

	"dogfight/proto"
)

// cursor takes a message apart.
type cursor struct{ proto.ByteReader }

func newCursor(p []byte, of string) cursor { return cursor{proto.ByteReader{Left: p, Message: of}} }

func wrong(message, field, want string, got any) error {
	return &proto.SyntaxError{Message: message, Field: field, Want: want, Got: fmt.Sprint(got)}
}

func (c *cursor) direction() Direction { return Direction(c.UpTo("direction", uint8(Right))) }

func (c *cursor) i32(field string) int32 { return int32(c.U32(field)) }

func (c *cursor) id() (id ID) {
	if p := c.Take("player_id", idSize); isID(p) {
		copy(id[:], p)
	} else {
		c.Fail("player_id", "a UUID", fmt.Sprintf("%q", p))
	}
	return id
}

func appendI32(b []byte, v int32) []byte { return binary.BigEndian.AppendUint32(b, uint32(v)) }

func appendFlag(b []byte, v bool) []byte {
	if v {
		return append(b, 1)
	}
	return append(b, 0)
}
