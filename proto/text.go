package proto

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// The longest texts, in bytes.
const (
	MaxChat   = 200
	MaxTitle  = 60 // of a match
	MaxReason = 200
	maxWord   = 32          // names and titles of arenas, classes and weapons
	maxName   = 4 * MaxName // a rune has at most four bytes
)

// appendText appends the length of s in one byte, and s; or as much of s as the
// other end takes.
func appendText(b []byte, s string, longest int) []byte {
	s = fit(s, longest)
	return append(append(b, uint8(len(s))), s...)
}

// fit returns s without what is unfit and what is beyond longest bytes.
func fit(s string, longest int) string {
	if _, found := unfit(s); !found && len(s) <= longest {
		return s
	}
	var kept strings.Builder
	var sieve sieve
	for _, r := range s {
		if kept.Len()+utf8.RuneLen(r) > longest {
			break
		}
		if sieve.takes(r) {
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
		if !sieve.takes(r) {
			return r, true
		}
	}
	return 0, false
}

// sieve lets pass what a terminal shows as itself, in its own cell: no controls,
// nothing that turns the direction of writing, nothing invisible, and no piles
// of accents that reach into other lines.
type sieve struct {
	marks int // that may still be put on the last rune; a text must not open with one
}

// maxMarks is what written languages need on one letter.
const maxMarks = 2

func (s *sieve) takes(r rune) bool {
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
