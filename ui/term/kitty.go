package term

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The keyboard protocol of kitty (sw.kovidgoyal.net/kitty/keyboard-protocol).
// Of its flags, 1 makes Esc a sequence of its own, 2 reports repeats and
// releases, 8 has letters reported too, and 16 what text they make: without it
// a question mark would be a slash with Shift.
const (
	askKitty  = "\x1b[?u"
	pushKitty = "\x1b[>27u"
	popKitty  = "\x1b[<u"

	kittyReleases = 2
)

// Kinds of event and modifiers, as kitty counts them.
const (
	kittyRelease = 3

	kittyShift = 1
	kittyMods  = 63 // the modifiers that are held; caps lock and num lock come after them
)

// kittyKey takes a report of a key, if need be as tcell understands it.
//
//	CSI code[:shifted[:base]] ; 1+mods[:event] ; text u
//	CSI 1 ; 1+mods[:event] letter
//	CSI number ; 1+mods[:event] ~
func kittyKey(seq *csi) keyReport {
	mods := max(seq.number(1, 0, 1)-1, 0) & kittyMods
	event := seq.number(1, 1, 0)
	released := event == kittyRelease
	if released {
		mods = 0 // whoever lets go of D while Ctrl is down lets go of D
	}
	if seq.final != 'u' {
		if event == 0 {
			return keyReport{press: seq.raw}
		}
		return keyReport{fmt.Appendf(nil, "\x1b[%d;%d%c", seq.number(0, 0, 1), 1+mods, seq.final), released}
	}
	code := seq.number(0, 0, 0)
	if text := seq.number(2, 0, 0); text >= ' ' && text != 0x7f {
		code, mods = text, mods&^kittyShift
	} else if mods == kittyShift {
		code = shifted(code, seq.number(0, 1, 0))
	}
	if !utf8.ValidRune(rune(code)) || code == 0 || soundless(code) {
		return keyReport{}
	}
	return keyReport{fmt.Appendf(nil, "\x1b[%d;%du", code, 1+mods), released}
}

// shifted returns what a key makes with Shift, from what the terminal says.
func shifted(code, said int) int {
	if said > 0 {
		return said
	}
	return int(unicode.ToUpper(rune(code)))
}

// soundless reports whether code is a key that means nothing to us: of those that
// make no text, which have the numbers of Unicode's private use area, all but the
// ones that tcell knows. It would take the others for letters.
func soundless(code int) bool {
	private := code >= 0xe000 && code <= 0xf8ff
	known := code >= 57361 && code <= 57363 || code >= 57376 && code <= 57426
	return private && !known
}

// isKittyKey reports whether a sequence has the form of a report of a key.
func isKittyKey(seq *csi) bool {
	return seq.final == 'u' || len(seq.params) == 2 && strings.IndexByte("ABCDEFHPQRS~", seq.final) >= 0
}
