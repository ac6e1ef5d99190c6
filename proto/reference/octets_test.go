package reference

import (
	"fmt"
	"unicode"
	"unicode/utf8"
)

// octets are the bytes of a message that are still to be read.
type octets struct{ left []byte }

// number reads a number of n bytes, the highest first.
func (o *octets) number(n int) int {
	demand(len(o.left) >= n, "expected %d bytes more, got %d", n, len(o.left))
	v := 0
	for _, b := range o.left[:n] {
		v = v*256 + int(b)
	}
	o.left = o.left[n:]
	return v
}

// signed reads a number of one byte marked ±.
func (o *octets) signed() int {
	v := o.number(1)
	if v >= 128 {
		v -= 256
	}
	return v
}

// among reads a number of n bytes from lowest to highest.
func (o *octets) among(n, lowest, highest int) int {
	v := o.number(n)
	demand(lowest <= v && v <= highest, "expected %d to %d, got %d", lowest, highest, v)
	return v
}

// exactly reads bytes that can be no others.
func (o *octets) exactly(want string) {
	got := o.raw(len(want))
	demand(string(got) == want, "expected %q, got %q", want, got)
}

// raw reads n bytes.
func (o *octets) raw(n int) []byte {
	demand(len(o.left) >= n, "expected %d bytes more, got %d", n, len(o.left))
	got := o.left[:n:n]
	o.left = o.left[n:]
	return got
}

// rest reads all that is left.
func (o *octets) rest() []byte { return o.raw(len(o.left)) }

// end refuses bytes that are left over.
func (o *octets) end() {
	demand(len(o.left) == 0, "expected the end, got %d bytes more", len(o.left))
}

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

// refusal is why bytes are no message. The readers panic with it, which keeps
// them as plain as the text they follow; verdict turns it into an error.
type refusal string

func (r refusal) Error() string { return string(r) }

// refuse ends the reading.
func refuse(format string, args ...any) {
	panic(refusal(fmt.Sprintf(format, args...)))
}

// demand refuses unless ok.
func demand(ok bool, format string, args ...any) {
	if !ok {
		refuse(format, args...)
	}
}

// verdict reads, and returns the result or the refusal. Any other panic is a defect and continues.
func verdict[T any](read func() T) (got T, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case refusal:
			err = r
		default:
			panic(r)
		}
	}()
	return read(), nil
}
