package proto

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The longest texts, in bytes.
const (
	MaxChat     = 200
	MaxTitle    = 60 // of a match
	MaxReason   = 200
	MaxPassword = 128
	maxWord     = 32          // names and titles of arenas, classes and weapons
	maxName     = 4 * MaxName // a rune has at most four bytes
)

// MaxName is the longest name of a pilot, in runes.
const MaxName = 24

// CleanName returns the name without spaces around it. The error, fit to be shown, is the reason why it cannot be a pilot's
// name; it is a *ReservedError if the name is legible, but reads as something else than a pilot.
func CleanName(name string) (string, error) {
	name, err := legibleName(name)
	if err != nil {
		return "", err
	}
	if as := readsAs(name); as != "" {
		return "", &ReservedError{name, as}
	}
	return name, nil
}

// legibleName is CleanName for the names of pilots in the match.
func legibleName(name string) (string, error) {
	name = strings.TrimSpace(name)
	if bad, found := unfit(name); found {
		return "", fmt.Errorf("name: must be legible characters, got %U", bad)
	}
	if n := utf8.RuneCountInString(name); n < 1 || n > MaxName {
		return "", fmt.Errorf("name: must be 1 to %d characters, got %d", MaxName, n)
	}
	return name, nil
}

// ValidChat returns the reason why the text cannot be sent as Chat, or nil.
func ValidChat(text string) error { return valid("chat", text, MaxChat) }

// ValidTitle returns the reason why the text cannot be a match's title, or nil.
func ValidTitle(text string) error { return valid("title", text, MaxTitle) }

// ValidPassword returns the reason why the text cannot be a match's password, or nil.
func ValidPassword(text string) error { return valid("password", text, MaxPassword) }

func valid(name, text string, longest int) error {
	if bad, found := unfit(text); found {
		return fmt.Errorf("%s: must be legible characters, got %U", name, bad)
	}
	if len(text) < 1 || len(text) > longest {
		return fmt.Errorf("%s: must be 1 to %d bytes, got %d", name, longest, len(text))
	}
	return nil
}

// Legible reports whether s can be a text of at most that many bytes in a message.
func Legible(s string, longest int) bool {
	_, found := unfit(s)
	return len(s) <= longest && !found
}

// appendText appends the length of s in one byte, and s, cut by Fit.
func appendText(b []byte, s string, longest int) []byte {
	s = Fit(s, longest)
	return append(append(b, uint8(len(s))), s...)
}

// Fit returns the legible runes of s, at most longest bytes of them.
func Fit(s string, longest int) string {
	if Legible(s, longest) {
		return s
	}
	var kept strings.Builder
	var sieve sieve
	for _, r := range s {
		if kept.Len()+utf8.RuneLen(r) > longest {
			break
		}
		if sieve.passes(r) {
			kept.WriteRune(r)
		}
	}
	return kept.String()
}

// unfit returns the first rune of s that must not reach a terminal.
func unfit(s string) (rune, bool) {
	if !utf8.ValidString(s) {
		return utf8.RuneError, true
	}
	var sieve sieve
	for _, r := range s {
		if !sieve.passes(r) {
			return r, true
		}
	}
	return 0, false
}

// sieve passes the runes that a terminal shows as themselves, in their own cell: no controls, no marks of writing direction, no
// invisible runes, and no stacked accents that reach into other lines.
type sieve struct {
	marks int // that may still be put on the last rune; a text must not open with one
}

// maxMarks is the most marks that written languages need on one letter.
const maxMarks = 2

func (s *sieve) passes(r rune) bool {
	if ' ' <= r && r <= '~' { // most text, without the tables of Unicode
		s.marks = maxMarks
		return true
	}
	if !visible(r) {
		return false
	}
	if !unicode.In(r, unicode.Mn, unicode.Me) {
		s.marks = maxMarks
		return true
	}
	s.marks--
	return s.marks >= 0
}

func visible(r rune) bool {
	const blankBraille = '\u2800' // counts as a symbol, but shows nothing
	return unicode.IsPrint(r) && r != blankBraille &&
		!unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}
