package play

import (
	"dogfight/ui/canvas"
)

// beside caches the colours beside the own ship, for a palette and a terminal.
type beside struct {
	is      canvas.Beside
	from    *canvas.Tone
	colours int
}

// settle updates them for a canvas on a terminal of so many colours. ASCII, and a picture without colours, need empty
// space around a ship.
func (b *beside) settle(c *canvas.Canvas, colours int) {
	if c.Mode == canvas.ASCII {
		colours = 0
	}
	if b.from == &c.Palette[0] && b.colours == colours {
		return
	}
	b.is, b.from, b.colours = canvas.BesideOwn(c.Palette, colours), &c.Palette[0], colours
}
