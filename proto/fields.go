package proto

import (
	"encoding/binary"
	"fmt"
)

// FieldCoder writes the fields of a message or reads them, for this protocol and the dialects: one list of fields serves both
// ways. Its functions take the name of a field and a pointer to it. Writing changes nothing of the message, so several goroutines
// may write the same one, and checks nothing: an error has no effect then. The zero value writes.
type FieldCoder struct {
	ByteReader        // for reading; LittleEndian is for both ways
	Out        []byte // the bytes written
	Reading    bool
}

// MaxDatagram is the longest message on the data channel.
const MaxDatagram = 1200

func readFields(message string, p []byte) FieldCoder {
	return FieldCoder{ByteReader: ByteReader{Message: message, Left: p}, Reading: true}
}

// readDatagram begins to read a message of the data channel.
func readDatagram(message string, p []byte) FieldCoder {
	c := readFields(message, p)
	if len(p) > MaxDatagram {
		c.Fail("length", fmt.Sprintf("at most %d bytes", MaxDatagram), len(p))
	}
	return c
}

// number is any number in a message. Signed ones that may be negative are two's complements.
type number interface {
	~int8 | ~uint8 | ~int16 | ~uint16 | ~int32 | ~uint32 | ~int64 | ~uint64 | ~int
}

// U8 codes a number in a byte.
func U8[T number](c *FieldCoder, field string, v *T) {
	if c.Reading {
		*v = T(c.U8(field))
	} else {
		c.Out = append(c.Out, uint8(*v))
	}
}

// U16 codes a number in 2 bytes.
func U16[T number](c *FieldCoder, field string, v *T) {
	switch {
	case c.Reading:
		*v = T(c.U16(field))
	case c.LittleEndian:
		c.Out = binary.LittleEndian.AppendUint16(c.Out, uint16(*v))
	default:
		c.Out = binary.BigEndian.AppendUint16(c.Out, uint16(*v))
	}
}

// U32 codes a number in 4 bytes.
func U32[T number](c *FieldCoder, field string, v *T) {
	switch {
	case c.Reading:
		*v = T(c.U32(field))
	case c.LittleEndian:
		c.Out = binary.LittleEndian.AppendUint32(c.Out, uint32(*v))
	default:
		c.Out = binary.BigEndian.AppendUint32(c.Out, uint32(*v))
	}
}

// U64 codes a number in 8 bytes.
func U64[T number](c *FieldCoder, field string, v *T) {
	switch {
	case c.Reading:
		*v = T(c.U64(field))
	case c.LittleEndian:
		c.Out = binary.LittleEndian.AppendUint64(c.Out, uint64(*v))
	default:
		c.Out = binary.BigEndian.AppendUint64(c.Out, uint64(*v))
	}
}

// Range8 codes a byte that must be low to high.
func Range8[T number](c *FieldCoder, field string, v *T, low, high uint32) {
	if U8(c, field, v); c.Reading {
		*v = T(c.Within(field, uint32(*v), low, high))
	}
}

// Range16 codes two bytes that must be low to high.
func Range16[T number](c *FieldCoder, field string, v *T, low, high uint32) {
	if c.Reading {
		*v = T(c.Within(field, uint32(c.U16(field)), low, high))
	} else {
		U16(c, field, v)
	}
}

// Bool codes a byte that is 0 or 1.
func (c *FieldCoder) Bool(field string, on *bool) {
	v := btoi(*on)
	if Range8(c, field, &v, 0, 1); c.Reading {
		*on = v == 1
	}
}

// Slot codes the number of a ship, or NoSlot.
func (c *FieldCoder) Slot(field string, slot *uint8) {
	if U8(c, field, slot); !validSlot(*slot) {
		c.Fail(field, "below 64, or 255", *slot)
	}
}

// Text codes a length in one byte and as many bytes of legible text.
func (c *FieldCoder) Text(field string, s *string, longest int) {
	if !c.Reading {
		c.Out = appendText(c.Out, *s, longest)
		return
	}
	n := c.Within(field, uint32(c.U8(field)), 0, uint32(longest))
	*s = string(c.Take(field, int(n)))
	if bad, found := unfit(*s); found {
		c.Fail(field, "legible text", fmt.Sprintf("%U", bad))
		*s = ""
	}
}

// notEmpty refuses an empty text.
func (c *FieldCoder) notEmpty(field, s, want string) {
	if s == "" {
		c.Fail(field, want, `""`)
	}
}

// bytes codes as many bytes as p has.
func (c *FieldCoder) bytes(field string, p []byte) {
	if c.Reading {
		copy(p, c.Take(field, len(p)))
	} else {
		c.Out = append(c.Out, p...)
	}
}

// constant codes a byte that is always the same.
func (c *FieldCoder) constant(field string, v uint8) {
	Range8(c, field, &v, uint32(v), uint32(v))
}

// list8 codes the length of a list in a byte, which must be low to high, and returns the items to code: of those to be written
// at most high.
func list8[T any](c *FieldCoder, field string, items *[]T, low, high int) []T {
	n := min(len(*items), high)
	if Range8(c, field, &n, uint32(low), uint32(high)); c.Reading {
		*items = make([]T, n)
	}
	return (*items)[:n]
}

// list16 codes the length of a list in two bytes, at most high, and returns the items to code, each of which has at least size
// bytes.
func list16[T any](c *FieldCoder, field string, items *[]T, high, size int) []T {
	n := min(len(*items), high)
	if Range16(c, field, &n, 0, uint32(high)); c.Reading {
		if n*size > len(c.Left) {
			c.Fail(field, "no more than the bytes left can hold", n)
			n = 0
		}
		*items = make([]T, n)
	}
	return (*items)[:n]
}
