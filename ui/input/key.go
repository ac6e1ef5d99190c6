package input

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Key is a key: the character that it types, or a key with a name. The zero value is no key.
type Key rune

// The keys that type no character. KeyOther is any key that terminals report and that has no use here.
const (
	KeyEscape Key = unicode.MaxRune + 1 + iota
	KeyEnter
	KeyTab
	KeyBackspace
	KeyInsert
	KeyDelete
	KeyHome
	KeyEnd
	KeyPgUp
	KeyPgDn
	KeyUp
	KeyDown
	KeyLeft
	KeyRight
	F1
	F2
	F3
	F4
	F5
	F6
	F7
	F8
	F9
	F10
	F11
	F12
	KeyOther

	Space Key = ' '
)

// names are the names of keys in the settings and on the screen.
var names = []struct {
	name string
	key  Key
}{
	{"Up", KeyUp}, {"Down", KeyDown}, {"Left", KeyLeft}, {"Right", KeyRight},
	{"Home", KeyHome}, {"End", KeyEnd}, {"PgUp", KeyPgUp}, {"PgDn", KeyPgDn},
	{"Insert", KeyInsert}, {"Delete", KeyDelete}, {"Backspace", KeyBackspace}, {"Enter", KeyEnter}, {"Tab", KeyTab}, {"Space", Space},
	{"F1", F1}, {"F2", F2}, {"F3", F3}, {"F4", F4}, {"F5", F5}, {"F6", F6},
	{"F7", F7}, {"F8", F8}, {"F9", F9}, {"F10", F10}, {"F11", F11}, {"F12", F12},
}

// String returns the key's name: for most, the character. Escape, Other and the keys of a pad cannot be bound; their
// names are "Esc", "other" and "PadA".
func (k Key) String() string {
	for _, n := range names {
		if n.key == k {
			return n.name
		}
	}
	switch {
	case k == 0:
		return ""
	case k == KeyEscape:
		return "Esc"
	case k.IsPad():
		return padNames[k-PadUp]
	case k > unicode.MaxRune:
		return "other"
	}
	return string(rune(k))
}

// ParseKey returns the bindable key of a name. Case does not matter.
func ParseKey(name string) (Key, error) {
	for _, n := range names {
		if strings.EqualFold(n.name, name) {
			return n.key, nil
		}
	}
	r, size := utf8.DecodeRuneInString(name)
	if size == 0 || size < len(name) || !Key(r).Bindable() {
		return 0, fmt.Errorf("must be a character, or a name such as Space, Enter, Up or F1, got %q", name)
	}
	return Key(unicode.ToLower(r)), nil
}

// Bindable reports whether the player may bind the key. Escape has a fixed meaning.
func (k Key) Bindable() bool {
	if !k.IsCharacter() {
		return k != 0 && k != KeyEscape && k < KeyOther
	}
	r := rune(k)
	return unicode.IsPrint(r) && r != utf8.RuneError && !unicode.Is(unicode.Mn, r)
}

// IsCharacter reports whether the key types a character.
func (k Key) IsCharacter() bool { return k > 0 && k <= unicode.MaxRune }

// The keys of a pad: a stick of four directions, of which two together are a diagonal, and buttons. It is drawn on a
// touch screen, or plugged in. The meaning of a button depends on the page; the terminal may be informed of it.
//
// Terminals with a pad report its keys by kitty's protocol, with its events, whether or not that is switched on. The
// numbers are in Unicode's private use area: kitty has reserved 57344 to 63743 for keys that type nothing, and had
// used them up to 57454.
//
//	CSI 63488 u         pressed
//	CSI 63488 ; 1:2 u   repeats
//	CSI 63488 ; 1:3 u   released
//
//	63488 up      63492 A: fire, OK         63496 menu
//	63489 down    63493 B: boost, back
//	63490 left    63494 X: anything else
//	63491 right   63495 Y: chat
const (
	PadUp Key = KeyOther + 1 + iota
	PadDown
	PadLeft
	PadRight
	PadA
	PadB
	PadX
	PadY
	PadMenu
)

// padCode is the number of PadUp. The others follow.
const padCode = 63488

var padNames = []string{"PadUp", "PadDown", "PadLeft", "PadRight", "PadA", "PadB", "PadX", "PadY", "PadMenu"}

// IsPad reports whether the key is one of a pad. The player cannot bind these.
func (k Key) IsPad() bool { return k >= PadUp && k <= PadMenu }

// Plain returns the event with a key of the keyboard in place of one of a pad, for menus. A pad's key without a
// counterpart becomes KeyOther.
func (e Event) Plain() Event {
	if e.Key.IsPad() {
		e.Key = plainKeys[e.Key-PadUp]
	}
	return e
}

var plainKeys = [...]Key{KeyUp, KeyDown, KeyLeft, KeyRight, KeyEnter, KeyEscape, KeyOther, KeyOther, KeyEscape}

// padKey returns the key of a pad with a number, or 0.
func padKey(code int) Key {
	if key := PadUp + Key(code-padCode); key.IsPad() {
		return key
	}
	return 0
}
