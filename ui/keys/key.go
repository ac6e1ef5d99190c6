package keys

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/gdamore/tcell/v2"
)

// Key is a key that may be bound: one that has a name, or a character that one
// types. A letter with Shift is the same key. The zero value is none.
type Key struct {
	code tcell.Key
	char rune // of tcell.KeyRune, never a capital
}

type namedKey struct {
	name string
	key  Key
}

// named are the keys that are no characters, as they are called in the settings
// and on the screen. Esc and the Ctrl keys are not among them: they always do
// what they do.
var named = []namedKey{
	{"Up", Key{code: tcell.KeyUp}},
	{"Down", Key{code: tcell.KeyDown}},
	{"Left", Key{code: tcell.KeyLeft}},
	{"Right", Key{code: tcell.KeyRight}},
	{"Home", Key{code: tcell.KeyHome}},
	{"End", Key{code: tcell.KeyEnd}},
	{"PgUp", Key{code: tcell.KeyPgUp}},
	{"PgDn", Key{code: tcell.KeyPgDn}},
	{"Insert", Key{code: tcell.KeyInsert}},
	{"Delete", Key{code: tcell.KeyDelete}},
	{"Backspace", Key{code: tcell.KeyBackspace2}},
	{"Enter", Key{code: tcell.KeyEnter}},
	{"Tab", Key{code: tcell.KeyTab}},
	{"Space", Key{tcell.KeyRune, ' '}},
	{"F1", Key{code: tcell.KeyF1}},
	{"F2", Key{code: tcell.KeyF2}},
	{"F3", Key{code: tcell.KeyF3}},
	{"F4", Key{code: tcell.KeyF4}},
	{"F5", Key{code: tcell.KeyF5}},
	{"F6", Key{code: tcell.KeyF6}},
	{"F7", Key{code: tcell.KeyF7}},
	{"F8", Key{code: tcell.KeyF8}},
	{"F9", Key{code: tcell.KeyF9}},
	{"F10", Key{code: tcell.KeyF10}},
	{"F11", Key{code: tcell.KeyF11}},
	{"F12", Key{code: tcell.KeyF12}},
}

// KeyOf returns the key of a press, or a release, and whether Shift was down. It
// returns false for keys that cannot be bound.
func KeyOf(ev *tcell.EventKey) (k Key, shifted, ok bool) {
	if ev.Modifiers()&(tcell.ModCtrl|tcell.ModAlt|tcell.ModMeta) != 0 {
		return Key{}, false, false
	}
	k = Key{code: ev.Key()}
	switch {
	case ev.Key() == tcell.KeyRune:
		k, ok = charKey(ev.Rune())
		return k, unicode.IsUpper(ev.Rune()), ok
	case ev.Key() == tcell.KeyBackspace:
		k.code = tcell.KeyBackspace2 // which of the two comes depends on the terminal
	case ev.Key() >= tcell.KeyF1 && ev.Modifiers() != tcell.ModNone:
		return Key{}, false, false // a report of the cursor looks like F3 with Shift
	}
	return k, ev.Modifiers()&tcell.ModShift != 0, k.String() != ""
}

func charKey(r rune) (Key, bool) {
	fit := unicode.IsPrint(r) && r != utf8.RuneError && !unicode.Is(unicode.Mn, r)
	return Key{tcell.KeyRune, unicode.ToLower(r)}, fit
}

// String returns the key's name, and "" for none.
func (k Key) String() string {
	for _, n := range named {
		if n.key == k {
			return n.name
		}
	}
	if k.code != tcell.KeyRune {
		return ""
	}
	return string(k.char)
}

// ParseKey returns the key of that name. Capitals do not matter.
func ParseKey(name string) (Key, error) {
	i := slices.IndexFunc(named, func(n namedKey) bool { return strings.EqualFold(n.name, name) })
	if i >= 0 {
		return named[i].key, nil
	}
	r, size := utf8.DecodeRuneInString(name)
	k, fit := charKey(r)
	if size == 0 || size < len(name) || !fit {
		return Key{}, fmt.Errorf("expected a character, or a name such as Space, Enter, Up or F1, found %q", name)
	}
	return k, nil
}

// isSign reports whether the key is a character that may need Shift, depending on
// the keyboard.
func (k Key) isSign() bool { return k.char > ' ' && !unicode.IsLetter(k.char) }

// unshifted returns the key that types a character together with Shift, where
// that is the same on most keyboards.
func (k Key) unshifted() Key {
	switch k.char {
	case '<':
		k.char = ','
	case '>':
		k.char = '.'
	case ':':
		k.char = ';'
	case '"':
		k.char = '\''
	}
	return k
}
