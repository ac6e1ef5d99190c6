package proto

import (
	"encoding/binary"
	"fmt"
)

// fieldCoder writes the fields of a message or reads them, so that one list of fields serves both ways. Its functions take the
// name of a field and a pointer to it. Writing changes nothing of the message, so several goroutines may write the same one, and
// checks nothing: an error has no effect then.
type fieldCoder struct {
	ByteReader        // for reading
	out        []byte // the bytes written
	reading    bool
}

// MaxDatagram is the longest message on the data channel.
const MaxDatagram = 1200

func readFields(message string, p []byte) fieldCoder {
	return fieldCoder{ByteReader: ByteReader{Message: message, Left: p}, reading: true}
}

// readDatagram begins to read a message of the data channel.
func readDatagram(message string, p []byte) fieldCoder {
	c := readFields(message, p)
	if len(p) > MaxDatagram {
		c.Fail("length", fmt.Sprintf("at most %d bytes", MaxDatagram), len(p))
	}
	return c
}

// number is any number in a message. Signed ones that may be negative are two's complements.
type number interface {
	~int8 | ~uint8 | ~int16 | ~uint16 | ~int32 | ~uint32 | ~uint64 | ~int
}

func u8[T number](c *fieldCoder, field string, v *T) {
	if c.reading {
		*v = T(c.U8(field))
	} else {
		c.out = append(c.out, uint8(*v))
	}
}

func u16[T number](c *fieldCoder, field string, v *T) {
	if c.reading {
		*v = T(c.U16(field))
	} else {
		c.out = binary.BigEndian.AppendUint16(c.out, uint16(*v))
	}
}

func u32[T number](c *fieldCoder, field string, v *T) {
	if c.reading {
		*v = T(c.U32(field))
	} else {
		c.out = binary.BigEndian.AppendUint32(c.out, uint32(*v))
	}
}

func u64[T number](c *fieldCoder, field string, v *T) {
	if c.reading {
		*v = T(c.U64(field))
	} else {
		c.out = binary.BigEndian.AppendUint64(c.out, uint64(*v))
	}
}

// range8 codes a byte that must be low to high.
func range8[T number](c *fieldCoder, field string, v *T, low, high uint32) {
	if u8(c, field, v); c.reading {
		*v = T(c.Within(field, uint32(*v), low, high))
	}
}

// range16 codes two bytes that must be low to high.
func range16[T number](c *fieldCoder, field string, v *T, low, high uint32) {
	if c.reading {
		*v = T(c.Within(field, uint32(c.U16(field)), low, high))
	} else {
		u16(c, field, v)
	}
}

func (c *fieldCoder) flag(field string, on *bool) {
	v := btoi(*on)
	if range8(c, field, &v, 0, 1); c.reading {
		*on = v == 1
	}
}

// slot codes the number of a ship, or NoSlot.
func (c *fieldCoder) slot(field string, slot *uint8) {
	if u8(c, field, slot); !validSlot(*slot) {
		c.Fail(field, "below 64, or 255", *slot)
	}
}

// text codes a length in one byte and as many bytes of legible text.
func (c *fieldCoder) text(field string, s *string, longest int) {
	if !c.reading {
		c.out = AppendText(c.out, *s, longest)
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
func (c *fieldCoder) notEmpty(field, s, want string) {
	if s == "" {
		c.Fail(field, want, `""`)
	}
}

// bytes codes as many bytes as p has.
func (c *fieldCoder) bytes(field string, p []byte) {
	if c.reading {
		copy(p, c.Take(field, len(p)))
	} else {
		c.out = append(c.out, p...)
	}
}

// constant codes a byte that is always the same.
func (c *fieldCoder) constant(field string, v uint8) {
	range8(c, field, &v, uint32(v), uint32(v))
}

// list8 codes the length of a list in a byte, which must be low to high, and returns the items to code: of those to be written
// at most high.
func list8[T any](c *fieldCoder, field string, items *[]T, low, high int) []T {
	n := min(len(*items), high)
	if range8(c, field, &n, uint32(low), uint32(high)); c.reading {
		*items = make([]T, n)
	}
	return (*items)[:n]
}

// list16 codes the length of a list in two bytes, at most high, and returns the items to code, each of which has at least size
// bytes.
func list16[T any](c *fieldCoder, field string, items *[]T, high, size int) []T {
	n := min(len(*items), high)
	if range16(c, field, &n, 0, uint32(high)); c.reading {
		if n*size > len(c.Left) {
			c.Fail(field, "no more than the bytes left can hold", n)
			n = 0
		}
		*items = make([]T, n)
	}
	return (*items)[:n]
}
