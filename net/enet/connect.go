package enet

import "encoding/binary"

// connect asks a host for a connection.
type connect struct {
	parameters
	data uint32 // of the client, for any use
}

func (c *connect) append(b []byte) []byte {
	return binary.BigEndian.AppendUint32(c.parameters.append(b), c.data)
}

func (c *connect) parse(r *reader) {
	c.parameters.parse(r)
	c.data = r.u32()
}
