package rtype

import (
	"dogfight/proto"
)

// reader takes a packet apart.
type reader struct {
	proto.ByteReader
	wire Wire
}

// open begins to read a packet behind its header, which must be that of the type.
func (w Wire) open(p []byte, of Type) reader {
	r := reader{ByteReader: proto.ByteReader{Message: of.String()}, wire: w}
	t, err := w.TypeOf(p)
	switch {
	case err != nil:
		r.Stop(err)
	case t != of:
		r.Fail("type", of.String(), t)
	default:
		r.Left = p[headerSize:]
	}
	return r
}

// id reads the id of an entity.
func (r *reader) id(field string) uint64 {
	if r.wire.Code {
		return r.U64(field)
	}
	return uint64(r.U32(field))
}

// float reads a number that is neither NaN nor infinite.
func (r *reader) float(field string) float32 {
	r.LittleEndian = !r.wire.bigEndian()
	v := r.Finite(field)
	r.LittleEndian = false
	return v
}

// axis reads a number that is -1 to 1.
func (r *reader) axis(field string) float32 {
	v := r.float(field)
	if v < -1 || v > 1 {
		r.Fail(field, "-1 to 1", v)
		return 0
	}
	return v
}
