package dogfight

import (
	"encoding/binary"
	"fmt"

	"dogfight/proto"
)

// cursor takes a message apart. After the first error it yields only zeros, so that
// a parse can be read as a list.
type cursor struct {
	left []byte
	of   string // the message's name
	err  error
}

func (c *cursor) fail(field, expected string, came any) {
	if c.err == nil {
		c.err = wrong(c.of, field, expected, came)
		c.left = nil
	}
}

func wrong(message, field, expected string, came any) error {
	return &proto.SyntaxError{Message: message, Field: field, Expected: expected, Came: fmt.Sprint(came)}
}

// take returns the next n bytes, or nil.
func (c *cursor) take(field string, n int) []byte {
	if n > len(c.left) {
		c.fail(field, fmt.Sprintf("%d bytes", n), len(c.left))
		return nil
	}
	p := c.left[:n]
	c.left = c.left[n:]
	return p
}

func (c *cursor) u8(field string) uint8 {
	if p := c.take(field, 1); p != nil {
		return p[0]
	}
	return 0
}

// upTo reads a byte that is at most last.
func (c *cursor) upTo(field string, last uint8) uint8 {
	v := c.u8(field)
	if v > last {
		c.fail(field, fmt.Sprintf("0 to %d", last), v)
		return 0
	}
	return v
}

func (c *cursor) flag(field string) bool { return c.upTo(field, 1) == 1 }

func (c *cursor) direction() Direction { return Direction(c.upTo("direction", uint8(Right))) }

func (c *cursor) i32(field string) int32 {
	if p := c.take(field, 4); p != nil {
		return int32(binary.BigEndian.Uint32(p))
	}
	return 0
}

func (c *cursor) id() (id ID) {
	if p := c.take("player_id", idSize); isID(p) {
		copy(id[:], p)
	} else {
		c.fail("player_id", "a UUID", fmt.Sprintf("%q", p))
	}
	return id
}

func (c *cursor) end() error {
	if len(c.left) > 0 {
		c.fail("end", "no more bytes", len(c.left))
	}
	return c.err
}

func appendI32(b []byte, v int32) []byte { return binary.BigEndian.AppendUint32(b, uint32(v)) }

func appendFlag(b []byte, v bool) []byte {
	if v {
		return append(b, 1)
	}
	return append(b, 0)
}
