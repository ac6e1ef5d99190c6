package relay

import (
	"encoding/binary"
	"net/netip"
)

// Kinds of datagrams, their first byte.
const (
	Data  = 0xd0
	Bind  = 0xd1
	Bound = 0xd2
)

const (
	// DataHeader is the length of the kind and the number before the datagram of an end.
	DataHeader = 9

	bindSize    = 40
	boundSize   = 35
	maxDatagram = 1500
)

// AppendDataHeader begins a datagram with data.
func AppendDataHeader(b []byte, number uint64) []byte {
	return binary.BigEndian.AppendUint64(append(b, Data), number)
}

// ParseData returns the number of an end and the datagram within b.
func ParseData(b []byte) (number uint64, inner []byte, ok bool) {
	if len(b) < DataHeader || len(b) > maxDatagram || b[0] != Data {
		return 0, nil, false
	}
	return binary.BigEndian.Uint64(b[1:]), b[DataHeader:], true
}

// AppendBind appends an end's request to be bound, with the challenge of the relay's last answer, or 0 at first.
func AppendBind(b []byte, number, challenge uint64) []byte {
	b = append(b, Bind)
	b = binary.BigEndian.AppendUint64(b, number)
	b = binary.BigEndian.AppendUint64(b, challenge)
	return append(b, make([]byte, bindSize-17)...)
}

func parseBind(b []byte) (number, challenge uint64, ok bool) {
	if len(b) != bindSize || b[0] != Bind {
		return 0, 0, false
	}
	return binary.BigEndian.Uint64(b[1:]), binary.BigEndian.Uint64(b[9:]), true
}

// BoundAnswer is a relay's answer to a bind.
type BoundAnswer struct {
	Number    uint64
	Challenge uint64         // to bind with; 0 once bound
	Reflexive netip.AddrPort // the source of the bind
}

func (a *BoundAnswer) append(b []byte) []byte {
	b = append(b, Bound)
	b = binary.BigEndian.AppendUint64(b, a.Number)
	b = binary.BigEndian.AppendUint64(b, a.Challenge)
	return appendAddress(b, a.Reflexive)
}

// ParseBound parses a relay's answer to a bind.
func ParseBound(b []byte) (a BoundAnswer, ok bool) {
	if len(b) != boundSize || b[0] != Bound {
		return a, false
	}
	return BoundAnswer{binary.BigEndian.Uint64(b[1:]), binary.BigEndian.Uint64(b[9:]), parseAddress(b[17:])}, true
}
