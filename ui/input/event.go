// Package keys is what a terminal reports: of keys, of the mouse and of itself. A Decoder
// makes Events of its bytes.
package input

import "strings"

// Event is one thing that happened at a terminal.
type Event struct {
	Kind    EventKind
	Key     Key     // of Press, Repeat and Release
	Latin   Key     // likewise: the letter at the same place of the US layout, where the key types none of Latin; 0 if that is not known
	Mods    Mods    // likewise; a character is what it is together with Shift
	X, Y    int     // of Mouse: the cell it is in, from 0 on
	Buttons Buttons // of Mouse: those that are down
}

// Kind says what happened.
type EventKind uint8

// The kinds. Gone is the zero value, so that a closed channel of Events brings it.
const (
	Gone       EventKind = iota // there is no terminal any more
	Press                       // of a key
	Repeat                      // of a key that is held, where the terminal tells it from a Press
	Release                     // of a key; without modifiers, which may have been let go first
	Mouse                       // was moved, or a button was pressed or let go
	PasteStart                  // the presses that follow are text
	PasteEnd
	FocusIn // the terminal has the keyboard
	FocusOut
	Resized // the window has another size
)

// Mods are the modifiers that are held. They are numbered as kitty does.
type Mods uint8

// The modifiers.
const (
	Shift Mods = 1 << iota
	Alt
	Ctrl
	Super
	Hyper
	Meta
)

// Chord are the modifiers that make another key of a character.
const Chord = Alt | Ctrl | Super | Meta

// Buttons are buttons of a mouse.
type Buttons uint8

// The buttons.
const (
	LeftButton Buttons = 1 << iota
	MiddleButton
	RightButton
)

// Pressed returns the press of a key without modifiers.
func PressOf(k Key) Event { return Event{Kind: Press, Key: k} }

// IsPress reports whether a key was pressed, or repeats.
func (e Event) IsPress() bool { return e.Kind == Press || e.Kind == Repeat }

// IsCtrl reports whether a letter was pressed together with Ctrl alone.
func (e Event) IsCtrl(letter Key) bool { return e.IsPress() && e.Key == letter && e.Mods == Ctrl }

// Character returns the character that was typed, or 0. Alt leaves it what it is.
func (e Event) Character() rune {
	if !e.IsPress() || !e.Key.IsCharacter() || e.Mods&Ctrl != 0 {
		return 0
	}
	return rune(e.Key)
}

var kindNames = [...]string{Gone: "gone", Mouse: "mouse", PasteStart: "paste", PasteEnd: "pasted", FocusIn: "focus", FocusOut: "blur", Resized: "resized"}

var modNames = [...]string{"Shift", "Alt", "Ctrl", "Super", "Hyper", "Meta"}

// String returns the event in a word, such as Ctrl+c. A repeat begins with a plus and a
// release with a minus.
func (e Event) String() string {
	var b strings.Builder
	switch e.Kind {
	case Press:
	case Repeat:
		b.WriteByte('+')
	case Release:
		b.WriteByte('-')
	default:
		return kindNames[e.Kind]
	}
	for i, name := range modNames {
		if e.Mods>>i&1 == 1 {
			b.WriteString(name + "+")
		}
	}
	return b.String() + e.Key.String()
}
