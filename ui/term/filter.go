package term

import "time"

// filter stands before tcell in the input. It makes what tcell cannot read into
// what it can: reports of keys by kitty's protocol and by Windows consoles. It
// takes answers of the terminal out, which tcell would take for keys, and passes
// all else on, byte for byte.
//
//	terminal ──► onlyUTF8 ──► filter ──► tcell ──► pump ──► Events
//	                           │  └─ a release: begin, press, end ─┘
//	                           └► keyboard, flow, background: what the terminal answered
//
// Whoever is at the other end may send anything, in pieces of any size: at most
// maxHeld bytes of it are kept.
type filter struct {
	keyboard *keyboard // learns what the terminal says of itself
	flow     *flow     // and when it answers; may be nil
	ground   *background
	marks    marks

	held  []byte // of a sequence, from its ESC on
	lost  lost   // the rest of this is dropped
	count int    // bytes of a string that were dropped
	told  []byte // the beginning of an operating system command, without its introducer
	tells bool   // what is dropped is one

	buttons mouseButtons

	escaped time.Time // when an ESC alone in held was passed on; zero if it was not
	before  bool      // tcell has an ESC from before the one in held

	inner *filter // of the bytes that win32 reports stand for; it has none itself
}

// lost is what the filter drops until its end.
type lost uint8

const (
	nothing    lost = 0
	sequence   lost = 1 // a control sequence that is too long
	text       lost = 2 // a device control string, an operating system command or the like
	textEscape lost = 3 // an ESC in it
)

const (
	maxHeld = 64   // bytes; the longest report of a key has 40
	maxText = 4096 // bytes; then it is no string, or nobody's business

	// escapeWait is how long an ESC alone may yet become a sequence. tcell makes
	// it the Escape key just after that.
	escapeWait = 50 * time.Millisecond

	// endEscape takes back an ESC that was passed on, before tcell makes it the
	// key: together they end a string, and there is none.
	endEscape = '\\'

	// escapeKey is the Escape key at once, in kitty's protocol.
	escapeKey = "\x1b[27;1u"
)

func newFilter(k *keyboard, m marks) *filter {
	return &filter{keyboard: k, marks: m, inner: &filter{keyboard: k, marks: m}}
}

// pass appends to dst what becomes of input, which came at the time now.
func (f *filter) pass(dst, input []byte, now time.Time) []byte {
	if !f.escaped.IsZero() && now.Sub(f.escaped) > escapeWait {
		f.drop() // it was the key
	}
	for _, b := range input {
		dst = f.step(dst, b, now)
	}
	return dst
}

// passEscape appends an ESC that nothing has followed yet, which may be a key.
func (f *filter) passEscape(dst []byte, now time.Time) []byte {
	if f.inner != nil && len(f.inner.held) > 0 {
		return f.inner.passEscape(dst, now) // two would be Alt with what follows
	}
	if len(f.held) == 1 && f.escaped.IsZero() {
		dst = append(f.settle(dst), '\x1b')
		f.escaped = now
	}
	return dst
}

// settle makes the ESC before the one in held the key, if there is one. tcell would
// take any number of them for one Alt, and wait for what comes with it.
func (f *filter) settle(dst []byte) []byte {
	if !f.before {
		return dst
	}
	f.before = false
	return append(append(dst, endEscape), escapeKey...)
}

// breakOff ends what reports stood for, before something else is passed on.
func (f *filter) breakOff(dst []byte, now time.Time) []byte {
	if f.inner == nil || len(f.inner.held) == 0 {
		return dst
	}
	if at := f.inner.escaped; !at.IsZero() && now.Sub(at) <= escapeWait {
		dst = append(dst, endEscape)
	}
	f.inner.drop()
	return dst
}

func (f *filter) step(dst []byte, b byte, now time.Time) []byte {
	switch {
	case f.lost != nothing:
		return f.skip(dst, b, now)
	case len(f.held) == 0 && b != '\x1b':
		return append(f.breakOff(dst, now), b)
	case len(f.held) == 0:
		f.held = append(f.held, b)
		return dst
	case len(f.held) == 1:
		return f.introduce(dst, b, now)
	case f.held[1] == 'N', f.held[1] == 'O', string(f.held) == "\x1b[[":
		return f.last(dst, b, now)
	case f.held[1] == '[':
		return f.control(dst, b, now)
	}
	return f.begin(dst, b, now)
}

// introduce takes the byte after an ESC.
func (f *filter) introduce(dst []byte, b byte, now time.Time) []byte {
	switch b {
	case '[', 'N', 'O', 'P', ']', 'X', '^', '_':
		if !f.escaped.IsZero() {
			dst = append(dst, endEscape)
			f.escaped = time.Time{}
		}
		f.held = append(f.held, b)
		return dst
	}
	dst = f.settle(dst)
	if f.escaped.IsZero() {
		dst = append(f.breakOff(dst, now), '\x1b')
	}
	f.drop()
	f.before = true
	switch {
	case b == '\x1b': // the one before was the key, or is Alt with this one
		f.held = append(f.held, b)
		return dst
	case b < ' ' && b != '\t': // tcell would make a letter of Alt with a control key
		dst = f.settle(dst)
	}
	f.before = false
	return append(dst, b)
}

// control takes the next byte of a control sequence.
func (f *filter) control(dst []byte, b byte, now time.Time) []byte {
	switch {
	case b < ' ' || b >= 0x7f: // broken off
		dst = f.settle(dst)
		f.drop()
		return f.step(dst, b, now)
	case b >= '@' && (b != '[' || len(f.held) > len("\x1b[")):
		return f.whole(dst, parseCSI(append(f.held, b)), now)
	case len(f.held) == maxHeld:
		dst = f.settle(dst)
		f.drop()
		f.lost = sequence
		return dst
	}
	f.held = append(f.held, b)
	return dst
}

// last takes the byte after ESC N or ESC O, which make a key of a keypad, or after
// ESC [ [, by which the Linux console sends its first function keys. tcell waits
// for it, whatever comes.
func (f *filter) last(dst []byte, b byte, now time.Time) []byte {
	begun := string(f.held)
	if b < ' ' || b >= 0x7f {
		dst = f.settle(dst)
		f.drop()
		return f.step(dst, b, now)
	}
	f.drop()
	dst = append(f.breakOff(dst, now), begun...)
	return append(dst, b)
}

// whole takes a control sequence.
func (f *filter) whole(dst []byte, seq csi, now time.Time) []byte {
	if !goesWithAlt(&seq) {
		dst = f.settle(dst)
	}
	f.drop() // seq has the bytes
	switch {
	case seq.mark == '?' || seq.mark == '>' || seq.mark == '=': // no key has these
		f.keyboard.learn(&seq)
		if seq.is('?', "c") && f.ground != nil {
			f.ground.end()
		}
		return dst
	case seq.final == 'n': // nor ends one so
		if f.flow != nil && seq.mark == 0 && !seq.middle {
			f.flow.answer(now)
		}
		return dst
	case seq.final == '[': // tcell would take the next byte for a function key
		return dst
	case isMouse(&seq):
		return f.buttons.report(f.breakOff(dst, now), &seq)
	case seq.middle || seq.mark != 0:
	case seq.final == '_':
		return f.win32(dst, parseWin32(&seq), now)
	case isKittyKey(&seq):
		return f.key(dst, kittyKey(&seq), now)
	}
	return append(f.breakOff(dst, now), seq.raw...)
}

// goesWithAlt reports whether a sequence is a key of old terminals, which put an ESC
// before it for Alt.
func goesWithAlt(seq *csi) bool {
	return seq.mark == 0 && !seq.middle && (len(seq.params) == 0 || seq.final == '~' && seq.number(0, 0, 0) < pasteBegins)
}

// pasteBegins is the lowest number of a key that is none: 200 and 201 go around what
// is pasted.
const pasteBegins = 200

func (f *filter) win32(dst []byte, k win32Key, now time.Time) []byte {
	if b, typed := k.typed(); typed {
		if f.inner == nil || k.down == 0 {
			return dst
		}
		return f.inner.pass(dst, []byte{b}, now)
	}
	if k.key != 0 {
		f.keyboard.sawWin32()
	}
	return f.key(dst, k.report(), now)
}

// key passes on a key that was pressed or released.
func (f *filter) key(dst []byte, k keyReport, now time.Time) []byte {
	dst = f.breakOff(dst, now)
	if !k.released || k.press == nil {
		return append(dst, k.press...)
	}
	dst = append(dst, f.marks.begin...)
	dst = append(dst, k.press...)
	return append(dst, f.marks.end...)
}

func (f *filter) drop() { f.held, f.escaped, f.before = f.held[:0], time.Time{}, false }
