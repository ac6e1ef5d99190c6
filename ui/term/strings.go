package term

import "time"

// begin takes the byte after ESC and P, ], X, ^ or _. These begin a string if
// it goes on like those that terminals send, and were typed with Alt otherwise;
// tcell would wait for the end of the string in vain.
func (f *filter) begin(dst []byte, b byte, now time.Time) []byte {
	graphics, command := f.held[1] == '_' && b == 'G', f.held[1] == ']'
	dst = f.settle(dst)
	f.drop()
	if b > ' ' && b < '@' || graphics {
		f.lost, f.count = text, 0
		f.told, f.tells = append(f.told[:0], b), command
		return dst
	}
	return f.step(dst, b, now)
}

// skip drops a byte of what is lost, or finds its end.
func (f *filter) skip(dst []byte, b byte, now time.Time) []byte {
	was := f.lost
	f.count++
	switch {
	case was == textEscape && b != '\\': // a new sequence
		f.lost, f.held = nothing, append(f.held, '\x1b')
		return f.step(dst, b, now)
	case was == textEscape, was == text && b == '\a':
		f.lost = nothing
		f.hear()
	case was == sequence && b >= '@' && b < 0x7f:
		f.lost = nothing
	case was == text && b == '\x1b':
		f.lost = textEscape
	case b < ' ' || was == text && f.count > maxText || was == sequence && b >= 0x7f:
		f.lost = nothing // it was none: Ctrl-C always leaves
		return f.step(dst, b, now)
	case was == text && len(f.told) <= maxAnswer:
		f.told = append(f.told, b)
	}
	return dst
}

// hear takes an operating system command, which is how the terminal tells its colours.
func (f *filter) hear() {
	if f.tells && f.ground != nil {
		f.ground.learn(f.told)
	}
}
