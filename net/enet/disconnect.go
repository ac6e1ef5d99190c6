package enet

import "encoding/binary"

// disconnect ends a connection.
type disconnect struct {
	data uint32 // whatever who ends it wants to say
}

func (d *disconnect) append(b []byte) []byte { return binary.BigEndian.AppendUint32(b, d.data) }

func (d *disconnect) parse(r *reader) { d.data = r.u32() }
