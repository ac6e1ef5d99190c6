package enet

import "encoding/binary"

// disconnect ends a connection.
type disconnect struct {
	data uint32 // of the side that ends it, for any use
}

func (d *disconnect) append(b []byte) []byte { return binary.BigEndian.AppendUint32(b, d.data) }

func (d *disconnect) parse(r *reader) { d.data = r.u32() }
