package reference

import (
	"unicode"
	"unicode/utf8"
)

// text reads a "text n" of at most most bytes.
func (o *octets) text(most int) string {
	s := string(o.raw(o.among(1, 0, most)))
	demand(utf8.ValidString(s), "expected UTF-8, got %q", s)
	marks := 0
	for i, r := range s {
		demand(shown(r), "expected legible text, got %q", s)
		if combining(r) {
			marks++
		} else {
			marks = 0
		}
		demand(marks == 0 || i > 0, "expected something for a mark to combine with, got %q", s)
		demand(marks <= 2, "expected at most two marks in a row, got %q", s)
	}
	return s
}

// combining reports whether r has no room of its own on a terminal.
func combining(r rune) bool { return unicode.In(r, unicode.Mn, unicode.Me) }

// shown reports whether a terminal shows r as itself. IsPrint leaves out
// controls, line ends, spaces but U+0020 and marks of direction.
func shown(r rune) bool {
	const blankBraille = '\u2800' // a symbol by its category, but without a dot
	invisible := unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
	return unicode.IsPrint(r) && !invisible && r != blankBraille
}
