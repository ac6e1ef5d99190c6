package enet

import "encoding/binary"

// head begins every command.
type head struct {
	kind    kind
	channel uint8
	seq     uint16
}

// control is the channel of what is about the connection.
const control = 0xff

const headSize = 4

func (h head) append(b []byte) []byte {
	return binary.BigEndian.AppendUint16(append(b, uint8(h.kind), h.channel), h.seq)
}

// body is what follows the head of a command.
type body interface {
	// parse reads one. Bytes in it are those of the datagram.
	parse(r *reader)
}

// bodies is memory for a body of each kind, so that parsing allocates nothing.
type bodies struct {
	acknowledge       acknowledge
	connect           connect
	verifyConnect     verifyConnect
	disconnect        disconnect
	ping              ping
	sendReliable      sendReliable
	sendUnreliable    sendUnreliable
	sendUnsequenced   sendUnsequenced
	sendFragment      sendFragment
	bandwidthLimit    bandwidthLimit
	throttleConfigure throttleConfigure
}

// parse reads a command. Its body is good until the next parse.
func (s *bodies) parse(r *reader) (head, body) {
	h := head{kind(r.u8()), r.u8(), r.u16()}
	b := s.of(h.kind)
	if b == nil {
		r.fail()
		return h, nil
	}
	b.parse(r)
	return h, b
}
