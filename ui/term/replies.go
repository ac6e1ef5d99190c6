package term

import "bytes"

// reply is what a terminal answers with: a control sequence or, where command is not nil, the
// text of an operating system command.
type reply struct {
	csi
	command []byte
}

// nextReply returns the first whole reply in b, and what comes after it. Where there is none,
// it returns false.
func nextReply(b []byte) (r reply, rest []byte, ok bool) {
	for start := bytes.IndexByte(b, '\x1b'); start >= 0; start = bytes.IndexByte(b, '\x1b') {
		b = b[start:]
		switch {
		case len(b) < 2:
			return reply{}, b, false
		case b[1] == '[':
			return nextSequence(b)
		case b[1] == ']':
			return nextCommand(b)
		}
		b = b[1:]
	}
	return reply{}, b, false
}

// nextSequence is nextReply where b begins with the introducer of a control sequence.
func nextSequence(b []byte) (r reply, rest []byte, ok bool) {
	n := sequenceSize(b)
	if n == len("\x1b[") || b[n-1] < '@' { // the rest is still to come
		return reply{}, b, false
	}
	return reply{csi: parseCSI(b[:n])}, b[n:], true
}

// nextCommand is nextReply where b begins with that of an operating system command, which
// ends in BEL or ESC \.
func nextCommand(b []byte) (r reply, rest []byte, ok bool) {
	text := b[len("\x1b]"):]
	end := bytes.IndexAny(text, "\a\x1b")
	if end < 0 {
		return reply{}, b, false
	}
	rest = text[end:]
	if rest[0] == '\a' {
		return reply{command: text[:end:end]}, rest[1:], true
	}
	if len(rest) < 2 {
		return reply{}, b, false
	}
	return reply{command: text[:end:end]}, bytes.TrimPrefix(rest, []byte("\x1b\\")), true
}

// is reports whether the sequence has a private mark, or 0, and ends in name.
func (s *csi) is(mark byte, name string) bool {
	return s.mark == mark && s.middle == (len(name) > 1) && bytes.HasSuffix(s.raw, []byte(name))
}
