package term

import (
	"bytes"
	"strings"
)

// squeezer says what tcell says in fewer bytes. tcell resets the pen before each
// change of colours and then sets both; here only what differs from what the
// terminal has is sent, and a move within a row by how far it is.
//
// It understands what tcell sends within a frame: text, SGR, absolute moves, and
// sequences that leave pen and cursor alone.
type squeezer struct {
	has, wants pen  // what the terminal draws with, and what tcell thinks it does
	lost       bool // has is not known
	at         cursor
	hidden     bool // the cursor is
}

// pen is what text is drawn with: parameters of SGR (ECMA-48, 8.3.117), "" for
// what the terminal has by itself.
type pen struct {
	ink, ground string
	manner      string // bold, underlined and so on, each with a ";" before it
}

const hideCursor = "\x1b[?25l"

// frame appends a frame of tcell's to out, squeezed.
func (s *squeezer) frame(out, frame []byte) []byte {
	for len(frame) > 0 {
		if frame[0] != '\x1b' {
			s.at.wrote(frame)
			out = append(s.change(out, s.wants), frame[0])
			frame = frame[1:]
			continue
		}
		n := sequenceSize(frame)
		seq := frame[:n]
		frame = frame[n:]
		switch {
		case string(seq) == hideCursor && s.hidden:
		case n > 2 && seq[1] == '[' && seq[n-1] == 'm':
			s.wants.set(string(seq[2 : n-1]))
		case n > 2 && seq[1] == '[' && seq[n-1] == 'H':
			out = s.at.goTo(out, seq)
		default:
			s.hidden = string(seq) == hideCursor || s.hidden && !bytes.Contains(seq, []byte("25h"))
			out = append(out, seq...)
		}
	}
	return out
}

// others returns what must come before bytes that are no frame, after which
// nothing is known any more.
func (s *squeezer) others() (before []byte) {
	if s.has != s.wants {
		before = s.change(nil, s.wants)
	}
	s.lost, s.hidden, s.at = true, false, cursor{}
	return before
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

// change appends what makes the pen another one.
func (s *squeezer) change(out []byte, to pen) []byte {
	if !s.lost && s.has == to {
		return out
	}
	var b []byte
	if s.lost || !strings.HasPrefix(to.manner, s.has.manner) || to == (pen{}) {
		s.has = pen{}
		if b = append(b, ';'); to != (pen{}) {
			b = append(b, '0') // alone, it may be left out
		}
	}
	b = append(b, to.manner[len(s.has.manner):]...)
	b = appendColour(b, s.has.ink, to.ink, "39")
	b = appendColour(b, s.has.ground, to.ground, "49")
	s.has, s.lost = to, false
	out = append(out, "\x1b["...)
	return append(append(out, b[1:]...), 'm')
}

func appendColour(b []byte, has, to, none string) []byte {
	switch {
	case has == to:
		return b
	case to == "":
		to = none
	}
	return append(append(b, ';'), to...)
}

// set changes the pen as the parameters of an SGR do.
func (p *pen) set(parameters string) {
	for {
		one, rest, more := strings.Cut(parameters, ";")
		switch {
		case one == "" || one == "0":
			*p = pen{}
		case one == "38" || one == "48":
			size := colourSize(rest)
			colour := one + ";" + rest[:size]
			rest = strings.TrimPrefix(rest[size:], ";")
			more = rest != ""
			if one == "38" {
				p.ink = shortest(colour)
			} else {
				p.ground = shortest(colour)
			}
		case one == "39":
			p.ink = ""
		case one == "49":
			p.ground = ""
		case len(one) == 2 && (one[0] == '3' || one[0] == '9'):
			p.ink = one
		case len(one) == 2 && one[0] == '4' || len(one) == 3 && one[:2] == "10":
			p.ground = one
		case !strings.Contains(p.manner+";", ";"+one+";"):
			p.manner += ";" + one
		}
		if !more {
			return
		}
		parameters = rest
	}
}

// colourSize returns how much of the parameters after 38 or 48 belongs to it.
func colourSize(rest string) int {
	fields := 2 // 5 and a number
	if strings.HasPrefix(rest, "2;") {
		fields = 4 // 2, red, green and blue
	}
	for i := range rest {
		if rest[i] == ';' {
			if fields--; fields == 0 {
				return i
			}
		}
	}
	return len(rest)
}

// shortest returns the shortest parameters of a colour: the first 16 of the palette
// have some of their own.
func shortest(colour string) string {
	kind, number, _ := strings.Cut(colour, ";5;")
	if len(number) == 1 && number[0] < '8' {
		return kind[:1] + number
	}
	return colour
}
