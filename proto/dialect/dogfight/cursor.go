package dogfight

import (
	"encoding/binary"
	"fmt"

	"dogfight/proto"
	"dogfight/proto/dialect"
)

// cursor takes a message apart.
type cursor struct{ dialect.Reader }

func newCursor(p []byte, of string) cursor { return cursor{dialect.Reader{Left: p, Of: of}} }

func wrong(message, field, expected string, came any) error {
	return &proto.SyntaxError{Message: message, Field: field, Expected: expected, Came: fmt.Sprint(came)}
}

func (c *cursor) flag(field string) bool { return c.UpTo(field, 1) == 1 }

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
