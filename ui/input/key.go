package input

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Key is a key: the character that it types, or one of those that have a name. The zero
// value is none.
type Key rune

// The keys that type no character. Other is one that terminals report and that we have no
// use for.
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

// names are what keys are called, in the settings and on the screen.
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

// String returns the key's name: for most, the character. Escape, Other and those of a pad cannot be
// bound and have the names "Esc", "other" and "PadA".
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

// Parse returns the key of a name that may be bound. Capitals do not matter.
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

// Bindable reports whether the player may give the key something to do. Escape always does
// what it does.
func (k Key) Bindable() bool {
	if !k.IsCharacter() {
		return k != 0 && k != KeyEscape && k < KeyOther
	}
	r := rune(k)
	return unicode.IsPrint(r) && r != utf8.RuneError && !unicode.Is(unicode.Mn, r)
}

// IsCharacter reports whether the key types a character.
func (k Key) IsCharacter() bool { return k > 0 && k <= unicode.MaxRune }
