package input

import (
	"unicode"
	"unicode/utf8"
)

// typed returns the key of an ASCII character.
func typed(b byte) (Key, Mods) {
	switch {
	case b == '\t':
		return KeyTab, 0
	case b == '\r':
		return KeyEnter, 0
	case b == '\b', b == 0x7f:
		return KeyBackspace, 0
	case b == esc:
		return KeyEscape, 0
	case b == 0:
		return Space, Ctrl
	case b <= 26:
		return Key(b-1) + 'a', Ctrl
	case b < ' ':
		return Key(b) + '@', Ctrl
	}
	return Key(b), 0
}

// letterKeys are the keys of CSI 1 ; modifiers letter, and without modifiers of CSI letter.
var letterKeys = map[byte]Key{
	'A': KeyUp, 'B': KeyDown, 'C': KeyRight, 'D': KeyLeft, 'F': KeyEnd, 'H': KeyHome, 'L': KeyInsert,
	'P': F1, 'Q': F2, 'R': F3, 'S': F4,
}

// shiftedKeys are the keys of CSI letter that include Shift: one of all terminals, and those of rxvt.
var shiftedKeys = map[byte]Key{'Z': KeyTab, 'a': KeyUp, 'b': KeyDown, 'c': KeyRight, 'd': KeyLeft}

// keypadKeys are the keys of ESC O letter, in the modes of application keys.
var keypadKeys = map[byte]Key{
	'A': KeyUp, 'B': KeyDown, 'C': KeyRight, 'D': KeyLeft, 'F': KeyEnd, 'H': KeyHome,
	'P': F1, 'Q': F2, 'R': F3, 'S': F4, 't': F5, 'u': F6, 'v': F7, 'l': F8, 'w': F9, 'x': F10,
}

// numberedKeys are the keys of CSI number ; modifiers ~.
var numberedKeys = map[int]Key{
	1: KeyHome, 2: KeyInsert, 3: KeyDelete, 4: KeyEnd, 5: KeyPgUp, 6: KeyPgDn, 7: KeyHome, 8: KeyEnd,
	11: F1, 12: F2, 13: F3, 14: F4, 15: F5, 17: F6, 18: F7, 19: F8, 20: F9, 21: F10, 23: F11, 24: F12,
	25: KeyOther, 26: KeyOther, 28: KeyOther, 29: KeyOther, 31: KeyOther, 32: KeyOther, 33: KeyOther, 34: KeyOther, // F13 to F20
}

// aixKeys are the keys of CSI number q, and sunKeys those of CSI number z, besides their function keys.
var (
	aixKeys = map[int]Key{146: KeyEnd, 150: KeyPgUp, 154: KeyPgDn}
	sunKeys = map[int]Key{214: KeyHome, 216: KeyPgUp, 220: KeyEnd, 222: KeyPgDn, 247: KeyInsert}
)

// otherKey is the number of xterm's modifyOtherKeys: CSI 27 ; modifiers ; character ~.
const otherKey = 27

// reported returns the key in a control sequence, or the zero Event.
func reported(seq *Sequence) Event {
	ev := Event{Kind: kittyKind(seq), Mods: Mods(max(seq.Number(1, 0, 1)-1, 0) & allMods)}
	if ev.Kind == Release {
		ev.Mods = 0 // a release of D does not depend on Ctrl
	}
	n := seq.Number(0, 0, 0)
	switch {
	case seq.Final == 'u':
		ev.Key, ev.Mods = kittyKey(seq, ev.Mods)
		ev.Latin = kittyLatin(seq)
	case seq.Final == '~' && n == otherKey:
		ev.Key, ev.Mods = modified(seq.Number(2, 0, 0), ev.Mods)
	case seq.Final == '~':
		ev.Key = numberedKeys[n]
	case seq.Final == '^': // by rxvt
		ev.Key, ev.Mods = numberedKeys[n], ev.Mods|Ctrl
	case seq.Final == '@':
		ev.Key, ev.Mods = numberedKeys[n], ev.Mods|Ctrl|Shift
	case seq.Final == 'q':
		ev.Key = functionKey(n, 1, aixKeys)
	case seq.Final == 'z':
		ev.Key = functionKey(n, 224, sunKeys)
	case n > 1:
	case len(seq.params) == 0 && shiftedKeys[seq.Final] != 0:
		ev.Key, ev.Mods = shiftedKeys[seq.Final], Shift
	default:
		ev.Key = letterKeys[seq.Final]
	}
	if ev.Key == 0 {
		return Event{}
	}
	return ev
}

// functionKey returns one of F1 to F12, numbered from first on, or another key.
func functionKey(n, first int, others map[int]Key) Key {
	if n >= first && n < first+12 {
		return F1 + Key(n-first)
	}
	return others[n]
}

// ctrlLetters are c and z by the characters at their places in the layouts of Russian, Greek, Hebrew and Arabic: for
// Ctrl-C and Ctrl-Z on terminals that do not report the Latin key.
var ctrlLetters = map[rune]Key{'\u0441': 'c', '\u044f': 'z', '\u03c8': 'c', '\u03b6': 'z', '\u05d1': 'c', '\u05d6': 'z', '\u0624': 'c', '\u0626': 'z'}

// modified returns the key of a character that is reported with modifiers.
func modified(char int, mods Mods) (Key, Mods) {
	switch {
	case char <= 0 || !utf8.ValidRune(rune(char)):
		return 0, 0
	case char < ' ' || char == 0x7f:
		key, own := typed(byte(char))
		return key, own | mods
	case mods == Shift: // the character includes it
		return Key(char), 0
	case mods == Ctrl && char >= 'A' && char <= 'Z':
		return Key(char) - 'A' + 'a', mods
	case mods&Ctrl != 0 && char > unicode.MaxASCII:
		if letter := ctrlLetters[unicode.ToLower(rune(char))]; letter != 0 {
			return letter, mods
		}
	}
	return Key(char), mods
}

// The kinds of event and the modifiers of kitty's keyboard protocol (sw.kovidgoyal.net/kitty/keyboard-protocol).
const (
	kittyRepeat  = 2
	kittyRelease = 3

	allMods = 63 // the held modifiers; caps lock and num lock are the next bits
)

// kittyKind returns the kind of a key event, which is a second part of the modifiers.
func kittyKind(seq *Sequence) EventKind {
	switch seq.Number(1, 1, 0) {
	case kittyRepeat:
		return Repeat
	case kittyRelease:
		return Release
	}
	return Press
}

// kittyKey returns the key of a report:
//
//	CSI code[:shifted[:base]] ; 1+mods[:event] ; text u
func kittyKey(seq *Sequence, mods Mods) (Key, Mods) {
	code := seq.Number(0, 0, 0)
	if text := seq.Number(2, 0, 0); text >= ' ' && text != 0x7f {
		code, mods = text, mods&^Shift
	}
	if key, private := kittyKeys[code]; private {
		return key, mods
	}
	if key := padKey(code); key != 0 {
		return key, 0
	}
	if code >= 0xe000 && code <= 0xf8ff { // a key that types nothing, such as Shift
		return 0, 0
	}
	if latin := kittyLatin(seq); latin != 0 && mods&Ctrl != 0 && code > unicode.MaxASCII {
		return latin, mods
	}
	if mods == Shift && code >= ' ' {
		code = seq.Number(0, 1, int(unicode.ToUpper(rune(code))))
	}
	return modified(code, mods)
}

// kittyLatin returns the letter at the place of the key in the US layout, if the key itself types no Latin letter.
func kittyLatin(seq *Sequence) Key {
	if base := seq.Number(0, 2, 0); base >= 'a' && base <= 'z' && !unicode.Is(unicode.Latin, rune(seq.Number(0, 0, 0))) {
		return Key(base)
	}
	return 0
}

// kittyKeys are the useful keys with a number in Unicode's private use area.
var kittyKeys = func() map[int]Key {
	keys := map[int]Key{
		57409: '.', 57410: '/', 57411: '*', 57412: '-', 57413: '+', 57414: KeyEnter, 57415: '=', 57416: KeyOther,
		57417: KeyLeft, 57418: KeyRight, 57419: KeyUp, 57420: KeyDown, 57421: KeyPgUp, 57422: KeyPgDn, 57423: KeyHome, 57424: KeyEnd, 57425: KeyInsert, 57426: KeyDelete,
		57361: KeyOther, 57362: KeyOther, 57363: KeyOther, // Print, Pause, Menu
	}
	for f13 := range 23 {
		keys[57376+f13] = KeyOther
	}
	for digit := range 10 { // of the number pad
		keys[57399+digit] = '0' + Key(digit)
	}
	return keys
}()
