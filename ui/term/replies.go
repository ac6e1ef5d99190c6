package term

import "bytes"

// nextReply returns the first whole control sequence in b, which is how a terminal
// answers, and what comes after it. Where there is none, it returns false.
func nextReply(b []byte) (seq csi, rest []byte, ok bool) {
	start := bytes.Index(b, []byte("\x1b["))
	if start < 0 {
		return csi{}, b, false
	}
	b = b[start:]
	n := sequenceSize(b)
	if n == len("\x1b[") || b[n-1] < '@' { // the rest is still to come
		return csi{}, b, false
	}
	return parseCSI(b[:n]), b[n:], true
}

// is reports whether the sequence has a private mark, or 0, and ends in name.
func (s *csi) is(mark byte, name string) bool {
	return s.mark == mark && s.middle == (len(name) > 1) && bytes.HasSuffix(s.raw, []byte(name))
}
