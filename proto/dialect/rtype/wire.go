package rtype

import (
	"encoding/binary"
	"fmt"
	"math"
)

// Wire is how packets are written on a listener. The zero value is as the document
// has it. Both ends must have the same.
type Wire struct {
	Code            bool // as the program writes them, not its document
	Later           bool // of the program: as its later commits do
	BigEndianFloats bool // of the document's packets; the program's always are
}

// Version is the one version of the protocol.
const Version = 1

const headerSize = 4

// TypeOf looks at the header of a packet, which p must hold from its first byte to
// its last. The error says what in it is wrong.
func (w Wire) TypeOf(p []byte) (Type, error) {
	if len(p) < headerSize {
		return 0, fmt.Errorf("header must be %d bytes, got %d", headerSize, len(p))
	}
	if p[1] != Version {
		return 0, fmt.Errorf("header: version must be %d, got %d", Version, p[1])
	}
	size := int(binary.BigEndian.Uint16(p[2:]))
	if !w.Code && p[0] == 0x02 && len(p) == inputSize && size == inputSize+1 {
		return InputType, nil // as the table of the document has it
	}
	if size != len(p) {
		return 0, fmt.Errorf("header: size must be %d, got %d", len(p), size)
	}
	for i := range kinds {
		if n := w.number(i); n != 0 && n == p[0] {
			return kinds[i].of, nil
		}
	}
	return 0, fmt.Errorf("header: type must be known, got 0x%02x", p[0])
}

// number returns what one of the kinds has for a number, or 0 if the wire does not have it.
func (w Wire) number(kind int) uint8 {
	switch k := &kinds[kind]; {
	case w.Later:
		return k.later
	case w.Code:
		return k.code
	default:
		return k.document
	}
}

func (w Wire) appendHeader(b []byte, t Type, size int) []byte {
	number := uint8(0)
	for i := range kinds {
		if kinds[i].of == t {
			number = w.number(i)
		}
	}
	return binary.BigEndian.AppendUint16(append(b, number, Version), uint16(size))
}

func (w Wire) appendFloat(b []byte, v float32) []byte {
	if w.bigEndian() {
		return binary.BigEndian.AppendUint32(b, math.Float32bits(v))
	}
	return binary.LittleEndian.AppendUint32(b, math.Float32bits(v))
}

func (w Wire) bigEndian() bool { return w.Code || w.BigEndianFloats }

// appendID appends the id of an entity.
func (w Wire) appendID(b []byte, id uint64) []byte {
	if w.Code {
		return binary.BigEndian.AppendUint64(b, id)
	}
	return binary.BigEndian.AppendUint32(b, uint32(id))
}

func (w Wire) idSize() int { return w.either(4, 8) }

// either returns a size by the document, or by the code.
func (w Wire) either(document, code int) int {
	if w.Code {
		return code
	}
	return document
}
