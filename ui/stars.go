package ui

import (
	"time"

	"github.com/gdamore/tcell/v2"

	"dogfight/ui/play"
)

// starLayer is a plane of stars that drifts to the left.
type starLayer struct {
	step   time.Duration // a column takes this long
	sparse uint32        // one cell in so many has a star
	glyph  rune
	style  tcell.Style
}

var starLayers = [...]starLayer{
	{1400 * time.Millisecond, 90, '.', tcell.StyleDefault.Foreground(role(play.StarFar))},
	{700 * time.Millisecond, 170, '·', tcell.StyleDefault.Foreground(role(play.StarMiddle))},
	{300 * time.Millisecond, 420, '*', tcell.StyleDefault.Foreground(role(play.StarNear))},
}

// drawStars covers the whole screen with a sky that drifts by. Nothing is
// stored: whether a place has a star follows from the place.
func drawStars(s tcell.Screen, now time.Time) {
	s.Clear()
	width, height := s.Size()
	for seed, layer := range starLayers {
		drifted := uint32(now.UnixNano() / int64(layer.step))
		for y := range height {
			for x := range width {
				if scatter(uint32(x)+drifted, uint32(y), uint32(seed))%layer.sparse == 0 {
					s.SetContent(x, y, layer.glyph, nil, layer.style)
				}
			}
		}
	}
}

// scatter returns a number that looks random and always belongs to the same
// place (the finalizer of MurmurHash3, Appleby 2011).
func scatter(x, y, seed uint32) uint32 {
	h := x*0x9e3779b1 ^ y*0x85ebca6b ^ seed*0xc2b2ae35
	h ^= h >> 16
	h *= 0x85ebca6b
	h ^= h >> 13
	h *= 0xc2b2ae35
	return h ^ h>>16
}
