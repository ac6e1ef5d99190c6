package input

import "time"

// lost is what is dropped until its end.
type lost uint8

const (
	nothing    lost = 0
	sequence   lost = 1 // a control sequence that is too long
	text       lost = 2 // a device control string, an operating system command or the like
	textEscape lost = 3 // an ESC in it
)

const (
	// maxText is how many bytes a string may have; then it is none.
	maxText = 4096
	// maxAnswer is how many bytes of a string are kept, for an answer that tells a colour or a version.
	maxAnswer = 64
)

// string takes the byte after ESC and P, ], X, ^ or _. These begin a string if it goes on
// like those that terminals send; otherwise they were typed with Alt.
func (d *Decoder) string(b byte, now time.Time) {
	graphics, tells := d.held[1] == '_' && b == 'G', d.held[1]
	if b <= ' ' || b >= '@' && !graphics {
		d.again(b, now)
		return
	}
	d.settle()
	d.drop()
	d.lost, d.count = text, 0
	d.text, d.tells = append(d.text[:0], b), tells
}

// skip drops a byte of what is lost, or finds its end.
func (d *Decoder) skip(b byte, now time.Time) {
	was := d.lost
	d.count++
	switch {
	case was == textEscape && b != '\\': // a new sequence
		d.lost, d.held = nothing, append(d.held, esc)
		d.step(b, now)
	case was == textEscape, was == text && b == '\a':
		d.lost = nothing
		switch d.tells {
		case ']':
			d.answer(TerminalAnswer{Command: d.text})
		case 'P':
			d.answer(TerminalAnswer{Device: d.text})
		}
	case was == sequence && b >= '@' && b < 0x7f:
		d.lost = nothing
	case was == text && b == esc:
		d.lost = textEscape
	case b < ' ' || was == text && d.count > maxText || was == sequence && b >= 0x7f:
		d.lost = nothing // it was none: Ctrl-C always leaves
		d.step(b, now)
	case was == text && len(d.text) <= maxAnswer:
		d.text = append(d.text, b)
	}
}
