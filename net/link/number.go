package link

// Number is the number, of 24 bits, by which a host knows a link among the
// datagrams that come in.
type SequenceNumber uint32

const (
	sequenceNumberSize = 3 // bytes of a Number on the wire
	maxSequenceNumber  = 1<<(8*sequenceNumberSize) - 1

	sequenceSize = 2
	sequenceBits = 15 // of those 16; the highest says what the packet is about

	// A host names no link: a client has a socket for each link.
	datagramToHostHeader   = sequenceNumberSize + sequenceSize
	datagramToClientHeader = sequenceSize

	// MaxPacket is the longest packet in a datagram. It leaves 32 bytes for a seal around it in
	// 1,280, the least that every IPv6 path carries, less 48 for its UDP and IP headers.
	maxPacket = 1200

	// MaxSize is the longest datagram that is opened.
	maxSize = datagramToHostHeader + maxPacket + datagramTagSize
)

// Append appends the number as it is on the wire.
func (n SequenceNumber) Append(b []byte) []byte {
	return append(b, byte(n>>16), byte(n>>8), byte(n))
}

// ParseNumber returns the number that b begins with.
func parseSequenceNumber(b []byte) SequenceNumber {
	return SequenceNumber(b[0])<<16 | SequenceNumber(b[1])<<8 | SequenceNumber(b[2])
}

// MayBeToHost reports whether a datagram of n bytes may be one to a host.
func mayBeToHost(n int) bool { return datagramToHostHeader+datagramTagSize <= n && n <= maxSize }
