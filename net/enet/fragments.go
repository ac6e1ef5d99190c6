package enet

// fragments are those of an unreliable packet, in any order. There is one such packet a
// channel at a time: a newer one takes the place of one that is not complete.
type fragments struct {
	after  uint16 // sequence of the reliable command before the packet
	number uint16 // of the packet; 0: there is none
	count  uint32
	total  uint32
	length uint64 // of all but the last
	left   uint32 // fragments that did not come
	came   []bool
	bytes  []byte
}

// put takes a fragment in, and reports whether the packet is complete with it.
func (s *fragments) put(after uint16, f *sendFragment) bool {
	same := s.number == f.start && s.after == after
	newer := int16(after-s.after) > 0 || after == s.after && f.start > s.number
	switch {
	case s.number == 0 || newer:
		s.begin(after, f)
	case !same || s.count != f.count || s.total != f.total || s.length != f.length() || s.came[f.number]:
		return false
	}
	s.came[f.number] = true
	copy(s.bytes[f.offset:], f.fragment)
	s.left--
	return s.left == 0
}

func (s *fragments) begin(after uint16, f *sendFragment) {
	came, bytes := s.came, s.bytes
	*s = fragments{after: after, number: f.start, count: f.count, total: f.total, length: f.length(), left: f.count}
	s.came = room(came, int(f.count))
	s.bytes = room(bytes, int(f.total))
}

// room returns memory for n, all zero.
func room[T any](old []T, n int) []T {
	if cap(old) < n {
		return make([]T, n)
	}
	old = old[:n]
	clear(old)
	return old
}
