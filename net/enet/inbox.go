package enet

// inbox holds what has come until it is received.
type inbox struct {
	packets []Packet // from the first on
	first   int
	weight  int      // of those
	free    [][]byte // memory for packets to come
}

const (
	// maxInbox is as much as may wait by default.
	maxInbox = 256 << 10

	// maxFree is kept for packets to come: those of a turn.
	maxFree = 16
)

// put copies p in, if there is room.
func (in *inbox) put(p Packet) bool {
	if in.weight+len(p.Bytes)+heldWeight > maxInbox {
		return false
	}
	in.weight += len(p.Bytes) + heldWeight
	var room []byte
	if n := len(in.free); n > 0 {
		room, in.free = in.free[n-1], in.free[:n-1]
	}
	p.Bytes = append(room[:0], p.Bytes...)
	if len(in.packets) == cap(in.packets) {
		in.moveUp()
	}
	in.packets = append(in.packets, p)
	return true
}

// take copies the oldest packet into buf and removes it.
func (in *inbox) take(buf []byte) (Packet, bool) {
	if in.first == len(in.packets) {
		return Packet{}, false
	}
	p := in.packets[in.first]
	in.packets[in.first] = Packet{}
	in.first++
	in.weight -= len(p.Bytes) + heldWeight
	if len(in.free) < maxFree {
		in.free = append(in.free, p.Bytes)
	}
	p.Bytes = append(buf[:0], p.Bytes...)
	return p, true
}

// moveUp makes room behind the packets where some before them were taken.
func (in *inbox) moveUp() {
	n := copy(in.packets, in.packets[in.first:])
	clear(in.packets[n:])
	in.packets, in.first = in.packets[:n], 0
}
