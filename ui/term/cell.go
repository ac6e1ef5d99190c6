package term

import (
	"strings"
	"unicode/utf8"

	"github.com/gdamore/tcell/v2"

	"dogfight/ui/canvas"
)

// Cells, and their styles in tcell's terms.

type cell = canvas.Cell

var blank = canvas.Blank

// nothingDrawn is a cell that differs from every drawn one, so that it will be written.
var nothingDrawn = cell{Width: 1}

// same returns the number of equal cells at the start of two rows. Comparing several at once takes half the time.
func same(a, b []cell) (n int) {
	const several = 8
	for n+several <= len(a) && *(*[several]cell)(a[n:]) == *(*[several]cell)(b[n:]) {
		n += several
	}
	for n < len(a) && a[n] == b[n] {
		n++
	}
	return n
}

// colour and manner are a canvas.CellColour and a canvas.Manner as far as a terminal has them, with the same numbers.
type (
	colour uint32
	manner uint16
)

const anyRGB colour = 1 << 24

// Role returns canvas.Role as a colour of tcell and tview.
func Role(n int) tcell.Color { return anyRole | tcell.Color(n&0xffff) }

const anyRole = tcell.ColorValid | tcell.ColorSpecial

func colourOf(c tcell.Color) canvas.TermColour {
	switch {
	case !c.Valid():
		return 0
	case c&anyRole == anyRole:
		return canvas.Role(int(c & 0xffff))
	case c.IsRGB():
		return canvas.RGB(int(c.Hex()))
	}
	return canvas.Numbered(int(c & 0xffff))
}

func tcellColour(c canvas.TermColour) tcell.Color {
	if n, ok := c.Number(); ok {
		return tcell.PaletteColor(n)
	}
	if hex, ok := c.RGB(); ok {
		return tcell.NewHexColor(int32(hex))
	}
	if n, ok := c.Role(); ok {
		return Role(n)
	}
	return tcell.ColorDefault
}

// manners are the known manners, with their parameters of SGR (ECMA-48, 8.3.117).
var manners = [...]struct {
	attribute tcell.AttrMask
	manner    canvas.Manner
	parameter string
}{
	{tcell.AttrBold, canvas.Bold, "1"}, {tcell.AttrDim, canvas.Faint, "2"}, {tcell.AttrItalic, canvas.Italic, "3"}, {tcell.AttrUnderline, canvas.Underlined, "4"},
	{tcell.AttrBlink, canvas.Blinking, "5"}, {tcell.AttrReverse, canvas.Reversed, "7"}, {tcell.AttrStrikeThrough, canvas.Struck, "9"},
}

func mannerOf(attributes tcell.AttrMask) (m canvas.Manner) {
	if attributes == 0 {
		return 0
	}
	for i := range manners {
		if attributes&manners[i].attribute != 0 {
			m |= manners[i].manner
		}
	}
	return m
}

func tcellStyle(s canvas.Style) tcell.Style {
	var attributes tcell.AttrMask
	for i := range manners {
		if s.Manner&manners[i].manner != 0 {
			attributes |= manners[i].attribute
		}
	}
	return tcell.StyleDefault.Foreground(tcellColour(s.Ink)).Background(tcellColour(s.Ground)).Attributes(attributes)
}

// inASCII returns an ASCII replacement of c.
func inASCII(c cell) cell {
	switch {
	case c.Glyph < utf8.RuneSelf:
		return c
	case c.Glyph.Several():
		c.Glyph = '?'
	default:
		c.Glyph = canvas.Glyph(asciiFor(rune(c.Glyph)))
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
		return '+' // corners and crossings of boxes
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

// paint maps colours to those of the terminal.
type paint struct {
	colours int  // 0, 8, 16, 256 or 1<<24
	faint   bool // the terminal has faint text
	known   map[canvas.TermColour]colour
}

// style returns the pen of a style. Without colours, dark ink means a bright ground.
func (p *paint) style(style canvas.Style) pen {
	if p.colours == 0 && dark(style.Ink) {
		style.Manner ^= canvas.Reversed
	}
	if !p.faint {
		style.Manner &^= canvas.Faint
	}
	return pen{p.of(style.Ink), p.of(style.Ground), manner(style.Manner)}
}

// of returns the nearest colour.
func (p *paint) of(c canvas.TermColour) colour {
	if n, ok := c.Number(); ok && n < p.colours {
		return colour(c)
	}
	if _, toneless := c.Role(); toneless || c == 0 || p.colours == 0 {
		return 0
	}
	if p.colours > 256 {
		return colour(c)
	}
	if k, ok := p.known[c]; ok {
		return k
	}
	if p.known == nil {
		p.known = map[canvas.TermColour]colour{}
	}
	k := colour(colourOf(tcell.FindColor(tcellColour(c), palette[:p.colours])))
	p.known[c] = k
	return k
}

func dark(c canvas.TermColour) bool {
	return c != 0 && tcell.FindColor(tcellColour(c), blackAndWhite) == tcell.ColorBlack
}

var blackAndWhite = []tcell.Color{tcell.ColorBlack, tcell.ColorWhite}

// palette is xterm's.
var palette = func() (colours []tcell.Color) {
	for i := range 256 {
		colours = append(colours, tcell.PaletteColor(i))
	}
	return colours
}()
