package link

// connection is the number, of 24 bits, by which a host knows a link among the
// datagrams that come in.
type connection uint32

const (
	connectionSize = 3
	sequenceSize   = 2
	sequenceBits   = 15 // of those 16; the highest says what the packet is about

	// A host names no connection: a client has a socket for each link.
	toHostHeader   = connectionSize + sequenceSize
	toClientHeader = sequenceSize

	maxConnection = 1<<(8*connectionSize) - 1

	// maxDatagram is the longest that is opened.
	maxDatagram = toHostHeader + MaxData + tagSize
)

func (c connection) append(b []byte) []byte {
	return append(b, byte(c>>16), byte(c>>8), byte(c))
}

// parseConnection returns the number that b begins with.
func parseConnection(b []byte) connection {
	return connection(b[0])<<16 | connection(b[1])<<8 | connection(b[2])
}

// mayBeToHost reports whether a datagram of n bytes may be one to a host.
func mayBeToHost(n int) bool { return toHostHeader+tagSize <= n && n <= maxDatagram }
