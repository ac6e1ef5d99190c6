package enet

// packet is a reliable one whose fragments come in order.
type packet struct {
	bytes []byte // as far as they came
	start uint16
	total uint32
}

// join adds a fragment, and reports whether it is the next.
func (k *packet) join(seq uint16, f *sendFragment) bool {
	if f.start+uint16(f.number) != seq || int(f.offset) != len(k.bytes) {
		return false
	}
	if f.number == 0 {
		k.start, k.total = f.start, f.total
	}
	if f.start != k.start || f.total != k.total {
		return false
	}
	k.bytes = append(k.bytes, f.fragment...)
	return true
}

func (k *packet) isBegun() bool { return len(k.bytes) > 0 }

func (k *packet) isWhole() bool { return len(k.bytes) == int(k.total) }

// take returns the packet, whose bytes are good until the next join.
func (k *packet) take() []byte {
	b := k.bytes
	k.bytes = k.bytes[:0]
	return b
}
