package ui

import (
	"fmt"

	"github.com/gdamore/tcell/v2"
	"github.com/rivo/uniseg"
)

// The smallest window in which everything has its place.
const (
	MinWidth  = 60
	MinHeight = 20
)

func fits(s tcell.Screen) bool {
	width, height := s.Size()
	return width >= MinWidth && height >= MinHeight
}

// drawTooSmall says so, as well as it can in what room there is.
func drawTooSmall(s tcell.Screen) {
	width, height := s.Size()
	putCentred(s, height/2-1, "the terminal is too small", accent)
	putCentred(s, height/2, fmt.Sprintf("%dx%d of %dx%d", width, height, MinWidth, MinHeight), plain)
}

// putCentred puts a line of text in the middle of a row.
func putCentred(s tcell.Screen, y int, text string, style tcell.Style) {
	width, _ := s.Size()
	s.PutStrStyled(max((width-uniseg.StringWidth(text))/2, 0), max(y, 0), text, style)
}
