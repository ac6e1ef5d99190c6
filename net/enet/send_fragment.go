package enet

import "encoding/binary"

// sendFragment is a fragment of a packet, reliable or not.
type sendFragment struct {
	start    uint16 // sequence of the first fragment; if unreliable, number of the packet
	count    uint32 // of the fragments
	number   uint32 // of this one, from 0
	total    uint32 // length of the packet
	offset   uint32 // where this fragment belongs
	fragment []byte
}

const sendFragmentSize = headSize + 20 // and the fragment

func (s *sendFragment) append(b []byte) []byte {
	b = binary.BigEndian.AppendUint16(b, s.start)
	b = binary.BigEndian.AppendUint16(b, uint16(len(s.fragment)))
	b = binary.BigEndian.AppendUint32(b, s.count)
	b = binary.BigEndian.AppendUint32(b, s.number)
	b = binary.BigEndian.AppendUint32(b, s.total)
	b = binary.BigEndian.AppendUint32(b, s.offset)
	return append(b, s.fragment...)
}

func (s *sendFragment) parse(r *reader) {
	s.start = r.u16()
	length := r.u16()
	s.count = r.u32()
	s.number = r.u32()
	s.total = r.u32()
	s.offset = r.u32()
	s.fragment = r.take(int(length))
	r.must(length > 0 && s.fits())
}

// fits reports whether the fragments of the packet can be as this one says: all of one
// length but the last, which is no longer. So fragments that agree on count and total,
// and the one length, leave no gap.
func (s *sendFragment) fits() bool {
	length := s.length()
	count, number, total := uint64(s.count), uint64(s.number), uint64(s.total)
	if number >= count || uint64(s.offset) != number*length || total > count*length || total <= (count-1)*length {
		return false
	}
	return uint64(len(s.fragment)) == min(length, total-number*length)
}

// length returns that of the fragments but the last.
func (s *sendFragment) length() uint64 {
	switch {
	case s.number+1 != s.count:
		return uint64(len(s.fragment))
	case s.number == 0:
		return uint64(s.total)
	}
	return uint64(s.offset) / uint64(s.number)
}
