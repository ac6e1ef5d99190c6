package term

import (
	"strings"
	"unicode/utf8"
)

// ascii is a string of which each ASCII character is a part, at its own number.
var ascii = func() string {
	var b strings.Builder
	for r := range rune(utf8.RuneSelf) {
		b.WriteRune(r)
	}
	return b.String()
}()

// inASCII returns what stands for c on a terminal that can do no better.
func inASCII(c cell) cell {
	switch {
	case c.glyph < utf8.RuneSelf:
		return c
	case c.glyph&moreRunes != 0:
		c.glyph = '?'
	default:
		c.glyph = glyph(asciiFor(rune(c.glyph)))
	}
	c.width = 1
	return c
}

func asciiFor(r rune) rune {
	for _, look := range lookAlikes {
		if strings.ContainsRune(look.runes, r) {
			return look.ascii
		}
	}
	switch {
	case r < utf8.RuneSelf:
		return r
	case r >= 0x2500 && r < 0x2580:
		return '+' // the corners and crossings of boxes
	case r >= 0x2580 && r < 0x25a0:
		return '#' // blocks
	}
	return '?'
}

var lookAlikes = []struct {
	ascii rune
	runes string
}{
	{'-', "─━═╌┄–—"},
	{'|', "│┃║╎┆"},
	{'^', "▲△↑"},
	{'v', "▼▽↓"},
	{'<', "◀◂◄←‹«"},
	{'>', "▶▸►→›»"},
	{'*', "★☆✦✧◆◇●○"},
	{'.', "·•…"},
	{'\'', "‘’“”"},
}
