package input

import "unicode"

// Kinds of event and modifiers, as the keyboard protocol of kitty counts them
// (sw.kovidgoyal.net/kitty/keyboard-protocol).
const (
	kittyRepeat  = 2
	kittyRelease = 3

	allMods = 63 // the modifiers that are held; caps lock and num lock come after them
)

// kittyKind returns whether a key is pressed, held on or let go, of which kitty tells in a
// second part of the modifiers.
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

// kittyKeys are the keys to which kitty gives numbers of Unicode's private use area, as far as
// they are of use.
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
