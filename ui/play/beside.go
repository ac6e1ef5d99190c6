package play

import (
	"dogfight/ui/canvas"
)

// beside is what colours become beside the own ship, and for what terminal that is.
type beside struct {
	is      canvas.Beside
	from    *canvas.Tone
	colours int
}

// settle makes it ready for a canvas on a terminal of so many colours. Characters in place of dots are told apart by nothing
// but space between them, and so is what has no colours.
func (b *beside) settle(c *canvas.Canvas, colours int) {
	if c.Mode == canvas.ASCII {
		colours = 0
	}
	if b.from == &c.Palette[0] && b.colours == colours {
		return
	}
	b.is, b.from, b.colours = canvas.BesideOwn(c.Palette, colours), &c.Palette[0], colours
}
