package enet

import "encoding/binary"

// parameters is what Connect proposes and VerifyConnect settles.
type parameters struct {
	number    uint16 // for the headers of what goes to the sender
	incoming  uint8  // sessions, as the client calls them
	outgoing  uint8
	mtu       uint32 // bytes
	window    uint32 // bytes
	channels  uint32 // 1-255
	bandwidth bandwidthLimit
	throttle  throttleConfigure
	connectID uint32
}

// noSession stands for a session before the first.
const noSession = 0xff

const (
	mtu    = 1400
	minMTU = 576
	maxMTU = 4096

	minWindow = 4096
	maxWindow = 65536

	maxChannels = 255
)

func (t *parameters) append(b []byte) []byte {
	b = binary.BigEndian.AppendUint16(b, t.number)
	b = append(b, t.incoming, t.outgoing)
	b = binary.BigEndian.AppendUint32(b, t.mtu)
	b = binary.BigEndian.AppendUint32(b, t.window)
	b = binary.BigEndian.AppendUint32(b, t.channels)
	b = t.bandwidth.append(b)
	b = t.throttle.append(b)
	return binary.BigEndian.AppendUint32(b, t.connectID)
}

// parse takes an MTU and a window out of bounds, as libenet does: they are brought
// into bounds where they are used.
func (t *parameters) parse(r *reader) {
	t.number = r.u16()
	t.incoming = r.u8()
	t.outgoing = r.u8()
	t.mtu = r.u32()
	t.window = r.u32()
	t.channels = r.u32()
	t.bandwidth.parse(r)
	t.throttle.parse(r)
	t.connectID = r.u32()
	r.must(t.number < noPeer)
	r.must(t.channels >= 1 && t.channels <= maxChannels)
}
