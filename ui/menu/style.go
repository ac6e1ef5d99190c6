package menu

import (
	"fmt"
	"strings"

	"dogfight/ui/canvas"
)

// pen writes text in colours, on a ground of its own: the palette need not suit the terminal's.
type pen struct {
	text    strings.Builder
	palette canvas.Palette
	colours int
	style   canvas.Style // that the terminal writes in
}

// put writes a cell, or several of one colour.
func (p *pen) put(l look) {
	p.turn(l.ink)
	p.text.WriteString(l.text)
}

// end ends a line, in the terminal's own colours.
func (p *pen) end() {
	p.reset()
	p.text.WriteString("\n")
}

func (p *pen) reset() {
	if p.style != (canvas.Style{}) {
		p.text.WriteString("\x1b[m")
		p.style = canvas.Style{}
	}
}

// turn makes the terminal write in a colour.
func (p *pen) turn(ink canvas.Colour) {
	if p.colours == 0 {
		return
	}
	style := p.palette.Style(p.colours, ink, canvas.Space)
	style.Ground = p.palette.Ground(p.colours)
	if style == p.style {
		return
	}
	if p.style.Manner != 0 && p.style.Manner != style.Manner {
		p.reset()
	}
	p.text.WriteString("\x1b[" + parameters(style.Ink, 30) + ";" + parameters(style.Ground, 40))
	if style.Manner&canvas.Bold != 0 {
		p.text.WriteString(";1")
	}
	if style.Manner&canvas.Faint != 0 {
		p.text.WriteString(";2")
	}
	p.text.WriteString("m")
	p.style = style
}

// parameters returns those of SGR (ECMA-48 8.3.117) for a colour: of ink from 30 on, of a ground from 40 on.
func parameters(c canvas.CellColour, from int) string {
	if hex, ok := c.RGB(); ok {
		return fmt.Sprintf("%d;2;%d;%d;%d", from+8, hex>>16, hex>>8&0xff, hex&0xff)
	}
	switch n, ok := c.Number(); {
	case !ok:
		return fmt.Sprint(from + 9)
	case n < 8:
		return fmt.Sprint(from + n)
	case n < 16:
		return fmt.Sprint(from + 60 + n - 8)
	default:
		return fmt.Sprintf("%d;5;%d", from+8, n)
	}
}
