package link

import (
	"encoding/binary"
)

// number is a packet that says n.
func datagramNumber(n int) []byte { return binary.BigEndian.AppendUint32(nil, uint32(n)) }
