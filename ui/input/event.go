// Package input turns a terminal's bytes into Events, and Events into the Input of a pilot. A Decoder parses keys, the
// mouse and the terminal's answers. Bindings map keys to actions, and Controls turn them into courses and buttons.
// Settings are all that the player can set.
package input

import "strings"

// Event is an event of a terminal.
type Event struct {
	Kind    EventKind
	Key     Key     // of Press, Repeat and Release
	Latin   Key     // likewise: the Latin letter at the same place of the US layout if the key types another script; 0 if unknown
	Mods    Mods    // likewise; a character already includes Shift
	X, Y    int     // of Mouse: its cell, from 0 on
	Buttons Buttons // of Mouse: the pressed ones
}

type EventKind uint8

// Gone is the zero value, so that a closed channel of Events yields it.
const (
	Gone       EventKind = iota // the terminal is lost
	Press                       // of a key
	Repeat                      // of a held key, where the terminal distinguishes it from a Press
	Release                     // of a key; without modifiers, which may have been released first
	Mouse                       // moved, or a button pressed or released
	PasteStart                  // the following presses are text
	PasteEnd
	FocusIn // the terminal has the keyboard
	FocusOut
	Resized // the window has a new size
)

// Mods are the held modifiers, numbered as in kitty's protocol.
type Mods uint8

const (
	Shift Mods = 1 << iota
	Alt
	Ctrl
	Super
	Hyper
	Meta
)

// Chord are the modifiers that make a different key of a character.
const Chord = Alt | Ctrl | Super | Meta

// Buttons are buttons of a mouse.
type Buttons uint8

const (
	LeftButton Buttons = 1 << iota
	MiddleButton
	RightButton
)

// PressOf returns the press of a key without modifiers.
func PressOf(k Key) Event { return Event{Kind: Press, Key: k} }

// IsPress reports whether a key was pressed or repeats.
func (e Event) IsPress() bool { return e.Kind == Press || e.Kind == Repeat }

// IsCtrl reports whether a letter was pressed together with Ctrl alone.
func (e Event) IsCtrl(letter Key) bool { return e.IsPress() && e.Key == letter && e.Mods == Ctrl }

// Character returns the typed character, or 0. Alt does not change it.
func (e Event) Character() rune {
	if !e.IsPress() || !e.Key.IsCharacter() || e.Mods&Ctrl != 0 {
		return 0
	}
	return rune(e.Key)
}

var kindNames = [...]string{Gone: "gone", Mouse: "mouse", PasteStart: "paste", PasteEnd: "pasted", FocusIn: "focus", FocusOut: "blur", Resized: "resized"}

var modNames = [...]string{"Shift", "Alt", "Ctrl", "Super", "Hyper", "Meta"}

// String returns the event in a word, such as Ctrl+c. A repeat starts with a plus and a release with a minus.
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

// The parts of the number of a mouse button in a report (xterm's ctlseqs, "Extended coordinates", SGR).
const (
	mouseButton = 3 // 0 to 2, and 3 for no button
	mouseMotion = 32
	mouseWheel  = 64 // and other buttons than the three
)

// report parses a report of the mouse: CSI < button ; column ; row M, or m for a release. It reports one button, so b
// has the others.
func (b *Buttons) report(seq *Sequence) Event {
	code := seq.Number(0, 0, 0)
	switch button := code & mouseButton; {
	case code >= mouseWheel:
	case button == mouseButton:
		*b = 0
	case seq.Final == 'm':
		*b &^= 1 << button
	case code&mouseMotion == 0:
		*b |= 1 << button
	}
	return Event{Kind: Mouse, X: max(seq.Number(1, 0, 1), 1) - 1, Y: max(seq.Number(2, 0, 1), 1) - 1, Buttons: *b}
}
