package input

import (
	"errors"
	"unicode"
)

// KeyOf returns the key of a press, or a release, as it may be bound: a letter with Shift is
// the same key. It also returns whether Shift was down, and false for keys that cannot be
// bound.
func keyOf(ev Event) (k Key, shifted, ok bool) {
	shifted = ev.Mods&Shift != 0
	switch {
	case ev.Mods&Chord != 0:
		return 0, false, false
	case ev.Key.IsCharacter():
		r := rune(ev.Key)
		return Key(unicode.ToLower(r)), unicode.IsUpper(r), ev.Key.Bindable()
	case shifted && ev.Key == KeyTab, ev.Mods != 0 && ev.Key >= F1:
		return 0, false, false // a report of the cursor looks like F3 with Shift
	}
	return ev.Key, shifted, ev.Key.Bindable()
}

var errNoKey = errors.New("that key cannot be bound")

// Pressed returns the key of a press that is to be bound, or an error to be shown.
func Pressed(ev Event) (Key, error) {
	k, _, ok := keyOf(ev)
	if !ok {
		return 0, errNoKey
	}
	return k, nil
}

// isSign reports whether a key is a character that may need Shift, depending on
// the keyboard.
func isSign(k Key) bool { return k > ' ' && k.IsCharacter() && !unicode.IsLetter(rune(k)) }

// unshifted returns the key that types a character together with Shift, where
// that is the same on most keyboards.
func unshifted(k Key) Key {
	switch k {
	case '<':
		return ','
	case '>':
		return '.'
	case ':':
		return ';'
	case '"':
		return '\''
	}
	return k
}
