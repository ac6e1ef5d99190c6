package input

// The keys of a pad: a stick of four directions, of which two together are a diagonal, and buttons. Two thumbs on glass hold
// one, or a pad is plugged in. What a button does depends on where the player is; its terminal may be told that.
//
// Terminals that have one report it as they report keys by kitty's protocol, with its events, whether or not that is
// switched on. The numbers are of Unicode's private use area: kitty has 57344 to 63743 for keys that type nothing, counts its
// own from the beginning and had come to 57454.
//
//	CSI 63488 u         is pressed
//	CSI 63488 ; 1:2 u   is held on
//	CSI 63488 ; 1:3 u   is let go
//
//	63488 up      63492 A: fire, OK         63496 menu
//	63489 down    63493 B: boost, back
//	63490 left    63494 X: what else there is
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

// padCode is the number of PadUp. The others follow it.
const padCode = 63488

var padNames = []string{"PadUp", "PadDown", "PadLeft", "PadRight", "PadA", "PadB", "PadX", "PadY", "PadMenu"}

// IsPad reports whether the key is one of a pad. These are not for the player to bind.
func (k Key) IsPad() bool { return k >= PadUp && k <= PadMenu }

// Plain returns the event with the key of a keyboard that stands for one of a pad in menus. That of a key which has none is of
// Other.
func (e Event) Plain() Event {
	if e.Key.IsPad() {
		e.Key = plainKeys[e.Key-PadUp]
	}
	return e
}

var plainKeys = [...]Key{KeyUp, KeyDown, KeyLeft, KeyRight, KeyEnter, KeyEscape, KeyOther, KeyOther, KeyEscape}

// padKey returns the key of a pad that has a number, or 0.
func padKey(code int) Key {
	if key := PadUp + Key(code-padCode); key.IsPad() {
		return key
	}
	return 0
}
