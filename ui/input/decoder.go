package input

import (
	"time"
	"unicode"
	"unicode/utf8"
)

// Decoder turns a terminal's bytes into Events: keys as reported by xterm, rxvt, kitty, the Linux console and Windows
// consoles, the mouse, pastes and the focus. It drops unknown sequences. A control character such as Ctrl-C ends any
// unfinished sequence and is a key.
//
// The peer may send anything, in pieces of any size; the Decoder buffers little of it. The zero value is ready. A
// Decoder has no clock; its caller passes the time.
type Decoder struct {
	// Answers, if not nil, receives the terminal's answers.
	Answers func(TerminalAnswer)
	// Cursor makes CSI row ; column R an answer to CSI 6 n, instead of F3 with modifiers.
	Cursor bool
	// Console is set once the terminal reports keys as Windows consoles do, with their releases.
	Console bool

	state
	nested   state // of bytes that a console reports as keys
	isNested bool  // state and nested are swapped

	out   []Event
	mouse Buttons // down
	high  rune    // first half of a character that a console reports in two
}

// TerminalAnswer is a terminal's answer to a query. It is valid during the call only.
type TerminalAnswer struct {
	Sequence
	Command []byte // the start of an operating system command; nil for anything else
	Device  []byte // likewise of a device control string
}

// state is an unfinished sequence or character.
type state struct {
	held  []byte    // a sequence from its ESC on, or a character
	alt   bool      // an ESC precedes held
	since time.Time // arrival of an ESC that is alone in held

	lost       lost   // the rest of it is dropped
	count      int    // its bytes so far
	text       []byte // the start of a string
	introducer byte   // introducer of the dropped string: the byte after ESC
}

const (
	esc     = '\x1b'
	maxHeld = 64 // bytes; the longest report of a key has 40

	// escapeWait is how long a single ESC may become a sequence.
	escapeWait = 50 * time.Millisecond
)

// Decode appends the Events of input, which arrived at the time now, to dst.
func (d *Decoder) Decode(dst []Event, input []byte, now time.Time) []Event {
	d.out = dst
	for _, s := range []*state{&d.state, &d.nested} {
		if s.isEscape() && now.Sub(s.since) >= escapeWait {
			d.escape(s)
		}
	}
	for _, b := range input {
		d.step(b, now)
	}
	dst, d.out = d.out, nil
	return dst
}

// Due returns when to call Decode without new input, as a single ESC is the Escape key then. It returns false if no
// call is due.
func (d *Decoder) Due() (at time.Time, waits bool) {
	if d.isEscape() {
		return d.since.Add(escapeWait), true
	}
	return d.nested.since.Add(escapeWait), d.nested.isEscape()
}

// isEscape reports whether held is a single ESC. With alt there are two.
func (s *state) isEscape() bool { return len(s.held) == 1 && s.held[0] == esc }

func (s *state) drop() { s.held, s.alt = s.held[:0], false }

func (d *Decoder) step(b byte, now time.Time) {
	switch {
	case d.lost != nothing:
		d.skip(b, now)
	case len(d.held) == 0:
		d.begin(b, now)
	case d.held[0] != esc:
		d.character(b, now)
	case len(d.held) == 1:
		d.introduce(b, now)
	case d.held[1] == 'N', d.held[1] == 'O', string(d.held) == "\x1b[[":
		d.last(b, now)
	case d.held[1] == '[':
		d.control(b, now)
	default:
		d.string(b, now)
	}
}

// restart drops the unfinished sequence and handles a byte afresh.
func (d *Decoder) restart(b byte, now time.Time) {
	d.settle()
	d.drop()
	d.step(b, now)
}

// begin handles the first byte of a key or sequence.
func (d *Decoder) begin(b byte, now time.Time) {
	switch {
	case b == esc:
		d.held, d.since = append(d.held, b), now
	case b >= utf8.RuneSelf:
		d.character(b, now)
	default:
		key, mods := typed(b)
		d.press(key, mods)
	}
}

// character handles a byte of a character with several. Invalid UTF-8 is dropped.
func (d *Decoder) character(b byte, now time.Time) {
	if len(d.held) > 0 && utf8.RuneStart(b) {
		d.restart(b, now)
		return
	}
	if d.held = append(d.held, b); !utf8.FullRune(d.held) {
		return
	}
	if r, size := utf8.DecodeRune(d.held); size > 1 && !unicode.IsControl(r) {
		d.press(Key(r), d.prefix())
		d.alt = false
	}
	d.settle()
	d.drop()
}

// introduce handles the byte after an ESC.
func (d *Decoder) introduce(b byte, now time.Time) {
	switch b {
	case '[', 'N', 'O', 'P', ']', 'X', '^', '_':
		d.held = append(d.held, b)
		return
	}
	d.settle()
	d.drop()
	switch {
	case b == '\t': // the Linux console sends Shift-Tab in this way
		d.press(KeyTab, Shift)
	case b < ' ' && b != esc:
		d.press(KeyEscape, 0)
		d.begin(b, now)
	case b < utf8.RuneSelf && b != esc:
		key, mods := typed(b)
		d.press(key, mods|Alt)
	default: // the ESC before was the key, or is Alt with the next one
		d.alt = true
		d.begin(b, now)
	}
}

// last handles the byte after ESC N or ESC O, which are keys of a keypad, or after ESC [ [, with which the Linux
// console reports its first function keys.
func (d *Decoder) last(b byte, now time.Time) {
	if b < ' ' || b >= 0x7f {
		d.restart(b, now)
		return
	}
	key := Key(0)
	switch {
	case d.held[1] == 'O':
		key = keypadKeys[b]
	case d.held[1] == '[' && b >= 'A' && b <= 'E':
		key = F1 + Key(b-'A')
	}
	d.key(Event{Kind: Press, Key: key}, true)
	d.drop()
}

// control handles the next byte of a control sequence.
func (d *Decoder) control(b byte, now time.Time) {
	switch {
	case b < ' ' || b >= 0x7f: // cut off
		d.restart(b, now)
	case b >= '@' && (b != '[' || len(d.held) > len("\x1b[")):
		seq := parse(d.held[len("\x1b["):], b)
		d.finish(&seq, now)
		d.drop()
	case len(d.held) == maxHeld:
		d.settle()
		d.drop()
		d.lost, d.count = sequence, 0
	default:
		d.held = append(d.held, b)
	}
}

// finish handles a complete control sequence.
func (d *Decoder) finish(seq *Sequence, now time.Time) {
	if seq.Mark == 0 && len(seq.middle) == 0 && !(d.Cursor && seq.Final == 'R') {
		if ev := reported(seq); ev.Kind != Gone {
			d.key(ev, len(seq.params) < 2 && seq.Final != 'u')
			return
		}
	}
	d.settle()
	switch {
	case seq.Is('<', "M"), seq.Is('<', "m"):
		d.put(d.mouse.report(seq))
	case seq.Mark == '?' || seq.Mark == '>' || seq.Mark == '=', seq.Is(0, "n"), seq.Is(0, "R"):
		d.answer(TerminalAnswer{Sequence: *seq})
	case seq.Is(0, "_"):
		d.console(seq, now)
	case seq.Is(0, "I"):
		d.put(Event{Kind: FocusIn})
	case seq.Is(0, "O"):
		d.put(Event{Kind: FocusOut})
	case seq.Is(0, "~") && seq.Number(0, 0, 0) == pasteBegins:
		d.put(Event{Kind: PasteStart})
	case seq.Is(0, "~") && seq.Number(0, 0, 0) == pasteEnds:
		d.put(Event{Kind: PasteEnd})
	}
}

// The numbers around a paste.
const (
	pasteBegins = 200
	pasteEnds   = 201
)

// key adds a key, if ev has one. A preceding ESC is Alt if withAlt is set, otherwise the Escape key.
func (d *Decoder) key(ev Event, withAlt bool) {
	if withAlt && ev.Key != 0 {
		ev.Mods |= d.prefix()
		d.alt = false
	}
	d.settle()
	if ev.Key != 0 {
		d.put(ev)
	}
}

// prefix returns the modifiers of a preceding ESC.
func (d *Decoder) prefix() Mods {
	if d.alt {
		return Alt
	}
	return 0
}

// settle turns a preceding ESC into the Escape key.
func (d *Decoder) settle() {
	if d.alt {
		d.alt = false
		d.press(KeyEscape, 0)
	}
}

// escape turns one or two single ESC into the Escape key.
func (d *Decoder) escape(s *state) {
	if s.alt {
		d.out = append(d.out, PressOf(KeyEscape))
	}
	if s.isEscape() {
		d.out = append(d.out, PressOf(KeyEscape))
	}
	s.drop()
}

func (d *Decoder) press(k Key, mods Mods) { d.put(Event{Kind: Press, Key: k, Mods: mods}) }

// put adds an event. It ends the sequence that a console was reporting as keys.
func (d *Decoder) put(ev Event) {
	if !d.isNested {
		d.escape(&d.nested)
		d.nested.lost = nothing
	}
	d.out = append(d.out, ev)
}

func (d *Decoder) answer(a TerminalAnswer) {
	if d.Answers != nil {
		d.Answers(a)
	}
}

// lost is a sequence that is dropped until its end.
type lost uint8

const (
	nothing    lost = 0
	sequence   lost = 1 // a control sequence that is too long
	text       lost = 2 // a device control string, an operating system command or the like
	textEscape lost = 3 // an ESC in it
)

const (
	// maxText is the greatest length of a string in bytes; a longer one is not a string.
	maxText = 4096
	// maxAnswer is how many bytes of a string are stored, enough for a colour or a version.
	maxAnswer = 64
)

// string handles the byte after ESC and P, ], X, ^ or _. If it fits, a string starts; otherwise the keys were typed
// with Alt.
func (d *Decoder) string(b byte, now time.Time) {
	graphics, introducer := d.held[1] == '_' && b == 'G', d.held[1]
	if b <= ' ' || b >= '@' && !graphics {
		d.restart(b, now)
		return
	}
	d.settle()
	d.drop()
	d.lost, d.count = text, 0
	d.text, d.introducer = append(d.text[:0], b), introducer
}

// skip drops a byte of a string or an overlong sequence, or finds its end.
func (d *Decoder) skip(b byte, now time.Time) {
	was := d.lost
	d.count++
	switch {
	case was == textEscape && b != '\\': // a new sequence
		d.lost, d.held = nothing, append(d.held, esc)
		d.step(b, now)
	case was == textEscape, was == text && b == '\a':
		d.lost = nothing
		switch d.introducer {
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
		d.lost = nothing // not a string: Ctrl-C must always work
		d.step(b, now)
	case was == text && len(d.text) <= maxAnswer:
		d.text = append(d.text, b)
	}
}
