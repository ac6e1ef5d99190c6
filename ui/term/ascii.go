package term

import (
	"strings"
	"unicode/utf8"

	"dogfight/ui/canvas"
)

// inASCII returns what stands for c on a terminal that can do no better.
func inASCII(c cell) cell {
	switch {
	case c.Glyph < utf8.RuneSelf:
		return c
	case c.Glyph.Several():
		c.Glyph = '?'
	default:
		c.Glyph = canvas.CellGlyph(asciiFor(rune(c.Glyph)))
	}
	c.Width = 1
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
