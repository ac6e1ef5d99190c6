package enet

import "encoding/binary"

// connect asks a host for a connection.
type connect struct {
	terms
	data uint32 // whatever the client wants to say
}

func (c *connect) append(b []byte) []byte {
	return binary.BigEndian.AppendUint32(c.terms.append(b), c.data)
}

func (c *connect) parse(r *reader) {
	c.terms.parse(r)
	c.data = r.u32()
}
