package term

import (
	"github.com/gdamore/tcell/v2"

	"dogfight/ui/canvas"
)

// What tcell calls the looks of a cell, and what we do.

type cell = canvas.Cell

var blank = canvas.Blank

// nothingDrawn is a cell that is like none that is drawn, so that it will be written.
var nothingDrawn = cell{Width: 1}

// same returns how many cells at the beginning of two rows are alike. Several at once
// are compared in half the time.
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

// colour and manner are what a terminal can do for a cells.Colour and a cells.Manner,
// in the same numbers.
type (
	colour uint32
	manner uint16
)

const anyRGB colour = 1 << 24

// Role returns the colour by which tcell and tview say cells.Role.
func Role(n int) tcell.Color { return anyRole | tcell.Color(n&0xffff) }

const anyRole = tcell.ColorValid | tcell.ColorSpecial

func colourOf(c tcell.Color) canvas.CellColour {
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

func tcellColour(c canvas.CellColour) tcell.Color {
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

// manners are those that are known, with their parameters of SGR (ECMA-48,
// 8.3.117).
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
