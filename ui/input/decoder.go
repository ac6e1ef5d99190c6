package input

import (
	"time"
	"unicode"
	"unicode/utf8"
)

// Decoder makes Events of a terminal's bytes: of keys as xterm, rxvt, kitty, the Linux
// console and Windows consoles report them, of the mouse, of pastes and of the focus.
// What it does not know it drops. Whatever has begun, a control character such as Ctrl-C
// ends it and is a key.
//
// The other end may send anything, in pieces of any size: little of it is kept. The zero
// value is ready. A Decoder has no clock; it is told the time.
type Decoder struct {
	// Answers, if there is one, is given what the terminal answers.
	Answers func(TerminalAnswer)
	// Cursor has CSI row ; column R be an Answer, to CSI 6 n, and not F3 with modifiers.
	Cursor bool
	// Console is set once keys are reported as Windows consoles do: with their releases.
	Console bool

	state
	nested   state // of the bytes that a console reports as keys
	isNested bool  // state and nested have changed places

	out   []Event
	mouse Buttons // that are down
	high  rune    // first half of a character that a console reports in two
}

// Answer is what a terminal says when it is asked. It is valid during the call alone.
type TerminalAnswer struct {
	Sequence
	Command []byte // the beginning of an operating system command; nil for anything else
	Device  []byte // likewise of a device control string
}

// state is what is known of bytes whose rest is still to come.
type state struct {
	held  []byte    // of a sequence, from its ESC on, or of a character
	alt   bool      // an ESC came before what is held
	since time.Time // when the ESC came that is all that is held

	lost  lost   // the rest of this is dropped
	count int    // bytes of it so far
	text  []byte // of a string, as far as it is kept
	tells byte   // after ESC, what kind of string is dropped
}

const (
	esc     = '\x1b'
	maxHeld = 64 // bytes; the longest report of a key has 40

	// escapeWait is how long an ESC alone may yet become a sequence.
	escapeWait = 50 * time.Millisecond
)

// Decode appends to dst the Events of input, which came at the time now.
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

// Due returns when Decode is to be called even if nothing has come, for an ESC is the
// Escape key then, and false if there is none.
func (d *Decoder) Due() (at time.Time, waits bool) {
	if d.isEscape() {
		return d.since.Add(escapeWait), true
	}
	return d.nested.since.Add(escapeWait), d.nested.isEscape()
}

// isEscape reports whether all that is held is an ESC, or two.
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

// again drops what is held, which is none after all, and takes a byte anew.
func (d *Decoder) again(b byte, now time.Time) {
	d.settle()
	d.drop()
	d.step(b, now)
}

// begin takes a byte that nothing comes before.
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

// character takes a byte of a character that has several. What is not UTF-8 is left out.
func (d *Decoder) character(b byte, now time.Time) {
	if len(d.held) > 0 && utf8.RuneStart(b) {
		d.again(b, now)
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

// introduce takes the byte after an ESC.
func (d *Decoder) introduce(b byte, now time.Time) {
	switch b {
	case '[', 'N', 'O', 'P', ']', 'X', '^', '_':
		d.held = append(d.held, b)
		return
	}
	d.settle()
	d.drop()
	switch {
	case b == '\t': // so does the Linux console
		d.press(KeyTab, Shift)
	case b < ' ' && b != esc:
		d.press(KeyEscape, 0)
		d.begin(b, now)
	case b < utf8.RuneSelf && b != esc:
		key, mods := typed(b)
		d.press(key, mods|Alt)
	default: // the one before was the key, or is Alt with what comes now
		d.alt = true
		d.begin(b, now)
	}
}

// last takes the byte after ESC N or ESC O, which make a key of a keypad, or after
// ESC [ [, by which the Linux console sends its first function keys.
func (d *Decoder) last(b byte, now time.Time) {
	if b < ' ' || b >= 0x7f {
		d.again(b, now)
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

// control takes the next byte of a control sequence.
func (d *Decoder) control(b byte, now time.Time) {
	switch {
	case b < ' ' || b >= 0x7f: // broken off
		d.again(b, now)
	case b >= '@' && (b != '[' || len(d.held) > len("\x1b[")):
		seq := parse(d.held[len("\x1b["):], b)
		d.whole(&seq, now)
		d.drop()
	case len(d.held) == maxHeld:
		d.settle()
		d.drop()
		d.lost, d.count = sequence, 0
	default:
		d.held = append(d.held, b)
	}
}

// whole takes a control sequence.
func (d *Decoder) whole(seq *Sequence, now time.Time) {
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

// Numbers of what goes around a paste.
const (
	pasteBegins = 200
	pasteEnds   = 201
)

// key takes a key, or none. An ESC before it is Alt if it goes with that.
func (d *Decoder) key(ev Event, goesWithAlt bool) {
	if goesWithAlt && ev.Key != 0 {
		ev.Mods |= d.prefix()
		d.alt = false
	}
	d.settle()
	if ev.Key != 0 {
		d.put(ev)
	}
}

// prefix returns what the ESC before makes of a key.
func (d *Decoder) prefix() Mods {
	if d.alt {
		return Alt
	}
	return 0
}

// settle makes the ESC before what is held the Escape key, if there is one.
func (d *Decoder) settle() {
	if d.alt {
		d.alt = false
		d.press(KeyEscape, 0)
	}
}

// escape makes what may be one or two presses of the Escape key these.
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

// put adds an event. It ends what the reports of a console stood for.
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
