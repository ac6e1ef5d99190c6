package term

import "bytes"

// csi is a control sequence: ESC [, a private mark, parameters, intermediates
// and a final byte, as ECMA-48 has them (5.4).
type csi struct {
	raw    []byte // all of it
	mark   byte   // one of < = > ?, or 0
	params [][]byte
	middle bool // there are intermediates
	final  byte
}

// parseCSI takes a whole sequence apart, which the filter has found to be one.
func parseCSI(raw []byte) csi {
	end := len(raw) - 1
	seq := csi{raw: raw, final: raw[end]}
	body := raw[len("\x1b["):end]
	if len(body) > 0 && body[0] >= '<' && body[0] <= '?' {
		seq.mark, body = body[0], body[1:]
	}
	if i := bytes.IndexFunc(body, func(r rune) bool { return r < '0' }); i >= 0 {
		seq.middle, body = true, body[:i]
	}
	if len(body) > 0 {
		seq.params = bytes.Split(body, []byte{';'})
	}
	return seq
}

// number returns a parameter, or a part of one that is divided by colons, and
// otherwise if it is left out or no number.
func (s *csi) number(param, part, otherwise int) int {
	if param >= len(s.params) {
		return otherwise
	}
	parts := bytes.Split(s.params[param], []byte{':'})
	if part >= len(parts) || len(parts[part]) == 0 {
		return otherwise
	}
	n := 0
	for _, digit := range parts[part] {
		if digit < '0' || digit > '9' || n > 1<<24 { // more than any rune or virtual key
			return otherwise
		}
		n = n*10 + int(digit-'0')
	}
	return n
}

// sequenceSize returns how long the escape sequence is that b begins with.
func sequenceSize(b []byte) int {
	if len(b) < 2 || b[1] != '[' {
		return min(len(b), 2)
	}
	for i, c := range b[2:] {
		if c >= '@' && c <= '~' {
			return 2 + i + 1
		}
	}
	return len(b)
}
