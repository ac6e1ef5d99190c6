package enet

// inbox holds what has come until it is received.
type inbox struct {
	packets []Packet
	weight  int      // of packets
	free    [][]byte // memory for packets to come
}

const (
	// mostInbox is as much as may wait by default for who sends.
	mostInbox = 256 << 10

	// mostFree is kept for packets to come: those of a turn.
	mostFree = 16
)

// put copies p in, if there is room.
func (in *inbox) put(p Packet) bool {
	if in.weight+len(p.Bytes)+heldWeight > mostInbox {
		return false
	}
	in.weight += len(p.Bytes) + heldWeight
	var room []byte
	if n := len(in.free); n > 0 {
		room, in.free = in.free[n-1], in.free[:n-1]
	}
	p.Bytes = append(room[:0], p.Bytes...)
	in.packets = append(in.packets, p)
	return true
}

// take copies the oldest packet into buf and removes it.
func (in *inbox) take(buf []byte) (Packet, bool) {
	if len(in.packets) == 0 {
		return Packet{}, false
	}
	p := in.packets[0]
	in.packets[0] = Packet{}
	in.packets = in.packets[1:]
	in.weight -= len(p.Bytes) + heldWeight
	if len(in.free) < mostFree {
		in.free = append(in.free, p.Bytes)
	}
	p.Bytes = append(buf[:0], p.Bytes...)
	return p, true
}
