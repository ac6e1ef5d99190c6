package enet

import "encoding/binary"

// throttleConfigure says how its sender wants unreliable packets held back as the
// round trip grows. It is not applied, but a client insists on its own coming back.
type throttleConfigure struct {
	interval     uint32 // ms
	acceleration uint32
	deceleration uint32
}

var usualThrottle = throttleConfigure{5000, 2, 2}

func (t *throttleConfigure) append(b []byte) []byte {
	b = binary.BigEndian.AppendUint32(b, t.interval)
	b = binary.BigEndian.AppendUint32(b, t.acceleration)
	return binary.BigEndian.AppendUint32(b, t.deceleration)
}

func (t *throttleConfigure) parse(r *reader) {
	t.interval = r.u32()
	t.acceleration = r.u32()
	t.deceleration = r.u32()
}
