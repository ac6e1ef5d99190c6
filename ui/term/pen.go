package term

import "strconv"

// pen is what text is written with. The zero value is what a terminal begins with.
type pen struct {
	ink, ground colour
	manner      manner
}

// change appends what makes the pen another one (SGR, ECMA-48 8.3.117): what differs,
// after a reset if something has to go that only a reset takes away. Bright says that
// the upper 8 of 16 colours have parameters of their own.
func (p *pen) change(out []byte, to pen, bright bool) []byte {
	switch {
	case *p == to:
		return out
	case to == pen{}:
		*p = to
		return append(out, "\x1b[m"...)
	}
	out = append(out, "\x1b["...)
	if p.manner&^to.manner != 0 {
		*p = pen{}
		out = append(out, "0;"...)
	}
	for i := range manners {
		if to.manner&^p.manner&(1<<i) != 0 {
			out = append(append(out, manners[i].parameter...), ';')
		}
	}
	if to.ink != p.ink {
		out = append(to.ink.append(out, 30, bright), ';')
	}
	if to.ground != p.ground {
		out = append(to.ground.append(out, 40, bright), ';')
	}
	*p = to
	out[len(out)-1] = 'm'
	return out
}

// append appends the parameters of SGR for the colour of ink, from 30 on, or of the
// ground, from 40 on.
func (c colour) append(out []byte, from int, bright bool) []byte {
	switch {
	case c == 0:
		return appendNumber(out, from+9)
	case c&anyRGB != 0:
		out = append(appendNumber(out, from+8), ";2"...)
		for _, shift := range [...]int{16, 8, 0} {
			out = appendNumber(append(out, ';'), int(c>>shift&0xff))
		}
		return out
	case c <= 8:
		return appendNumber(out, from+int(c)-1)
	case c <= 16 && bright:
		return appendNumber(out, from+60+int(c)-9)
	}
	return appendNumber(append(appendNumber(out, from+8), ";5;"...), int(c)-1)
}

func appendNumber(out []byte, n int) []byte { return strconv.AppendInt(out, int64(n), 10) }
