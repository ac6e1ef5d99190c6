package lightracer

import (
	"fmt"
	"unicode"
	"unicode/utf8"
)

// appendText appends s with all that could end the line, or do something to a terminal,
// made a space.
func appendText(b []byte, s string) []byte {
	for _, r := range s {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
			r = ' '
		}
		b = utf8.AppendRune(b, r)
	}
	return b
}

// appendName appends a name for a list, where a semicolon would begin the next entry:
// it is made a comma.
func appendName(b []byte, name string) []byte {
	at := len(b)
	b = appendText(b, name)
	for i := at; i < len(b); i++ {
		if b[i] == ';' {
			b[i] = ','
		}
	}
	return b
}

func endLine(b []byte) []byte { return append(b, '\n') }

// quote returns as much of s as an error should repeat.
func quote(s string) string { return fmt.Sprintf("%.24q", s) }
