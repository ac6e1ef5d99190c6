package input

import (
	"time"
	"unicode/utf16"
)

// maxRepeats is how many repeats of a key one report of a console may have.
const maxRepeats = 16

// The modifiers of a Windows console.
const (
	consoleShift = 0x10
	consoleCtrl  = 0x0c
	consoleAlt   = 0x03
)

// console handles a key of a Windows console, as its input mode 9001 reports it (win32-input-mode.md of
// microsoft/terminal):
//
//	CSI key ; scan code ; rune ; down ; modifiers ; repeats _
//
// Terminal answers arrive in this way too, and on some consoles the mouse: byte by byte, with no key.
func (d *Decoder) console(seq *Sequence, now time.Time) {
	key, scan, char, down := seq.Number(0, 0, 0), seq.Number(1, 0, 0), seq.Number(2, 0, 0), seq.Number(3, 0, 0) != 0
	if key == 0 && scan == 0 && char > 0 && char < 0x80 {
		if down && !d.isNested {
			d.nest(byte(char), now)
		}
		return
	}
	d.Console = d.Console || key != 0
	ev := Event{Kind: Release}
	if ev.Key, ev.Mods = d.consoleKey(key, char, seq.Number(4, 0, 0)); ev.Key == 0 {
		return
	}
	if !down {
		ev.Mods = 0
		d.put(ev)
		return
	}
	ev.Kind = Press
	for range min(max(seq.Number(5, 0, 1), 1), maxRepeats) {
		d.put(ev)
		ev.Kind = Repeat
	}
}

// nest handles a byte that is reported as a key.
func (d *Decoder) nest(b byte, now time.Time) {
	d.state, d.nested, d.isNested = d.nested, d.state, true
	d.step(b, now)
	d.state, d.nested, d.isNested = d.nested, d.state, false
}

// consoleKey returns the key of a virtual key and its character, or 0 for keys without a use. A letter key counts even
// if modifiers prevent its character.
func (d *Decoder) consoleKey(key, char, modifiers int) (Key, Mods) {
	high := d.high
	d.high = 0
	mods := consoleMods(modifiers)
	if k, named := consoleKeys[key]; named {
		return k, mods
	}
	switch {
	case utf16.IsSurrogate(rune(char)) && high == 0:
		d.high = rune(char)
		return 0, 0
	case utf16.IsSurrogate(rune(char)):
		char = int(utf16.DecodeRune(high, rune(char)))
	case char < ' ' && key >= 'A' && key <= 'Z':
		return Key(key) - 'A' + 'a', mods
	case char == 0 && (key >= '0' && key <= '9' || key == ' '):
		char = key
	case char == 0:
		return 0, 0
	}
	if mods&(Ctrl|Alt) == Ctrl|Alt { // AltGr
		mods = 0
	}
	return modified(char, mods)
}

func consoleMods(modifiers int) (mods Mods) {
	if modifiers&consoleShift != 0 {
		mods |= Shift
	}
	if modifiers&consoleCtrl != 0 {
		mods |= Ctrl
	}
	if modifiers&consoleAlt != 0 {
		mods |= Alt
	}
	return mods
}

// consoleKeys are Microsoft's virtual keys. 0 is for keys that do nothing alone.
var consoleKeys = func() map[int]Key {
	keys := map[int]Key{
		0x08: KeyBackspace, 0x09: KeyTab, 0x0d: KeyEnter, 0x1b: KeyEscape, 0x10: 0, 0x11: 0, 0x12: 0, 0x14: 0,
		0x21: KeyPgUp, 0x22: KeyPgDn, 0x23: KeyEnd, 0x24: KeyHome, 0x25: KeyLeft, 0x26: KeyUp, 0x27: KeyRight, 0x28: KeyDown, 0x2d: KeyInsert, 0x2e: KeyDelete,
		0x03: KeyOther, 0x0c: KeyOther, 0x13: KeyOther, 0x2a: KeyOther, 0x2c: KeyOther, 0x2f: KeyOther, // Cancel, Clear, Pause, Print, Help
	}
	for f := range 24 {
		keys[0x70+f] = min(F1+Key(f), KeyOther)
	}
	return keys
}()
