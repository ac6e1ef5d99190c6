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
	putCentred(s, height/2-1, "Terminal too small:", accent)
	putCentred(s, height/2, fmt.Sprintf("%dx%d, needs %dx%d", width, height, MinWidth, MinHeight), plain)
}

// putCentred puts a line of text in the middle of a row, a blank around it: a star
// beside a word looks like a full stop.
func putCentred(s tcell.Screen, y int, text string, style tcell.Style) {
	width, _ := s.Size()
	columns := uniseg.StringWidth(text)
	x, y := max((width-columns)/2, 0), max(y, 0)
	s.SetContent(x-1, y, ' ', nil, style)
	s.SetContent(x+columns, y, ' ', nil, style)
	s.PutStrStyled(x, y, text, style)
}
