package input

import "bytes"

// Sequence is a control sequence: ESC [, a private mark, parameters, intermediates and a final byte (ECMA-48, 5.4).
type Sequence struct {
	Mark   byte // one of < = > ?, or 0
	params [][]byte
	middle []byte // intermediates
	Final  byte
}

// parse parses the bytes between ESC [ and the final byte.
func parse(body []byte, final byte) Sequence {
	s := Sequence{Final: final}
	if len(body) > 0 && body[0] >= '<' && body[0] <= '?' {
		s.Mark, body = body[0], body[1:]
	}
	if i := bytes.IndexFunc(body, func(r rune) bool { return r < '0' }); i >= 0 {
		s.middle, body = body[i:], body[:i]
	}
	if len(body) > 0 {
		s.params = bytes.Split(body, []byte{';'})
	}
	return s
}

// Is reports whether the sequence has a private mark, or 0, and ends in name: its intermediates and final byte.
func (s *Sequence) Is(mark byte, name string) bool {
	end := len(name) - 1
	return s.Mark == mark && s.Final == name[end] && string(s.middle) == name[:end]
}

// Number returns a parameter, or a part of one with colons. It returns otherwise for a missing or invalid number.
func (s *Sequence) Number(param, part, otherwise int) int {
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
