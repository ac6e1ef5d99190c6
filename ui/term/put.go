package term

import (
	"unicode"
	"unicode/utf8"

	"github.com/gdamore/tcell/v2"
	"github.com/rivo/uniseg"

	"dogfight/ui/canvas"
)

// The methods of tcell.Screen that put text into cells and read it back. None
// of them lets a control character through: text comes from strangers, and
// tcell would send an escape sequence in it as it is.

func (s *screen) Put(x, y int, str string, style tcell.Style) (remain string, width int) {
	c, remain := s.firstCell(str)
	if c.Width > 0 {
		s.set(x, y, c, style)
	}
	return remain, int(c.Width)
}

func (s *screen) PutStr(x, y int, str string) { s.PutStrStyled(x, y, str, tcell.StyleDefault) }

func (s *screen) PutStrStyled(x, y int, str string, style tcell.Style) {
	for width := 0; str != "" && x < s.grid.Width; x += width {
		str, width = s.Put(x, y, str, style)
	}
}

func (s *screen) SetCell(x, y int, style tcell.Style, ch ...rune) {
	if len(ch) == 0 {
		ch = []rune{' '}
	}
	s.SetContent(x, y, ch[0], ch[1:], style)
}

func (s *screen) SetContent(x, y int, main rune, combining []rune, style tcell.Style) {
	if len(combining) > 0 {
		s.Put(x, y, string(append([]rune{main}, combining...)), style)
		return
	}
	width := runeWidth(main)
	if width == 0 {
		main, width = ' ', 1
	}
	s.set(x, y, cell{Glyph: canvas.CellGlyph(main), Width: width}, style)
}

func (s *screen) Get(x, y int) (str string, style tcell.Style, width int) {
	str, drawn, width := s.grid.Get(x, y)
	return str, tcellStyle(drawn), width
}

func (s *screen) GetContent(x, y int) (main rune, combining []rune, style tcell.Style, width int) {
	str, style, width := s.Get(x, y)
	if runes := []rune(str); len(runes) > 0 {
		main, combining = runes[0], runes[1:]
	}
	return main, combining, style, width
}

// LockRegion does nothing: there is no picture beside the cells to protect.
func (s *screen) LockRegion(x, y, width, height int, lock bool) {}

// firstCell returns the first cell's worth of str, with width 0 if there is
// none, and what comes after it.
func (s *screen) firstCell(str string) (c cell, remain string) {
	if plainASCII(str) {
		return cell{Glyph: canvas.CellGlyph(str[0]), Width: 1}, str[1:]
	}
	if r, size := utf8.DecodeRuneInString(str); size == len(str) && narrow(r) {
		return cell{Glyph: canvas.CellGlyph(r), Width: 1}, ""
	}
	for state := -1; str != "" && c.Width == 0; {
		var cluster string
		var width int
		cluster, str, width, state = uniseg.FirstGraphemeClusterInString(str, state)
		main, _ := utf8.DecodeRuneInString(cluster)
		if width == 0 || unicode.IsControl(main) {
			continue
		}
		c = cell{Glyph: s.grid.Glyph(cluster), Width: uint16(min(width, 2))}
	}
	return c, str
}

// plainASCII reports whether str begins with a printable ASCII character that
// nothing can combine with.
func plainASCII(str string) bool {
	return str != "" && printable(rune(str[0])) && (len(str) == 1 || str[1] < utf8.RuneSelf)
}

func printable(r rune) bool { return r >= ' ' && r < 0x7f }

// narrow reports whether r is one of the boxes, blocks and braille that the game is
// full of, each a cell wide.
func narrow(r rune) bool { return r >= 0x2500 && r <= 0x259f || r >= 0x2800 && r <= 0x28ff }

// runeWidth returns how many cells r takes: 0, 1 or 2.
func runeWidth(r rune) uint16 {
	switch {
	case printable(r), narrow(r):
		return 1
	case unicode.IsControl(r):
		return 0
	}
	return uint16(min(uniseg.StringWidth(string(r)), 2))
}
