package fleet

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The longest texts, in bytes.
const (
	MaxTitle  = 60 // of a match, and names of hosts
	MaxArena  = 32
	MaxRegion = 32
	MaxError  = 200
)

// Fit returns of a text what a value may have: what is legible of it, up to so many bytes.
func Fit(s string, most int) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsGraphic(r) {
			return r
		}
		return -1
	}, strings.ToValidUTF8(s, ""))
	if len(s) <= most {
		return s
	}
	for !utf8.RuneStart(s[most]) { // no half letter
		most--
	}
	return s[:most]
}

// text checks a text that may be shown: see the bounds of texts in proto.
func text(name, s string, most int) error {
	if len(s) > most || !utf8.ValidString(s) || strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsGraphic(r) }) {
		return fmt.Errorf("%s: must be at most %d bytes of legible text, got %.80q", name, most, s)
	}
	return nil
}
